import AuthContract
import ServiceRuntime
import Values

/// Tokens that the gateway under test accepts.
struct TestTokens: Sendable {
    static let user = "019ab3c4-5d6e-7f80-9123-456789abcdef"
    static let session = "019ab3c4-0000-7f80-9123-456789abcdef"

    let signer = TokenSigner()

    var published: Auth.KeySet.Key { signer.published }

    func token(
        sub: String = Self.user, sid: String = Self.session, roles: [String] = [], isLimited: Bool = false,
        now: Instant = SystemClock.now()
    ) throws -> String {
        let list = roles.map { "\"\($0)\"" }.joined(separator: ",")
        let claims = TokenSigner.Claims(issuedAt: now.milliseconds / 1000, sub: sub, sid: sid, roles: "[\(list)]")
            .with("limited", isLimited ? "true" : nil)
        return try signer.token(claims.with("iss", #""vokol""#))
    }
}
