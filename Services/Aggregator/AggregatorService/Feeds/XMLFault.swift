/// The reason that XML is rejected.
enum XMLFault: Error, Equatable {
    /// A document type definition: it may contain entity bombs, and feeds need none.
    case documentType
    /// A limit is exceeded: depth, attributes, or the length of a name.
    case tooMuch
    /// Not well-formed.
    case malformed
    /// The character set is unknown.
    case charset
}
