import Contracts
import RPC
import Synchronization
import Wire

/// An access token that was found genuine: what the gateway needs of it on every call, made once.
final class VerifiedToken: Sendable {
    /// The token as it was sent.
    let bytes: [UInt8]
    let principal: Principal
    /// The principal as JSON, as it travels in `meta.principal`.
    let encodedPrincipal: [UInt8]
    let roles: Set<String>
    let userKey: LimitKey
    /// After this the token is refused.
    let expiresAt: Instant
    private let revoked = Atomic<Bool>(false)

    init(bytes: [UInt8], principal: Principal, expiresAt: Instant) {
        self.bytes = bytes
        self.principal = principal
        self.expiresAt = expiresAt
        roles = Set(principal.roles)
        userKey = .user(principal.sub)
        var writer = JSONWriter(reservingCapacity: 128)
        writer.beginObject()
        writer.key("sub")
        writer.string(principal.sub)
        writer.key("sid")
        writer.string(principal.sid)
        writer.key("roles")
        writer.beginArray()
        for role in principal.roles { writer.string(role) }
        writer.endArray()
        writer.endObject()
        encodedPrincipal = writer.bytes
    }

    /// Whether the session was ended since the token was verified.
    var isRevoked: Bool { revoked.load(ordering: .relaxed) }

    func revoke() { revoked.store(true, ordering: .relaxed) }

    /// Why the token must be refused now; `nil` if it need not be.
    func fault(at now: Instant) -> TokenFault? {
        if isRevoked { return .revoked }
        return now >= expiresAt ? .expired : nil
    }
}

/// Why an access token is refused. The caller is told `unauthenticated` and this word.
enum TokenFault: String, Error, Sendable {
    case malformed = "token-malformed"
    case unknownKey = "token-key-unknown"
    case wrongSignature = "token-signature-wrong"
    case expired = "token-expired"
    case notYetValid = "token-not-yet-valid"
    case notForUs = "token-not-for-us"
    case revoked = "session-ended"
}
