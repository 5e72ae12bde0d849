import AuthContract
import Crypto
import Values

/// Issues and opens refresh tokens of the form `SESSION.COUNTER.MAC`.
///
/// A token is computed from session, counter and key. So the database need not store it, and the same successor can be
/// issued again.
struct RefreshTokenSeal: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// The content of a genuine token.
    struct Opened: Equatable {
        var session: Identifier
        var counter: Int64
    }

    /// Creates a token; always the same for the same session and counter.
    func token(session: Identifier, counter: Int64) -> RefreshToken {
        let content = "\(session.text).\(counter)"
        let mac = HMAC<SHA256>.authenticationCode(for: Array(content.utf8), using: key)
        return RefreshToken(unchecked: "\(content).\(Base64URL.encode(Array(mac)))")
    }

    /// Reads a token; returns `nil` unless it is, byte for byte, one that this service issued.
    func open(_ token: RefreshToken) -> Opened? {
        let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let mac = Base64URL.decode(parts[2]),
            HMAC<SHA256>.isValidAuthenticationCode(
                mac, authenticating: Array("\(parts[0]).\(parts[1])".utf8), using: key),
            let counter = Int64(parts[1])
        else { return nil }
        return Opened(session: Identifier(unchecked: String(parts[0])), counter: counter)
    }
}
