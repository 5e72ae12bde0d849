import Values

/// A hash of content, the same in every process.
struct Fingerprint: Codable, Hashable, Sendable {
    /// The hash as 16 hexadecimal digits.
    let text: String

    init(_ bytes: some Sequence<UInt8>) {
        let digits = String(StableHash(bytes).value, radix: 16)
        text = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
