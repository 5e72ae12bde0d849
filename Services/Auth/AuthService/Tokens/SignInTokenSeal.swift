import AuthContract
import Crypto
import Values

/// Issues and opens the tokens of sign-ins that wait for a second factor: `ACCOUNT.SESSION.SECONDS.VERSION.MAC`.
///
/// A token is not stored. It names the session that it begins, so that it works once.
struct SignInTokenSeal: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// A sign-in that waits for the second factor.
    struct Pending: Sendable, Equatable {
        /// The account, and the session to begin.
        var holder: SessionHolder
        /// The end of the token's validity.
        var expiresAt: Instant
        /// The version of the password at the time: a new password ends sign-ins that wait.
        var passwordVersion: Int64
    }

    func token(for pending: Pending) -> SignInToken {
        let content = [
            pending.holder.account.text, pending.holder.session.text, "\(pending.expiresAt.milliseconds)",
            "\(pending.passwordVersion)",
        ].joined(separator: ".")
        let mac = HMAC<SHA256>.authenticationCode(for: Array(content.utf8), using: key)
        return SignInToken(unchecked: "\(content).\(Base64URL.encode(Array(mac)))")
    }

    /// Reads a token; returns `nil` unless it is one that this service issued.
    func open(_ token: SignInToken) -> Pending? {
        let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, let mac = Base64URL.decode(parts[4]),
            HMAC<SHA256>.isValidAuthenticationCode(
                mac, authenticating: Array(parts[..<4].joined(separator: ".").utf8), using: key),
            let end = Int64(parts[2]), let version = Int64(parts[3])
        else { return nil }
        return Pending(
            holder: SessionHolder(
                account: Identifier(unchecked: String(parts[0])), session: Identifier(unchecked: String(parts[1]))),
            expiresAt: Instant(milliseconds: end), passwordVersion: version)
    }
}
