import Crypto
import Values

/// Issues and opens the challenges that passkeys sign: random bytes, the end of validity, and a MAC.
///
/// A challenge is not stored when it is issued, so that strangers fill no table. An answered one is, so that no answer
/// works twice.
struct PasskeyChallengeSeal: Sendable {
    private static let randomBytes = 16
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// Creates a challenge.
    ///
    /// - Parameter account: the account that adds a passkey; `nil` for signing in.
    func challenge(for account: Identifier?, until end: Instant, using random: RandomSource) -> [UInt8] {
        let content = random.bytes(Self.randomBytes) + withUnsafeBytes(of: end.milliseconds.bigEndian) { Array($0) }
        return content + mac(of: content, account)
    }

    /// Returns the end of a challenge's validity; `nil` unless this service issued it for the account.
    func end(of challenge: [UInt8], for account: Identifier?) -> Instant? {
        let length = Self.randomBytes + 8
        guard challenge.count == length + SHA256.byteCount else { return nil }
        let content = Array(challenge[..<length])
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                Array(challenge[length...]), authenticating: Self.message(content, account), using: key)
        else { return nil }
        return Instant(milliseconds: content.suffix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) })
    }

    private func mac(of content: [UInt8], _ account: Identifier?) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Self.message(content, account), using: key))
    }

    private static func message(_ content: [UInt8], _ account: Identifier?) -> [UInt8] {
        content + Array((account?.text ?? "").utf8)
    }
}
