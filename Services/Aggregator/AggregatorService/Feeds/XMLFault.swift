/// The reason that XML is rejected.
enum XMLFault: Error, Equatable {
    /// The document has a document type definition, which may contain entity bombs, and which feeds do not need.
    case documentType
    /// A limit is exceeded: depth, attributes, or the length of a name.
    case limitExceeded
    /// The document is not well-formed.
    case malformed
    /// The character set is unknown.
    case charset
}
