/// Why a line was refused.
///
/// A fault of JSON or UTF-8 is reported wherever it stands, even behind a fault of the envelope: `kind` is `.envelope`
/// only if the whole line is valid JSON.
public struct WireError: Error, Equatable, Sendable {
    /// The group of a fault; it decides the error code of the answer.
    public enum Kind: Equatable, Sendable {
        /// The bytes are not one JSON value (RFC 8259): -32700.
        case json
        /// A string holds bytes that are not UTF-8 (RFC 3629): -32700.
        case utf8
        /// Objects and arrays are nested deeper than the scanner's limit: -32700.
        case depth
        /// The JSON is valid, but it is not an envelope of this protocol: -32600.
        case envelope
        /// More bytes than the reader takes: -32007. The scanner never says so; what cuts bytes into lines does.
        case tooLong
    }

    /// The group of the fault.
    public var kind: Kind
    /// Where the fault was noticed, in bytes from the start of the line; the line's length if it ended too early.
    public var offset: Int
    /// A short English text without anything from the line itself, fit for an answer.
    public var reason: String
    /// The raw token of the call's id if the line is valid JSON and has a valid id, so that the answer can name it.
    public var id: Range<Int>?

    /// Makes an error.
    public init(kind: Kind, offset: Int, reason: String, id: Range<Int>? = nil) {
        self.kind = kind
        self.offset = offset
        self.reason = reason
        self.id = id
    }
}
