import Values

/// A hash of content, the same in every process.
struct Fingerprint: Codable, Hashable, Sendable {
    /// The hash as 16 hexadecimal digits.
    let text: String

    init(text: String) { self.text = text }

    init(_ bytes: some Sequence<UInt8>) {
        let hash = StableHash(bytes).value
        text = Hex.encode((0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) })
    }
}
