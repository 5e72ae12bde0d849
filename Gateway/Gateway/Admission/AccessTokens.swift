import Contracts
import Crypto
import RPC
import Synchronization
import Wire

/// Verifies access tokens in this process: JWT by RFC 9068, EdDSA and nothing else, with the keys that `auth` publishes.
///
/// A token that was found genuine is kept until it expires, so that a signature is checked once and not on every call.
final class AccessTokens: Sendable {
    struct Policy: Sendable {
        var issuer: String
        var audience: String
        /// How far clocks may differ.
        var skewSeconds: Int64 = 30
        /// The most tokens that are kept.
        var cacheCapacity: Int
    }

    private struct Keys {
        var byID: [String: Curve25519.Signing.PublicKey] = [:]
        var revoked: [String: Instant] = [:]
    }

    /// The longest token that is looked at, in bytes.
    static let maximumBytes = 4096
    private static let shardCount = 16

    private let policy: Policy
    private let keys = Mutex(Keys())
    private let shards: [Shard]

    init(_ policy: Policy) {
        self.policy = policy
        shards = (0..<Self.shardCount).map { _ in Shard(capacity: max(1, policy.cacheCapacity / Self.shardCount)) }
    }

    /// The token if it was verified before and is still kept; no signature is checked. It may have expired since.
    func known(_ token: UnsafeRawBufferPointer) -> VerifiedToken? {
        let hash = Self.hash(token)
        return shards[hash & (Self.shardCount - 1)].find(hash, token)
    }

    /// Verifies a token: one signature check, some 100 µs.
    func verify(_ token: UnsafeRawBufferPointer, now: Instant) -> Result<VerifiedToken, TokenFault> {
        do throws(TokenFault) {
            let verified = try check(token, now: now)
            let hash = Self.hash(token)
            shards[hash & (Self.shardCount - 1)].insert(hash, verified, now: now)
            return .success(verified)
        } catch {
            return .failure(error)
        }
    }

    /// Takes the keys that `auth` publishes; tokens of keys that are gone are forgotten.
    func install(_ published: [Auth.KeySet.Key]) {
        var byID: [String: Curve25519.Signing.PublicKey] = [:]
        for key in published.prefix(16) where key.kty == "OKP" && key.crv == "Ed25519" && key.use == "sig" {
            guard let bytes = Base64URL.decode(key.x),
                let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
            else { continue }
            byID[key.kid] = publicKey
        }
        let isReplaced = keys.withLock { keys in
            let gone = Set(keys.byID.keys).subtracting(byID.keys)
            keys.byID = byID
            return !gone.isEmpty
        }
        if isReplaced { for shard in shards { shard.removeAll() } }
    }

    /// Whether any key is known: without one nobody can sign in.
    var hasKeys: Bool { keys.withLock { !$0.byID.isEmpty } }

    /// Takes note of sessions that were ended: their tokens are refused from now on.
    func revoke(_ revocations: [Auth.Revocations.Revocation], now: Instant) {
        guard !revocations.isEmpty else { return }
        let sids = Set(revocations.map(\.sid.text))
        keys.withLock { keys in
            for revocation in revocations {
                keys.revoked[revocation.sid.text] = revocation.expiresAt.advanced(bySeconds: policy.skewSeconds)
            }
            keys.revoked = keys.revoked.filter { $0.value > now }
        }
        for shard in shards { shard.revoke(sids) }
    }

    private static func hash(_ token: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: token)
        return hasher.finalize()
    }

    private struct Header: Decodable {
        var alg: String
        var typ: String
        var kid: String
    }

    private struct Claims: Decodable {
        var iss: String
        var aud: String
        var sub: String
        var sid: String
        var roles: [String]
        var iat: Int64
        var exp: Int64
        var nbf: Int64?
    }

    private func check(_ token: UnsafeRawBufferPointer, now: Instant) throws(TokenFault) -> VerifiedToken {
        guard token.count <= Self.maximumBytes else { throw .malformed }
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let headerBytes = Base64URL.decode(utf8: parts[0]),
            let claimBytes = Base64URL.decode(utf8: parts[1]), let signature = Base64URL.decode(utf8: parts[2]),
            // Members that we do not know, such as `crit` or `jwk`, are not for us to pass over.
            let header = Self.decode(Header.self, headerBytes, unknownMembers: .refused),
            header.alg == "EdDSA", header.typ == "at+jwt"
        else { throw .malformed }
        guard let key = keys.withLock({ $0.byID[header.kid] }) else { throw .unknownKey }
        let signed = UnsafeRawBufferPointer(rebasing: token[token.startIndex..<(parts[2].startIndex - 1)])
        guard key.isValidSignature(signature, for: signed) else { throw .wrongSignature }

        guard let claims = Self.decode(Claims.self, claimBytes, unknownMembers: .ignored),
            (1...64).contains(claims.sub.utf8.count), (1...64).contains(claims.sid.utf8.count), claims.roles.count <= 16
        else { throw .malformed }
        guard claims.iss == policy.issuer, claims.aud == policy.audience else { throw .notForUs }
        let second = now.milliseconds / 1000
        guard max(claims.iat, claims.nbf ?? claims.iat) <= second + policy.skewSeconds else { throw .notYetValid }
        let (end, overflow) = claims.exp.addingReportingOverflow(policy.skewSeconds)
        guard !overflow, end > second, end <= Instant.range.upperBound / 1000 else { throw .expired }
        if keys.withLock({ $0.revoked[claims.sid] != nil }) { throw .revoked }
        return VerifiedToken(
            bytes: Array(token), principal: Principal(sub: claims.sub, sid: claims.sid, roles: claims.roles),
            expiresAt: Instant(milliseconds: end * 1000))
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], unknownMembers: JSONCoding.UnknownMembers
    ) -> Value? {
        bytes.withUnsafeBytes { try? JSONCoding.decode(type, from: $0, unknownMembers: unknownMembers) }
    }
}

/// A part of the kept tokens under a lock of its own.
private final class Shard: Sendable {
    private let tokens = Mutex<[Int: VerifiedToken]>([:])
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    func find(_ hash: Int, _ bytes: UnsafeRawBufferPointer) -> VerifiedToken? {
        guard let token = tokens.withLock({ $0[hash] }), token.bytes.elementsEqual(bytes) else { return nil }
        return token
    }

    func insert(_ hash: Int, _ token: VerifiedToken, now: Instant) {
        tokens.withLock { tokens in
            if tokens.count >= capacity, tokens[hash] == nil {
                tokens = tokens.filter { $0.value.fault(at: now) == nil }
                if tokens.count >= capacity, let any = tokens.keys.first { tokens[any] = nil }
            }
            tokens[hash] = token
        }
    }

    func revoke(_ sids: Set<String>) {
        tokens.withLock { tokens in
            for token in tokens.values where sids.contains(token.principal.sid) { token.revoke() }
        }
    }

    func removeAll() { tokens.withLock { $0.removeAll() } }
}
