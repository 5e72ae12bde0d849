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

/// Whose tokens are believed: the keys, and the sessions that were ended.
struct TokenTrust {
    private(set) var keys: [String: TokenKey] = [:]
    /// Ended sessions, each until its last token has expired.
    private var revoked: [String: Instant] = [:]
    /// Tokens that expire until then are refused, because more sessions had ended than are known one by one.
    private var floor: Instant?

    /// - Returns: whether a key is gone.
    mutating func replaceKeys(_ new: [String: TokenKey]) -> Bool {
        let isGone = keys.values.contains { new[$0.id]?.text != $0.text }
        keys = new
        return isGone
    }

    /// Notes ended sessions.
    ///
    /// Beyond `capacity` it stops telling them apart: every token that may belong to one of them is refused, which a client
    /// answers by refreshing. A token issued later expires later and is not.
    mutating func revoke(_ ended: [(sid: String, until: Instant)], now: Instant, capacity: Int) {
        for session in ended { revoked[session.sid] = max(session.until, revoked[session.sid] ?? session.until) }
        revoked = revoked.filter { $0.value > now }
        guard revoked.count > capacity, let last = revoked.values.max() else { return }
        floor = max(last, floor ?? last)
        revoked = [:]
    }

    /// Why a token is not believed, its expiry apart.
    func fault(of token: VerifiedToken) -> TokenFault? {
        guard keys[token.key.id]?.text == token.key.text else { return .unknownKey }
        if revoked[token.principal.sid] != nil { return .revoked }
        if let floor, token.expiresAt <= floor { return .revoked }
        return nil
    }
}
