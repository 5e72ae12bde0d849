import AuthContract
import Crypto
import Values

/// Issues challenges for a proof of work, and checks their solutions.
///
/// A challenge has 30 bytes: its bits (1), the second of its expiry (5), random bytes (8), and a MAC (16) that also
/// covers the kind of code and its recipient. So nothing has to be stored until it is solved, and it is worth nothing
/// for another recipient. Its 40 characters and a solution fit into one block of SHA-256.
struct WorkSeal: Sendable {
    private let key: SymmetricKey
    private static let contentSize = 14
    private static let macSize = 16

    init(key: SymmetricKey) { self.key = key }

    /// A challenge that was solved.
    struct Solved: Sendable, Equatable {
        /// The bytes by which a second use is recognized.
        var mark: [UInt8]
        var expiresAt: Instant
    }

    /// Creates a challenge for one code.
    ///
    /// - Parameter kind: the kind of code, such as `sms`.
    func challenge(
        bits: Int, kind: String, recipient: String, expiresAt: Instant, using random: RandomSource
    ) -> WorkChallenge {
        let second = UInt64(max(0, expiresAt.milliseconds / 1_000))
        let time = withUnsafeBytes(of: second.bigEndian) { Array($0.suffix(5)) }
        let content = [UInt8(clamping: bits)] + time + random.bytes(8)
        return WorkChallenge(unchecked: Base64URL.encode(content + mac(of: content, kind, recipient)))
    }

    /// Returns the challenge of a proof; `nil` unless it was issued for this kind and recipient, is current, and is
    /// solved.
    func solved(_ work: Auth.Work, kind: String, recipient: String, now: Instant) -> Solved? {
        guard let bytes = Base64URL.decode(work.challenge.text), bytes.count == Self.contentSize + Self.macSize else {
            return nil
        }
        let content = Array(bytes.prefix(Self.contentSize))
        guard mac(of: content, kind, recipient) == Array(bytes.suffix(Self.macSize)) else { return nil }
        let second = content[1..<6].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let expiresAt = Instant(milliseconds: second * 1_000)
        guard expiresAt > now, Self.zeroBits(of: work) >= Int(content[0]) else { return nil }
        return Solved(mark: bytes, expiresAt: expiresAt)
    }

    /// Returns the number of leading zero bits of the hash of a challenge and its solution.
    static func zeroBits(of work: Auth.Work) -> Int {
        var count = 0
        for byte in SHA256.hash(data: Array("\(work.challenge.text)\(work.solution.value)".utf8)) {
            count += byte.leadingZeroBitCount
            if byte != 0 { break }
        }
        return count
    }

    private func mac(of content: [UInt8], _ kind: String, _ recipient: String) -> [UInt8] {
        let covered = content + Array("\(kind)/\(recipient)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: covered, using: key).prefix(Self.macSize))
    }
}
