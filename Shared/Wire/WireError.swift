/// The reason that a line was rejected.
///
/// A fault of JSON or UTF-8 is reported wherever it is, even behind a fault of the envelope: `kind` is `.envelope` only
/// if the whole line is valid JSON.
public struct WireError: Error, Equatable, Sendable {
    /// The kind of a fault; it decides the error code of the answer.
    public enum Kind: Equatable, Sendable {
        /// The bytes are not one JSON value (RFC 8259): -32700.
        case json
        /// A string is not valid UTF-8 (RFC 3629): -32700.
        case utf8
        /// Objects and arrays are nested deeper than the scanner allows: -32700.
        case depth
        /// The JSON is valid, but not an envelope of this protocol: -32600.
        case envelope
        /// The line is longer than the reader accepts: -32007. Reported by the splitter of lines, not by the scanner.
        case tooLong
    }

    /// The kind of the fault.
    public var kind: Kind
    /// The offset of the fault in bytes from the start of the line; the line's length if it ended too early.
    public var offset: Int
    /// A short English text for the answer; never contains anything from the line.
    public var reason: String
    /// The raw token of the call's id, for the answer, if the line is valid JSON with a valid id.
    public var id: Range<Int>?

    /// Creates an error.
    public init(kind: Kind, offset: Int, reason: String, id: Range<Int>? = nil) {
        self.kind = kind
        self.offset = offset
        self.reason = reason
        self.id = id
    }
}
