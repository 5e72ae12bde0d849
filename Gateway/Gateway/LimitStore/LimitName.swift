import Crypto

/// The name of a bucket in the store of limits: the same in every gateway, unlike a hash that is seeded per process.
struct LimitName: Hashable, Sendable {
    /// The limit and the width of the address.
    let kind: UInt8
    let high: UInt64
    let low: UInt64

    /// Creates the name of an address's bucket.
    ///
    /// - Parameter prefix: the network's bytes in network byte order, at most 8.
    init(kind: UInt8, prefix: some Sequence<UInt8>) {
        self.kind = kind
        high = 0
        low = prefix.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Creates the name of a user's bucket: half a SHA-256, so that the store holds no user ids.
    init(user: String) {
        kind = UInt8(ascii: "u")
        let words = SHA256.hash(data: Array(user.utf8)).withUnsafeBytes { digest in
            (0..<2).map { UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        (high, low) = (words[0], words[1])
    }

    /// The name as text, such as `4:0:7f000001`.
    var text: String { "\(kind):\(String(high, radix: 16)):\(String(low, radix: 16))" }
}
