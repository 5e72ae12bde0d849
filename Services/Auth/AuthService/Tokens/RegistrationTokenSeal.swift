import AuthContract
import Crypto
import Values

/// Issues and opens registration tokens of the form `CHALLENGE.MAC`.
struct RegistrationTokenSeal: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    func token(for challenge: Identifier) -> RegistrationToken {
        let mac = HMAC<SHA256>.authenticationCode(for: Array(challenge.text.utf8), using: key)
        return RegistrationToken(unchecked: "\(challenge.text).\(Base64URL.encode(Array(mac)))")
    }

    /// Reads a token's challenge; returns `nil` unless the token is, byte for byte, one that this service issued.
    func open(_ token: RegistrationToken) -> Identifier? {
        let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let mac = Base64URL.decode(parts[1]),
            HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: Array(parts[0].utf8), using: key)
        else { return nil }
        return Identifier(unchecked: String(parts[0]))
    }
}
