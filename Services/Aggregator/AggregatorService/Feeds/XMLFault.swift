/// Why bytes are no XML that is read here.
enum XMLFault: Error, Equatable {
    /// A document type definition: where the bombs are. Feeds need none.
    case documentType
    /// More than the limits allow: of depth, of attributes, of letters in a name.
    case tooMuch
    /// Not well-formed.
    case malformed
    /// In a character set that is not known.
    case charset
}
