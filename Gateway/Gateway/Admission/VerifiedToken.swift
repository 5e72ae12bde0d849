import Contract
import Platform
import RPC
import Synchronization
import Values
import Wire

/// A verified access token, with everything that calls need from it.
final class VerifiedToken: Sendable {
    /// The token as sent.
    let bytes: [UInt8]
    let principal: Principal
    /// The principal as sent in `meta.principal`.
    let linkPrincipal: LinkPrincipal
    let roles: Set<String>
    let userKey: LimitKey
    /// The bucket of the user's calls.
    let calls: LimitBucket
    /// The time from which the token is refused.
    let expiresAt: Instant
    /// The key that signed the token.
    let key: TokenKey
    /// The generation of ``AccessTokens`` in which the token was last checked.
    let generation: Atomic<UInt64>

    /// Creates a token; returns `nil` if the principal cannot be sent to services.
    init?(bytes: [UInt8], principal: Principal, expiresAt: Instant, key: TokenKey, generation: UInt64) {
        self.bytes = bytes
        self.principal = principal
        self.expiresAt = expiresAt
        self.key = key
        self.generation = Atomic(generation)
        roles = Set(principal.roles)
        userKey = .user(principal.sub)
        calls = LimitBucket(key: userKey, name: LimitName(user: principal.sub), network: nil)
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
        if let presentUntil = principal.presentUntil {
            writer.key("presentUntil")
            writer.integer(presentUntil)
        }
        if principal.isLimited == true {
            writer.key("isLimited")
            writer.bool(true)
        }
        writer.endObject()
        guard let linkPrincipal = LinkPrincipal(json: writer.bytes) else { return nil }
        self.linkPrincipal = linkPrincipal
    }

    /// Returns true if the bytes are those of the token.
    func matches(_ other: UnsafeRawBufferPointer) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard bytes.count == other.count, let left = bytes.baseAddress, let right = other.baseAddress else {
                return false
            }
            return memcmp(left, right, bytes.count) == 0
        }
    }
}

/// The reason to refuse an access token, sent to the caller with `unauthenticated`.
enum TokenFault: Error, Sendable, CaseIterable {
    case malformed
    case unknownKey
    case wrongSignature
    case expired
    case notYetValid
    case notForUs
    case revoked

    var reason: ErrorReason {
        switch self {
        case .malformed: .tokenMalformed
        case .unknownKey: .tokenKeyUnknown
        case .wrongSignature: .tokenSignatureWrong
        case .expired: .tokenExpired
        case .notYetValid: .tokenNotYetValid
        case .notForUs: .tokenNotForUs
        case .revoked: .sessionEnded
        }
    }
}
