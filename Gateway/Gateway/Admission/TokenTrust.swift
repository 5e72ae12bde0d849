import Crypto
import RPC
import Values

/// A key that `auth` publishes.
struct TokenKey: Sendable {
    let id: String
    /// The key as it was published.
    let text: String
    let publicKey: Curve25519.Signing.PublicKey
}

/// The trusted keys and the revoked sessions.
struct TokenTrust {
    private(set) var keys: [String: TokenKey] = [:]
    /// The revoked sessions, each kept until its last token has expired.
    private var revoked: [String: Instant] = [:]
    /// The time up to which expiring tokens are refused, because too many sessions were revoked to track individually.
    private var floor: Instant?

    /// Replaces the trusted keys.
    ///
    /// - Returns: true if a key was removed or changed.
    mutating func replaceKeys(_ new: [String: TokenKey]) -> Bool {
        let isChanged = keys.values.contains { new[$0.id]?.text != $0.text }
        keys = new
        return isChanged
    }

    /// Records revoked sessions.
    ///
    /// Beyond `capacity`, all tokens that may belong to one of them are refused, and clients have to refresh theirs.
    /// Tokens issued later expire later and are not affected.
    mutating func revoke(_ ended: [(sid: String, until: Instant)], now: Instant, capacity: Int) {
        for session in ended { revoked[session.sid] = max(session.until, revoked[session.sid] ?? session.until) }
        revoked = revoked.filter { $0.value > now }
        guard revoked.count > capacity, let last = revoked.values.max() else { return }
        floor = max(last, floor ?? last)
        revoked = [:]
    }

    /// Returns the reason to refuse a token, apart from its expiry.
    func fault(of token: VerifiedToken) -> TokenFault? {
        guard keys[token.key.id]?.text == token.key.text else { return .unknownKey }
        if revoked[token.principal.sid] != nil { return .revoked }
        if let floor, token.expiresAt <= floor { return .revoked }
        return nil
    }
}
