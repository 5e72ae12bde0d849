import AuthContract
import RPC
import Testing
import Values

@testable import Gateway

@Suite struct KeptTokensTests {
    private static let second: Int64 = 1_795_243_200
    private let now = Instant(milliseconds: second * 1000)
    private let signer = TokenSigner()
    private let first = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcde0")
    private let other = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcde1")

    private func trusting(capacity: Int = 64, revocations: Int = 100) -> AccessTokens {
        let tokens = AccessTokens(
            AccessTokens.Policy(
                issuer: "https://vokol.example", audience: "vokol", cacheCapacity: capacity,
                revocationCapacity: revocations))
        tokens.install([signer.published])
        return tokens
    }

    private func token(sub: String = "ada", sid: Identifier? = nil, issuedAt: Int64 = second) throws -> String {
        try signer.token(TokenSigner.Claims(issuedAt: issuedAt, sub: sub, sid: (sid ?? first).text))
    }

    private func ended(_ sid: Identifier, until seconds: Int64 = 300) -> Auth.Revocations.Revocation {
        Auth.Revocations.Revocation(sid: sid, expiresAt: now.advanced(bySeconds: seconds))
    }

    @Test func `A token is verified once and then cached`() throws {
        let tokens = trusting()
        let text = try token()
        #expect(tokens.known(text) == nil)
        let verified = try tokens.verify(text, now: now).get()
        #expect(tokens.known(text) === verified)
        #expect(try tokens.verify(text, now: now).get() === verified)
        #expect(tokens.known(try token(sub: "grace")) == nil)
    }

    @Test func `A refused token is not cached`() throws {
        let tokens = trusting()
        _ = tokens.verify(try token() + "A", now: now)
        _ = tokens.verify(try token(issuedAt: 0), now: now)
        #expect(tokens.cachedCount == 0)
    }

