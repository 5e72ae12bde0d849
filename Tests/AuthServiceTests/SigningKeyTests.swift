import AuthContract
import Contract
import Foundation
import JWTKit
import Postgres
import RPC
import Testing
import Values
import Wire

@testable import AuthService

/// The claims of an access token, read by another library.
private struct Claims: JWTPayload {
    var iss: IssuerClaim
    var aud: AudienceClaim
    var sub: SubjectClaim
    var sid: String
    var jti: IDClaim
    var roles: [String]
    var iat: IssuedAtClaim
    var exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) async throws {
        try aud.verifyIntendedAudience(includes: "vokol")
    }
}

@Suite(.serialized) struct SigningKeyTests {
    private func verifier(_ published: [Auth.KeySet.Key]) async throws -> JWTKeyCollection {
        let keys = JWTKeyCollection()
        for key in published {
            await keys.add(
                eddsa: try EdDSA.PublicKey(x: key.x, curve: .ed25519), kid: JWKIdentifier(string: key.kid))
        }
        return keys
    }

    /// Verifies a token with the published key that its header names.
    private func isGenuine(_ token: String, by published: [Auth.KeySet.Key]) async throws -> Bool {
        let kid = try header(of: token).kid
        guard let key = published.first(where: { $0.kid == kid }) else { return false }
        return (try? await verifier([key]).verify(token, as: Claims.self)) != nil
    }

    private struct Header: Decodable {
        var typ: String
        var alg: String
        var kid: String
    }

    /// Decodes the header of a token, which must have the members of `Header` and no others.
    private func header(of token: String) throws -> Header {
        let part = try #require(token.split(separator: ".").first)
        return try #require(Base64URL.decode(part)).withUnsafeBytes { try JSONCoding.decode(Header.self, from: $0) }
    }

    @Test func `An access token names account, audience, session and expiry`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            try await auth.setRole(.parkStaff, granted: true)
            let second = try await auth.login()
            let published = auth.keys.published
            let claims = try await verifier(published).verify(second.accessToken, as: Claims.self)
            let now = auth.clock.now / 1_000
            #expect(claims.iss.value == "vokol")
            #expect(claims.aud.value == ["vokol"])
            #expect(claims.sub.value == tokens.user.id.text)
            #expect(second.refreshToken.text.hasPrefix(claims.sid + "."))
            #expect(claims.roles == ["park.staff"])
            #expect(Int64(claims.iat.value.timeIntervalSince1970) == now)
            #expect(Int64(claims.exp.value.timeIntervalSince1970) == now + 300)
            #expect(Identifier(claims.jti.value) != nil)
            let header = try header(of: second.accessToken)
            #expect(header.typ == "at+jwt")
            #expect(header.alg == "EdDSA")
            #expect(header.kid == published[0].kid)
            #expect(published.allSatisfy { $0.kty == "OKP" && $0.crv == "Ed25519" && $0.use == "sig" })
        }
    }

    @Test func `All replicas publish and use the same keys`() async throws {
        try await AuthFixture.with { auth in
            let replicas = try (0..<8).map { _ in try auth.replica() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for replica in replicas { group.addTask { try await replica.keys.reload() } }
                try await group.waitForAll()
            }
            for replica in replicas { #expect(replica.keys.published == auth.keys.published) }
            #expect(try await auth.number("SELECT count(*) FROM signing_key") == 1)
        }
    }

    @Test func `Replicas that start at once on an empty database make one key`() async throws {
        try await AuthFixture.with { auth in
            for _ in 0..<10 {
                _ = try await auth.client.query(PreparedStatement("forgetKeys", "DELETE FROM signing_key"))
                let replicas = try (0..<6).map { _ in try auth.replica() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for replica in replicas { group.addTask { try await replica.keys.reload() } }
                    try await group.waitForAll()
                }
                #expect(Set(replicas.flatMap { $0.keys.published.map(\.kid) }).count == 1)
            }
        }
    }

    @Test func `Keys rotate without a token that cannot be verified`() async throws {
        let schedule = KeySchedule(period: .seconds(3_600), lead: .seconds(900), retention: .seconds(420))
        try await AuthFixture.with(schedule: schedule) { auth in
            var tokens = try await auth.signUp()
            var used: Set<String> = []
            var issued: [(at: Int64, token: String)] = []
            var lists: [(at: Int64, keys: [Auth.KeySet.Key])] = []
            for _ in 0..<100 {
                auth.clock.advance(.seconds(150))
                try await auth.keys.reload()
                lists.append((auth.clock.now, auth.keys.published))
                tokens = try await auth.refresh(tokens.refreshToken)
                issued.append((auth.clock.now, tokens.accessToken))
                used.insert(try header(of: tokens.accessToken).kid)
                // Any list of keys up to ten minutes old verifies a new token, and the current list verifies an old
                // token.
                for list in lists where auth.clock.now - list.at <= 600_000 {
                    #expect(try await isGenuine(tokens.accessToken, by: list.keys))
                }
                for one in issued where auth.clock.now - one.at <= 330_000 {
                    #expect(try await isGenuine(one.token, by: auth.keys.published))
                }
            }
            #expect(used.count >= 4)
            #expect(try await auth.number("SELECT count(*) FROM signing_key") <= 3)
        }
    }

    @Test func `An operator's rotation publishes the next key and lets it sign after the lead`() async throws {
        try await AuthFixture.with { auth in
            let first = auth.keys.published
            try await auth.keys.reload(isForced: true)
            let both = auth.keys.published
            #expect(both.count == 2)
            #expect(both.last == first.first)
            let tokens = try await auth.signUp()
            #expect(try await isGenuine(tokens.accessToken, by: first))
            auth.clock.advance(.seconds(900))
            let later = try await auth.refresh(tokens.refreshToken)
            #expect(try await !isGenuine(later.accessToken, by: first))
            #expect(try await isGenuine(later.accessToken, by: both))
        }
    }

    @Test func `A replica with another secret refuses to start and changes nothing`() async throws {
        try await AuthFixture.with { auth in
            let before = try await auth.texts("SELECT id FROM signing_key")
            let stranger = try auth.replica(secret: String(repeating: "x", count: 32))
            auth.clock.advance(.seconds(365 * 86_400))
            await #expect(throws: SealedKeyFault.self) { try await stranger.keys.run() }
            #expect(try await auth.texts("SELECT id FROM signing_key") == before)
            #expect(stranger.keys.isEmpty)
        }
    }

    @Test func `A private key is unreadable in the database and bound to its name`() throws {
        let secret = try #require(MasterSecret(AuthFixture.secret)).key(for: .signingKeys)
        let key = SigningKey(activeFrom: Instant(milliseconds: 0))
        let row = try key.sealed(secret: secret)
        #expect(SigningKey(row, secret: secret)?.publicKey == key.publicKey)
        var renamed = row
        renamed.id = SigningKey(activeFrom: Instant(milliseconds: 0)).id
        #expect(SigningKey(renamed, secret: secret) == nil)
        for index in row.sealed.indices {
            var changed = row
            changed.sealed[index] ^= 1
            #expect(SigningKey(changed, secret: secret) == nil)
        }
    }

    @Test func `Without a key nothing is signed, and the caller may retry`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let cold = try auth.replica()
            try await cold.rules.reload()
            let error = await rpcError { try await cold.refresh(tokens.refreshToken) }
            #expect(error?.code == .unavailable)
            #expect(error?.retryAfterMilliseconds == 1_000)
        }
    }
}
