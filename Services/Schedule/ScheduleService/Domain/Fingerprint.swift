/// A fingerprint that changes with the content: FNV-1a in 64 bits, the same in every process.
struct Fingerprint: Codable, Hashable, Sendable {
    /// 16 hexadecimal digits.
    let text: String

    init(_ bytes: some Sequence<UInt8>) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        text = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
