import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct SessionTests {
    @Test func `A refresh token yields the next pair, once`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            auth.clock.advance(.seconds(200))
            let second = try await auth.refresh(first.refreshToken)
            #expect(second.refreshToken != first.refreshToken)
            #expect(second.accessToken != first.accessToken)
            #expect(second.accessTokenExpiresAt.milliseconds == auth.clock.now + 300_000)
            #expect(second.user == first.user)
            auth.clock.advance(.seconds(200))
            #expect(await ending { try await auth.refresh(second.refreshToken) } == "ok")
        }
    }

    @Test func `Two hundred concurrent refreshes yield one successor, and the session goes on`() async throws {
        try await AuthFixture.with { auth in
            var tokens = try await auth.signUp()
            for _ in 0..<3 {
                auth.clock.advance(.seconds(60))
                let old = tokens.refreshToken
                let successors = try await withThrowingTaskGroup(of: RefreshToken.self) { group in
                    for _ in 0..<200 { group.addTask { try await auth.refresh(old).refreshToken } }
                    return try await group.reduce(into: Set<RefreshToken>()) { $0.insert($1) }
                }
                #expect(successors.count == 1)
                auth.clock.advance(.seconds(5))
                tokens = try await auth.refresh(try #require(successors.first))
            }
            #expect(try await auth.number("SELECT counter FROM session") == 7)
        }
    }

    @Test func `A token reused after the grace ends the session and is recorded`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let second = try await auth.refresh(first.refreshToken)
            auth.clock.advance(.seconds(10))
            #expect(try await auth.refresh(first.refreshToken).refreshToken == second.refreshToken)
            auth.clock.advance(.milliseconds(1))
            let error = await rpcError { try await auth.refresh(first.refreshToken) }
            #expect(error?.code == .unauthenticated)
            #expect(error?.reason == "session-ended")
            #expect(await ending { try await auth.refresh(second.refreshToken) } == "session-ended")
            #expect(try await auth.number("SELECT count(*) FROM audit WHERE event = 'refresh-reused'") == 1)
        }
    }

    @Test func `A token two steps behind ends the session even within the grace`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let second = try await auth.refresh(first.refreshToken)
            let third = try await auth.refresh(second.refreshToken)
            #expect(await ending { try await auth.refresh(first.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(third.refreshToken) } == "session-ended")
        }
    }

    @Test func `Signing out works with any token of the session, and repeatedly`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let second = try await auth.refresh(first.refreshToken)
            try await auth.logout(first.refreshToken)
            try await auth.logout(second.refreshToken)
            try await auth.logout(RefreshToken(unchecked: "nonsense"))
            #expect(await ending { try await auth.refresh(second.refreshToken) } == "session-ended")
            #expect(try await auth.number("SELECT count(*) FROM audit WHERE event = 'signed-out'") == 1)
        }
    }

    @Test func `No token works after signing out, whatever ran concurrently`() async throws {
        try await AuthFixture.with { auth in
            for round in 0..<100 {
                let tokens = try await round == 0 ? auth.signUp() : auth.login()
                let given = try await withThrowingTaskGroup(of: RefreshToken?.self) { group in
                    for index in 0..<6 {
                        group.addTask {
                            if index == 3 {
                                try await auth.logout(tokens.refreshToken)
                                return nil
                            }
                            return try? await auth.refresh(tokens.refreshToken).refreshToken
                        }
                    }
                    return try await group.reduce(into: [tokens.refreshToken]) { $0 += [$1].compactMap(\.self) }
                }
                for token in Set(given) {
                    #expect(await ending { try await auth.refresh(token) } == "session-ended")
                }
            }
        }
    }

    @Test func `A session ends when unused for too long or too old`() async throws {
        var policy = AuthPolicy()
        policy.sessions.idleLifetime = .seconds(1_000)
        policy.sessions.lifetime = .seconds(2_500)
        try await AuthFixture.with(policy: policy) { auth in
            let idle = try await auth.signUp()
            #expect(idle.refreshTokenExpiresAt.milliseconds == auth.clock.now + 1_000_000)
            var used = try await auth.login()
            auth.clock.advance(.seconds(900))
            used = try await auth.refresh(used.refreshToken)
            auth.clock.advance(.seconds(100))
            #expect(await ending { try await auth.refresh(idle.refreshToken) } == "session-ended")
            auth.clock.advance(.seconds(800))
            used = try await auth.refresh(used.refreshToken)
            #expect(used.refreshTokenExpiresAt.milliseconds == auth.clock.now + 700_000)
            auth.clock.advance(.seconds(700))
            #expect(await ending { try await auth.refresh(used.refreshToken) } == "session-ended")
        }
    }

    @Test func `A session beyond the limit ends the oldest`() async throws {
        var policy = AuthPolicy()
        policy.sessions.maximumPerAccount = 3
        try await AuthFixture.with(policy: policy) { auth in
            var all = [try await auth.signUp()]
            for _ in 0..<3 {
                auth.clock.advance(.seconds(1))
                all.append(try await auth.login())
            }
            #expect(await ending { try await auth.refresh(all[0].refreshToken) } == "session-ended")
            for tokens in all.dropFirst() {
                #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "ok")
            }
        }
    }

    @Test func `A genuine token of a deleted session is rejected like any other`() async throws {
        try await AuthFixture.with { auth in
            let id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
            let token = auth.service.sessions.refreshTokens.token(session: id, counter: 1)
            #expect(await ending { try await auth.refresh(token) } == "session-ended")
            try await auth.logout(token)
        }
    }

    @Test func `Callers see only their own account`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let principal = Principal(sub: tokens.user.id.text, sid: AuthFixture.noSession, roles: [])
            #expect(
                try await auth.service.profiles.me(Empty(), by: SessionHolder(principal), origin: AuthFixture.here)
                    == tokens.user)
            for sub in ["019ab3c4-5d6e-7f80-9123-456789abcdef", "nonsense", ""] {
                let other = Principal(sub: sub, sid: AuthFixture.noSession, roles: [])
                #expect(
                    await ending {
                        try await auth.service.profiles.me(Empty(), by: SessionHolder(other), origin: AuthFixture.here)
                    } == "unauthenticated")
            }
            let noSession = Principal(sub: tokens.user.id.text, sid: "nonsense", roles: [])
            for principal in [nil, noSession] {
                #expect(await ending { try SessionHolder(principal) } == "unauthenticated")
            }
        }
    }

    @Test func `Revoking a role ends the account's sessions`() async throws {
        try await AuthFixture.with { auth in
            let before = try await auth.signUp()
            #expect(try await auth.setRole(.admin, granted: true))
            #expect(try await !auth.setRole(.admin, granted: true))
            #expect(try await auth.refresh(before.refreshToken).user.roles.map(\.known) == [.admin])
            #expect(try await auth.setRole(.admin, granted: false))
            #expect(try await !auth.setRole(.admin, granted: false))
            #expect(await ending { try await auth.refresh(before.refreshToken) } == "session-ended")
            #expect(try await auth.login().user.roles.isEmpty)
            let events = try await auth.texts(
                "SELECT event || ' ' || subject FROM audit WHERE event LIKE 'role-%' ORDER BY id")
            #expect(events == ["role-granted admin", "role-revoked admin"])
        }
    }
}

