import AuthContract
import Crypto
import Values

/// Makes and reads refresh tokens: `SESSION.COUNTER.MAC`.
///
/// A token says nothing that must be kept secret and can be computed anew by whoever has the key, so the database need
/// not hold it, and the same successor can be given out twice.
struct RefreshTokenSeal: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// What a genuine token says.
    struct Content: Equatable {
        var session: Identifier
        var counter: Int64
    }

    func token(session: Identifier, counter: Int64) -> RefreshToken {
        let content = "\(session.text).\(counter)"
        let mac = HMAC<SHA256>.authenticationCode(for: Array(content.utf8), using: key)
        return RefreshToken(unchecked: "\(content).\(Base64URL.encode(Array(mac)))")
    }

    /// What a token says; `nil` if we did not make it, byte for byte.
    func open(_ token: RefreshToken) -> Content? {
        let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let mac = Base64URL.decode(parts[2]),
            HMAC<SHA256>.isValidAuthenticationCode(
                mac, authenticating: Array("\(parts[0]).\(parts[1])".utf8), using: key),
            let counter = Int64(parts[1])
        else { return nil }
        return Content(session: Identifier(unchecked: String(parts[0])), counter: counter)
    }
}
