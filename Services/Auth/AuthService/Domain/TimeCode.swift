import Crypto
import Values

/// The codes of an authenticator app: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds.
///
/// Apps ignore other parameters, or do not know them.
struct TimeCode: Sendable {
    /// The length of a new secret, in bytes: that of SHA-1, as RFC 4226 recommends.
    static let secretBytes = 20
    /// The duration of a step, in milliseconds.
    static let stepMilliseconds: Int64 = 30_000
    /// The number of steps by which the app's clock may be early or late.
    static let tolerance: Int64 = 1

    let secret: [UInt8]

    /// Returns the number of the step at a time.
    static func step(at now: Instant) -> Int64 { now.milliseconds / stepMilliseconds }

    /// Computes the code of a step.
    func code(at step: Int64) -> String {
        let message = withUnsafeBytes(of: step.bigEndian) { Array($0) }
        let mac = Array(
            HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
        let offset = Int(mac[mac.count - 1] & 0x0F)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// Returns the step of a code, if it is a current one that is later than `last`.
    func step(of code: String, after last: Int64, now: Instant) -> Int64? {
        let current = Self.step(at: now)
        return (current - Self.tolerance...current + Self.tolerance).first { $0 > last && self.code(at: $0) == code }
    }
}

/// An account's authenticator app.
struct Authenticator: Sendable {
    /// The secret, encrypted.
    var sealed: [UInt8]
    var confirmedAt: Instant?
    /// The step of the last accepted code.
    var lastStep: Int64
}

/// The recovery codes of an account: ten characters each, of an alphabet without similar ones.
struct RecoveryCodeSeal: Sendable {
    /// The number of codes of an account.
    static let count = 10
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private let pepper: SymmetricKey

    init(pepper: SymmetricKey) { self.pepper = pepper }

    /// Creates a code of 50 random bits, as it is typed.
    func makeCode(using random: RandomSource) -> String {
        String(decoding: random.bytes(10).map { Self.alphabet[Int($0 & 31)] }, as: UTF8.self)
    }

    /// Computes the MAC that is stored instead of a code.
    func mac(of code: String, account: Identifier) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("\(account.text)/\(code)".utf8), using: pepper))
    }
}
