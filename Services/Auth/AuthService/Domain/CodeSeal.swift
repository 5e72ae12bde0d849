import AuthContract
import Crypto
import Values

/// The lifetime of one-time codes and the limit on guesses.
struct CodePolicy: Sendable {
    /// The lifetime of a code; OWASP ASVS 6.5.5 allows at most 10 minutes.
    var lifetime: Duration = .seconds(600)
    var maximumAttempts = 5
}

/// Creates one-time codes, and computes the MACs that are stored instead of them.
struct CodeSeal: Sendable {
    private let pepper: SymmetricKey

    /// Creates a seal with a secret key, kept outside the database.
    ///
    /// A plain hash would not hide a six-digit code: all of them can be tried.
    init(pepper: SymmetricKey) { self.pepper = pepper }

    /// Creates a random six-digit code.
    func makeCode(using random: RandomSource) -> OneTimeCode {
        var random = random
        let digits = String(Int.random(in: 0..<1_000_000, using: &random))
        return OneTimeCode(unchecked: String(repeating: "0", count: 6 - digits.utf8.count) + digits)
    }

    /// Computes the MAC of a code, which is valid for its challenge only.
    func mac(of code: OneTimeCode, challenge: Identifier) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Self.content(code, challenge), using: pepper))
    }

    /// Creates a MAC that looks like any other and matches no code.
    func macOfNoCode(using random: RandomSource) -> [UInt8] { random.bytes(SHA256.byteCount) }

    /// Returns true if a code belongs to a challenge; takes the same time for every code.
    func isCode(_ code: OneTimeCode, challenge: Identifier, mac: [UInt8]) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: Self.content(code, challenge), using: pepper)
    }

    private static func content(_ code: OneTimeCode, _ challenge: Identifier) -> [UInt8] {
        Array("\(challenge.text)/\(code.text)".utf8)
    }
}
