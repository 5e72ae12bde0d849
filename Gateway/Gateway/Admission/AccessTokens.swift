import AuthContract
import Crypto
import RPC
import Synchronization
import Values
import Wire

/// Verifies access tokens locally: JWT by RFC 9068, EdDSA only, with the keys that `auth` publishes.
///
/// Verified tokens are cached, so a signature is checked once and not on every call. Each change of keys or revocations
/// starts a new generation; cached tokens of an older generation are checked again against the current keys and
/// revocations.
final class AccessTokens: Sendable {
    struct Policy: Sendable {
        var issuer: String
        var audience: String
        /// The tolerated clock skew.
        var skewSeconds: Int64 = 30
        /// The maximum number of cached tokens.
        var cacheCapacity: Int
        /// The maximum number of revoked sessions tracked individually.
        var revocationCapacity = 65_536
    }

    /// The maximum length of a token, in bytes.
    static let maximumBytes = 4096
    /// The maximum number of keys.
    static let maximumKeys = 16
    private static let shardCount = 16

    private let policy: Policy
    private let trust = Mutex(TokenTrust())
    private let generation = Atomic<UInt64>(0)
    private let shards: [TokenShard]

    init(_ policy: Policy) {
        self.policy = policy
        shards = (0..<Self.shardCount).map { _ in TokenShard(capacity: max(1, policy.cacheCapacity / Self.shardCount)) }
    }

    /// Returns the cached token, even if it has been revoked or has expired since; checks no signature.
    func known(_ token: UnsafeRawBufferPointer) -> VerifiedToken? {
        let hash = Self.hash(token)
        return shard(hash).find(hash, token)
    }

    /// Verifies a token by a cache lookup or one signature check.
    func verify(_ token: UnsafeRawBufferPointer, now: Instant) -> Result<VerifiedToken, TokenFault> {
        guard token.count <= Self.maximumBytes else { return .failure(.malformed) }
        let hash = Self.hash(token)
        if let cached = shard(hash).find(hash, token) {
            return fault(of: cached, at: now).map { .failure($0) } ?? .success(cached)
        }
        do throws(TokenFault) {
            let verified = try check(token, now: now)
            shard(hash).insert(hash, verified)
            return .success(verified)
        } catch {
            return .failure(error)
        }
    }

    /// Returns the reason to refuse a verified token now, or `nil` if it is still valid.
    func fault(of token: VerifiedToken, at now: Instant) -> TokenFault? {
        let current = generation.load(ordering: .acquiring)
        if token.generation.load(ordering: .relaxed) != current {
            if let fault = trust.withLock({ $0.fault(of: token) }) { return fault }
            token.generation.store(current, ordering: .relaxed)
        }
        return now >= token.expiresAt ? .expired : nil
    }

    /// Installs the keys that `auth` publishes; tokens signed with other keys are refused from now on.
    ///
    /// - Returns: false if none of the keys is usable; nothing changes then.
    @discardableResult
    func install(_ published: [Auth.KeySet.Key]) -> Bool {
        var keys: [String: TokenKey] = [:]
        for key in published.prefix(Self.maximumKeys)
        where key.kty == "OKP" && key.crv == "Ed25519" && key.use == "sig" && key.alg == "EdDSA" && keys[key.kid] == nil
        {
            guard let bytes = Base64URL.decode(key.x),
                let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)
            else { continue }
            keys[key.kid] = TokenKey(id: key.kid, text: key.x, publicKey: publicKey)
        }
        guard !keys.isEmpty else { return false }
        let isChanged = trust.withLock { $0.replaceKeys(keys) }
        if isChanged { generation.add(1, ordering: .releasing) }
        return true
    }

    /// True once a key is known; until then no token can be verified.
    var hasKeys: Bool { trust.withLock { !$0.keys.isEmpty } }

    /// The number of cached tokens.
    var cachedCount: Int { shards.reduce(0) { $0 + $1.count } }

    /// Revokes sessions: their tokens are refused from now on.
    func revoke(_ revocations: [Auth.Revocations.Revocation], now: Instant) {
        guard !revocations.isEmpty else { return }
        trust.withLock {
            $0.revoke(
                revocations.map { ($0.sid.text, $0.expiresAt.advanced(bySeconds: policy.skewSeconds)) }, now: now,
                capacity: policy.revocationCapacity)
        }
        generation.add(1, ordering: .releasing)
    }

    private static func hash(_ token: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: token)
        return hasher.finalize()
    }

    private func shard(_ hash: Int) -> TokenShard { shards[hash & (Self.shardCount - 1)] }

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
        var present: Int64?
        var limited: Bool?
    }

    private func check(_ token: UnsafeRawBufferPointer, now: Instant) throws(TokenFault) -> VerifiedToken {
        // A change during the check leaves the token one generation behind, so that it is checked again.
        let current = generation.load(ordering: .acquiring)
        let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let headerBytes = Base64URL.decode(utf8: parts[0]),
            let claimBytes = Base64URL.decode(utf8: parts[1]), let signature = Base64URL.decode(utf8: parts[2]),
            // Unknown members such as `crit` or `jwk` must not be ignored.
            let header = Self.decode(Header.self, headerBytes, unknownMembers: .rejected),
            header.alg == "EdDSA", header.typ == "at+jwt"
        else { throw .malformed }
        guard let key = trust.withLock({ $0.keys[header.kid] }) else { throw .unknownKey }
        let signed = UnsafeRawBufferPointer(rebasing: token[..<(parts[2].startIndex - 1)])
        guard key.publicKey.isValidSignature(signature, for: signed) else { throw .wrongSignature }

        guard let claims = Self.decode(Claims.self, claimBytes, unknownMembers: .ignored),
            (1...64).contains(claims.sub.utf8.count), (1...64).contains(claims.sid.utf8.count), claims.roles.count <= 16
        else { throw .malformed }
        let principal = Principal(
            sub: claims.sub, sid: claims.sid, roles: claims.roles,
            presentUntil: claims.present.map { min(max($0, 0), Instant.range.upperBound / 1000) },
            isLimited: claims.limited == true ? true : nil)
        guard
            let verified = VerifiedToken(
                bytes: Array(token), principal: principal, expiresAt: try expiry(claims, now: now), key: key,
                generation: current)
        else { throw .malformed }
        if let fault = trust.withLock({ $0.fault(of: verified) }) { throw fault }
        return verified
    }

    /// Checks issuer, audience and times; returns the expiry plus the tolerated skew.
    private func expiry(_ claims: Claims, now: Instant) throws(TokenFault) -> Instant {
        guard claims.iss == policy.issuer, claims.aud == policy.audience else { throw .notForUs }
        let second = now.milliseconds / 1000
        guard max(claims.iat, claims.nbf ?? claims.iat) <= second + policy.skewSeconds else { throw .notYetValid }
        let (end, overflow) = claims.exp.addingReportingOverflow(policy.skewSeconds)
        guard !overflow, end <= Instant.range.upperBound / 1000 else { throw .malformed }
        guard end > second else { throw .expired }
        return Instant(milliseconds: end * 1000)
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], unknownMembers: JSONCoding.UnknownMembers
    ) -> Value? {
        bytes.withUnsafeBytes { try? JSONCoding.decode(type, from: $0, unknownMembers: unknownMembers) }
    }
}
