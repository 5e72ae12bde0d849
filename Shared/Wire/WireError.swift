/// The reason why a line was rejected.
///
/// A fault of JSON or UTF-8 takes precedence over an earlier fault of the envelope: `kind` is `.envelope` only if the
/// whole line is valid JSON.
public struct WireError: Error, Equatable, Sendable {
    /// The kind of a fault, which determines the error code of the answer.
    public enum Kind: Equatable, Sendable {
        /// The bytes are not one JSON value (RFC 8259): -32700.
        case json
        /// A string is not valid UTF-8 (RFC 3629): -32700.
        case utf8
        /// Objects and arrays are nested deeper than the scanner allows: -32700.
        case depth
        /// The JSON is valid, but not an envelope of this protocol: -32600.
        case envelope
        /// The line exceeds the maximum length: -32007; reported by the line framer, not by the scanner.
        case tooLong
    }

    /// The kind of the fault.
    public var kind: Kind
    /// The offset of the fault in bytes from the start of the line; the line's length if it ended early.
    public var offset: Int
    /// The fault; it quotes nothing from the line.
    public var reason: Reason
    /// The raw token of the call's id, for the answer; `nil` unless the line is valid JSON with a valid id.
    public var id: Range<Int>?

    /// Creates an error.
    public init(kind: Kind, offset: Int, reason: Reason, id: Range<Int>? = nil) {
        self.kind = kind
        self.offset = offset
        self.reason = reason
        self.id = id
    }
}