    @Test func `The token cache is bounded, and an evicted token is verified again`() throws {
        let tokens = trusting(capacity: 32)
        let texts = try (0..<200).map { try token(sub: "user-\($0)") }
        for text in texts {
            #expect(tokens.verify(text, now: now).fault == nil)
            #expect(tokens.cachedCount <= 32)
        }
        #expect(tokens.cachedCount > 16)
        for text in texts { #expect(tokens.verify(text, now: now).fault == nil) }
    }

    @Test func `The oldest token is evicted first`() throws {
        let tokens = trusting()
        let shard = TokenShard(capacity: 3)
        let kept = try (0..<5).map { try tokens.verify(try token(sub: "user-\($0)"), now: now).get() }
        for (hash, token) in kept.enumerated() {
            shard.insert(hash, token)
            shard.insert(hash, token)
        }
        #expect(shard.count == 3)
        for (hash, token) in kept.enumerated() {
            let found = token.bytes.withUnsafeBytes { shard.find(hash, $0) }
            #expect((found === token) == (hash >= 2))
        }
    }

    @Test func `Two tokens with the same hash are not confused`() throws {
        let tokens = trusting()
        let shard = TokenShard(capacity: 3)
        let ada = try tokens.verify(try token(), now: now).get()
        let grace = try tokens.verify(try token(sub: "grace"), now: now).get()
        shard.insert(7, ada)
        #expect(grace.bytes.withUnsafeBytes { shard.find(7, $0) } == nil)
        shard.insert(7, grace)
        #expect(grace.bytes.withUnsafeBytes { shard.find(7, $0) } === grace)
        #expect(ada.bytes.withUnsafeBytes { shard.find(7, $0) } == nil)
    }

    // MARK: Ended sessions

    @Test func `Tokens of a revoked session are refused, cached or not`() throws {
        let tokens = trusting()
        let seen = try token(), unseen = try token(sub: "grace")
        let kept = try tokens.verify(seen, now: now).get()
        let bystander = try tokens.verify(try token(sid: other), now: now).get()
        tokens.revoke([ended(first)], now: now)
        #expect(tokens.verify(seen, now: now).fault == .revoked)
        #expect(tokens.verify(unseen, now: now).fault == .revoked)
        #expect(tokens.fault(of: kept, at: now) == .revoked)
        #expect(tokens.fault(of: bystander, at: now) == nil)
        #expect(tokens.fault(of: bystander, at: now) == nil)
    }

    @Test func `A token kept by a connection is refused once its session is revoked, even after eviction`() throws {
        let tokens = trusting(capacity: 16)
        let held = try tokens.verify(try token(), now: now).get()
        for index in 0..<200 { _ = tokens.verify(try token(sub: "user-\(index)", sid: other), now: now) }
        #expect(tokens.known(try token()) == nil)
        tokens.revoke([ended(first)], now: now)
        #expect(tokens.fault(of: held, at: now) == .revoked)
    }

    @Test func `A revoked session is forgotten once its last token has expired, not before`() throws {
        let tokens = trusting()
        tokens.revoke([ended(first)], now: now)
        let late = now.advanced(bySeconds: 329)
        tokens.revoke([ended(other, until: 600)], now: late)
        #expect(tokens.verify(try token(), now: late).fault == .revoked)
        let later = now.advanced(bySeconds: 330)
        tokens.revoke([ended(other, until: 600)], now: later)
        #expect(tokens.verify(try token(issuedAt: Self.second + 330), now: later).fault == nil)
    }

    @Test func `A later, shorter revocation does not shorten an earlier one`() throws {
        let tokens = trusting()
        tokens.revoke([ended(first, until: 300)], now: now)
        tokens.revoke([ended(first, until: 10)], now: now)
        let late = now.advanced(bySeconds: 200)
        tokens.revoke([ended(other)], now: late)
        #expect(tokens.verify(try token(), now: late).fault == .revoked)
    }

    @Test
    func `With too many revoked sessions, every token that may belong to one is refused`()
        throws
    {
        let tokens = trusting(revocations: 3)
        let innocent = try token(sid: other)
        #expect(tokens.verify(innocent, now: now).fault == nil)
        let sids = (0..<4).map { Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-4567890000\(10 + $0)") }
        tokens.revoke(sids.prefix(3).map { ended($0) }, now: now)
        #expect(tokens.verify(innocent, now: now).fault == nil)
        tokens.revoke([ended(sids[3])], now: now)
        for sid in sids { #expect(tokens.verify(try token(sid: sid), now: now).fault == .revoked) }
        #expect(tokens.verify(innocent, now: now).fault == .revoked)
        let later = now.advanced(bySeconds: 1)
        #expect(tokens.verify(try token(sid: other, issuedAt: Self.second + 1), now: later).fault == nil)
        // Further revocations do not lift the bound.
        tokens.revoke([ended(sids[0], until: 5)], now: later)
        #expect(tokens.verify(innocent, now: later).fault == .revoked)
    }

    // MARK: A connection's last token

    @Test func `A connection's memo knows its last token even after eviction, and no other bytes`() throws {
        let tokens = trusting(capacity: 16)
        var memo = TokenMemo()
        func known(_ text: String) -> VerifiedToken? {
            Array(text.utf8).withUnsafeBytes { memo.known($0, in: tokens) }
        }
        let ada = try token()
        #expect(known(ada) == nil)
        let verified = try tokens.verify(ada, now: now).get()
        #expect(known(ada) === verified)
        for index in 0..<200 { _ = tokens.verify(try token(sub: "user-\(index)"), now: now) }
        #expect(tokens.known(ada) == nil)
        #expect(known(ada) === verified)
        #expect(known(ada + "A") == nil)
        #expect(known(String(ada.dropLast())) == nil)
        #expect(known("") == nil)
        #expect(known(ada) === verified)
    }

    @Test func `A connection's memo adopts a token that another connection verified`() throws {
        let tokens = trusting()
        var memo = TokenMemo()
        let verified = try tokens.verify(try token(), now: now).get()
        let text = Array(try token().utf8)
        // Signing is deterministic, so these are the same bytes.
        #expect(text == verified.bytes)
        #expect(text.withUnsafeBytes { memo.known($0, in: tokens) } === verified)
    }

    @Test
    func `A session that ends during a verification on other threads is refused by all afterwards`()
        throws
    {
        for round in 0..<40 {
            let tokens = trusting()
            let texts = try (0..<4).map { Array(try token(sub: "user-\(round)-\($0)").utf8) }
            let session = first, now = now
            onThreads(5) { [tokens] thread in
                if thread == 4 {
                    tokens.revoke(
                        [Auth.Revocations.Revocation(sid: session, expiresAt: now.advanced(bySeconds: 300))], now: now)
                } else {
                    _ = texts[thread].withUnsafeBytes { tokens.verify($0, now: now) }
                }
            }
            for text in texts { #expect(text.withUnsafeBytes { tokens.verify($0, now: now) }.fault == .revoked) }
        }
    }
}
