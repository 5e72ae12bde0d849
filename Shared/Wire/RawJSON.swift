/// JSON that a type passes on without interpreting it.
///
/// Only `JSONCoding` supports it: decoding keeps the value's bytes as they are, and encoding inserts them.
public struct RawJSON: Codable, Hashable, Sendable {
    /// The bytes of one JSON value.
    ///
    /// Encoding validates them, and replaces raw CR and LF between tokens by spaces.
    public var bytes: [UInt8]

    /// Creates a value from bytes of JSON.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Copies the bytes of the decoder's value.
    ///
    /// - Throws: `DecodingError` if the decoder is not `JSONCoding`'s.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ValueDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "RawJSON is decoded by JSONCoding only"))
        }
        bytes = decoder.document.capture(decoder.node)
    }

    /// Inserts the bytes as the encoder's value.
    ///
    /// - Throws: `EncodingError` if they are not one JSON value, or if the encoder is not `JSONCoding`'s.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ValueEncoder else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "RawJSON is encoded by JSONCoding only"))
        }
        try encoder.write(self)
    }
}