@Suite(.serialized) struct RevocationTests {
    private func revocations(_ auth: AuthFixture, after: Int64? = nil) async throws -> Auth.Revocations.Result {
        try await auth.service.sessions.revocations(Auth.Revocations.Params(after: after), origin: AuthFixture.here)
    }

    private func session(_ tokens: Auth.Tokens) throws -> Identifier {
        Identifier(unchecked: String(try #require(tokens.refreshToken.text.split(separator: ".").first)))
    }

    @Test func `An ended session is reported until the last of its access tokens has expired`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            #expect(try await revocations(auth).items.isEmpty)
            try await auth.logout(tokens.refreshToken)
            let reported = try await revocations(auth)
            let expiresAt = Instant(milliseconds: auth.clock.now + 300_000)
            #expect(reported.items == [.init(sid: try session(tokens), expiresAt: expiresAt)])
            #expect(reported.next > 0)
            auth.clock.advance(.seconds(329))
            #expect(try await revocations(auth).items.count == 1)
            auth.clock.advance(.seconds(1))
            #expect(try await revocations(auth).items.isEmpty)
        }
    }

    @Test func `Repeated requests return new revocations, and recent ones again for a while`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let second = try await auth.login()
            try await auth.logout(first.refreshToken)
            let reported = try await revocations(auth)
            try await auth.logout(second.refreshToken)
            let both = try await revocations(auth, after: reported.next)
            #expect(Set(both.items.map(\.sid)) == [try session(first), try session(second)])
            #expect(both.next > reported.next)
            auth.clock.advance(.seconds(30))
            let later = try await revocations(auth, after: both.next)
            #expect(later.items.isEmpty)
            #expect(later.next == both.next)
        }
    }

    @Test func `A session whose end becomes visible late is still reported`() async throws {
        try await AuthFixture.with { auth in
            let late = try await auth.signUp()
            let early = try await auth.login()
            let lateID = try session(late)
            let (ended, end) = AsyncStream<Void>.makeStream()
            let (release, commit) = AsyncStream<Void>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await auth.store.inTransaction { transaction in
                        let now = try await transaction.now()
                        _ = try await transaction.sessions.end(lateID, because: .signedOut, now: now)
                        end.yield()
                        for await _ in release {}
                    }
                }
                for await _ in ended { break }
                try await auth.logout(early.refreshToken)
                let reported = try await revocations(auth)
                #expect(reported.items.map(\.sid) == [try session(early)])
                commit.finish()
                try await group.waitForAll()
                let again = try await revocations(auth, after: reported.next)
                #expect(again.items.contains { $0.sid == lateID })
            }
        }
    }

    @Test func `Many ended sessions are reported page by page`() async throws {
        var policy = AuthPolicy()
        policy.revocationLimit = 3
        policy.revocationOverlap = .zero
        try await AuthFixture.with(policy: policy) { auth in
            var expected: Set<Identifier> = []
            for index in 0..<10 {
                let tokens = try await index == 0 ? auth.signUp() : auth.login()
                expected.insert(try session(tokens))
                try await auth.logout(tokens.refreshToken)
                auth.clock.advance(.milliseconds(1))
            }
            var reported: [Identifier] = []
            var after: Int64?
            while true {
                let page = try await revocations(auth, after: after)
                guard !page.items.isEmpty else { break }
                reported += page.items.map(\.sid)
                after = page.next
            }
            #expect(reported.count == 10)
            #expect(Set(reported) == expected)
        }
    }

    @Test func `Every access token is covered by its session's revocation, whatever ran concurrently`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            auth.clock.advance(.seconds(100))
            let refreshed = try await auth.refresh(tokens.refreshToken)
            try await auth.logout(tokens.refreshToken)
            let reported = try #require(try await revocations(auth).items.first)
            #expect(reported.expiresAt >= refreshed.accessTokenExpiresAt)
        }
    }
}
