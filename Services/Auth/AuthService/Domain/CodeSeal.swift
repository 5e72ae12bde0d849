import Contracts
import Crypto

/// How long a one-time code can be used, and how often it may be guessed at.
struct CodePolicy: Sendable {
    /// OWASP ASVS 6.5.5 allows at most 10 minutes.
    var lifetime: Duration = .seconds(600)
    var maximumAttempts = 5
}

/// Makes one-time codes and the only trace of them that is kept.
struct CodeSeal: Sendable {
    private let pepper: SymmetricKey

    /// A seal with a key that the database does not hold: a code has too few digits for a plain hash to hide it.
    init(pepper: SymmetricKey) { self.pepper = pepper }

    /// Six random digits.
    func makeCode(using random: RandomSource) -> OneTimeCode {
        var random = random
        let digits = String(Int.random(in: 0..<1_000_000, using: &random))
        return OneTimeCode(unchecked: String(repeating: "0", count: 6 - digits.utf8.count) + digits)
    }

    /// What is kept of a code: worthless for any other challenge.
    func mac(of code: OneTimeCode, challenge: Identifier) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Self.content(code, challenge), using: pepper))
    }

    /// What is kept where no code was sent: of the same look, and no code matches it.
    func macOfNoCode(using random: RandomSource) -> [UInt8] { random.bytes(SHA256.byteCount) }

    /// Whether it is the code of the challenge; takes the same time for every code.
    func isCode(_ code: OneTimeCode, challenge: Identifier, mac: [UInt8]) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: Self.content(code, challenge), using: pepper)
    }

    private static func content(_ code: OneTimeCode, _ challenge: Identifier) -> [UInt8] {
        Array("\(challenge.text)/\(code.text)".utf8)
    }
}
