import AuthContract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct SessionTests {
    @Test func `A refresh token buys the next pair, once`() async throws {
        try await AuthWorld.with { world in
            let first = try await world.signUp()
            world.clock.advance(.seconds(200))
            let second = try await world.refresh(first.refreshToken)
            #expect(second.refreshToken != first.refreshToken)
            #expect(second.accessToken != first.accessToken)
            #expect(second.accessTokenExpiresAt.milliseconds == world.clock.now + 300_000)
            #expect(second.user == first.user)
            world.clock.advance(.seconds(200))
            #expect(await ending { try await world.refresh(second.refreshToken) } == "ok")
        }
    }

    @Test func `Two hundred refreshes at once give one successor, and the session goes on`() async throws {
        try await AuthWorld.with { world in
            var tokens = try await world.signUp()
            for _ in 0..<3 {
                world.clock.advance(.seconds(60))
                let old = tokens.refreshToken
                let successors = try await withThrowingTaskGroup(of: RefreshToken.self) { group in
                    for _ in 0..<200 { group.addTask { try await world.refresh(old).refreshToken } }
                    return try await group.reduce(into: Set<RefreshToken>()) { $0.insert($1) }
                }
                #expect(successors.count == 1)
                world.clock.advance(.seconds(5))
                tokens = try await world.refresh(try #require(successors.first))
            }
            #expect(try await world.number("SELECT counter FROM session") == 7)
        }
    }

    @Test func `A token used again after the grace ends the session for everybody and is written down`() async throws {
        try await AuthWorld.with { world in
            let first = try await world.signUp()
            let second = try await world.refresh(first.refreshToken)
            world.clock.advance(.seconds(10))
            #expect(try await world.refresh(first.refreshToken).refreshToken == second.refreshToken)
            world.clock.advance(.milliseconds(1))
            let error = await rpcError { try await world.refresh(first.refreshToken) }
            #expect(error?.code == .unauthenticated)
            #expect(error?.reason == "session-ended")
            #expect(await ending { try await world.refresh(second.refreshToken) } == "session-ended")
            #expect(try await world.number("SELECT count(*) FROM audit WHERE event = 'refresh-reused'") == 1)
        }
    }

    @Test func `A token two steps behind ends the session even within the grace`() async throws {
        try await AuthWorld.with { world in
            let first = try await world.signUp()
            let second = try await world.refresh(first.refreshToken)
            let third = try await world.refresh(second.refreshToken)
            #expect(await ending { try await world.refresh(first.refreshToken) } == "session-ended")
            #expect(await ending { try await world.refresh(third.refreshToken) } == "session-ended")
        }
    }

    @Test func `Signing out ends the session, whichever of its tokens is shown, as often as one likes`() async throws {
        try await AuthWorld.with { world in
            let first = try await world.signUp()
            let second = try await world.refresh(first.refreshToken)
            try await world.logout(first.refreshToken)
            try await world.logout(second.refreshToken)
            try await world.logout(RefreshToken(unchecked: "nonsense"))
            #expect(await ending { try await world.refresh(second.refreshToken) } == "session-ended")
            #expect(try await world.number("SELECT count(*) FROM audit WHERE event = 'signed-out'") == 1)
        }
    }

    @Test func `Nothing is usable after signing out, whatever raced it`() async throws {
        try await AuthWorld.with { world in
            for round in 0..<100 {
                let tokens = try await round == 0 ? world.signUp() : world.login()
                let given = try await withThrowingTaskGroup(of: RefreshToken?.self) { group in
                    for index in 0..<6 {
                        group.addTask {
                            if index == 3 {
                                try await world.logout(tokens.refreshToken)
                                return nil
                            }
                            return try? await world.refresh(tokens.refreshToken).refreshToken
                        }
                    }
                    return try await group.reduce(into: [tokens.refreshToken]) { $0 += [$1].compactMap(\.self) }
                }
                for token in Set(given) {
                    #expect(await ending { try await world.refresh(token) } == "session-ended")
                }
            }
        }
    }

    @Test func `A session ends when it is not used, and when it is too old`() async throws {
        var policy = AuthPolicy()
        policy.sessions.idleLifetime = .seconds(1_000)
        policy.sessions.lifetime = .seconds(2_500)
        try await AuthWorld.with(policy: policy) { world in
            let idle = try await world.signUp()
            #expect(idle.refreshTokenExpiresAt.milliseconds == world.clock.now + 1_000_000)
            var used = try await world.login()
            world.clock.advance(.seconds(900))
            used = try await world.refresh(used.refreshToken)
            world.clock.advance(.seconds(100))
            #expect(await ending { try await world.refresh(idle.refreshToken) } == "session-ended")
            world.clock.advance(.seconds(800))
            used = try await world.refresh(used.refreshToken)
            #expect(used.refreshTokenExpiresAt.milliseconds == world.clock.now + 700_000)
            world.clock.advance(.seconds(700))
            #expect(await ending { try await world.refresh(used.refreshToken) } == "session-ended")
        }
    }

    @Test func `The oldest session makes room for one too many`() async throws {
        var policy = AuthPolicy()
        policy.sessions.maximumPerAccount = 3
        try await AuthWorld.with(policy: policy) { world in
            var all = [try await world.signUp()]
            for _ in 0..<3 {
                world.clock.advance(.seconds(1))
                all.append(try await world.login())
            }
            #expect(await ending { try await world.refresh(all[0].refreshToken) } == "session-ended")
            for tokens in all.dropFirst() {
                #expect(await ending { try await world.refresh(tokens.refreshToken) } == "ok")
            }
        }
    }

    @Test func `A genuine token of a session that is gone is answered as any other`() async throws {
        try await AuthWorld.with { world in
            let id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
            let token = world.service.refreshTokens.token(session: id, counter: 1)
            #expect(await ending { try await world.refresh(token) } == "session-ended")
            try await world.logout(token)
        }
    }

    @Test func `Everyone sees the own account and nobody else's`() async throws {
        try await AuthWorld.with { world in
            let tokens = try await world.signUp()
            let principal = Principal(sub: tokens.user.id.text, sid: "x", roles: [])
            #expect(try await world.service.me(principal, origin: AuthWorld.here) == tokens.user)
            for sub in ["019ab3c4-5d6e-7f80-9123-456789abcdef", "nonsense", ""] {
                let other = Principal(sub: sub, sid: "x", roles: [])
                #expect(await ending { try await world.service.me(other, origin: AuthWorld.here) } == "unauthenticated")
            }
            #expect(await ending { try await world.service.me(nil, origin: AuthWorld.here) } == "unauthenticated")
        }
    }

    @Test func `A role that is taken away ends the sessions that carry it`() async throws {
        try await AuthWorld.with { world in
            let before = try await world.signUp()
            #expect(try await world.setRole(.admin, granted: true))
            #expect(try await !world.setRole(.admin, granted: true))
            #expect(try await world.refresh(before.refreshToken).user.roles == [.admin])
            #expect(try await world.setRole(.admin, granted: false))
            #expect(try await !world.setRole(.admin, granted: false))
            #expect(await ending { try await world.refresh(before.refreshToken) } == "session-ended")
            #expect(try await world.login().user.roles.isEmpty)
            let events = try await world.texts(
                "SELECT event || ' ' || subject FROM audit WHERE event LIKE 'role-%' ORDER BY id")
            #expect(events == ["role-granted admin", "role-revoked admin"])
        }
    }
}

@Suite(.serialized) struct RevocationTests {
    private func revocations(_ world: AuthWorld, after: Int64? = nil) async throws -> Auth.Revocations.Result {
        try await world.service.revocations(Auth.Revocations.Params(after: after), origin: AuthWorld.here)
    }

    private func session(_ tokens: Auth.Tokens) throws -> Identifier {
        Identifier(unchecked: String(try #require(tokens.refreshToken.text.split(separator: ".").first)))
    }

    @Test func `An ended session is told until the last of its access tokens has expired`() async throws {
        try await AuthWorld.with { world in
            let tokens = try await world.signUp()
            #expect(try await revocations(world).items.isEmpty)
            try await world.logout(tokens.refreshToken)
            let told = try await revocations(world)
            let expiresAt = Instant(milliseconds: world.clock.now + 300_000)
            #expect(told.items == [.init(sid: try session(tokens), expiresAt: expiresAt)])
            #expect(told.next > 0)
            world.clock.advance(.seconds(329))
            #expect(try await revocations(world).items.count == 1)
            world.clock.advance(.seconds(1))
            #expect(try await revocations(world).items.isEmpty)
        }
    }

    @Test func `Whoever asks again gets what is new, and for a while what was just told`() async throws {
        try await AuthWorld.with { world in
            let first = try await world.signUp()
            let second = try await world.login()
            try await world.logout(first.refreshToken)
            let told = try await revocations(world)
            try await world.logout(second.refreshToken)
            let both = try await revocations(world, after: told.next)
            #expect(Set(both.items.map(\.sid)) == [try session(first), try session(second)])
            #expect(both.next > told.next)
            world.clock.advance(.seconds(30))
            let later = try await revocations(world, after: both.next)
            #expect(later.items.isEmpty)
            #expect(later.next == both.next)
        }
    }

    @Test func `A session whose end becomes visible late is told all the same`() async throws {
        try await AuthWorld.with { world in
            let late = try await world.signUp()
            let early = try await world.login()
            let lateID = try session(late)
            let (ended, end) = AsyncStream<Void>.makeStream()
            let (release, commit) = AsyncStream<Void>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await world.service.store.inTransaction { transaction in
                        let now = try await transaction.now()
                        _ = try await transaction.end(lateID, because: .signedOut, now: now)
                        end.yield()
                        for await _ in release {}
                    }
                }
                for await _ in ended { break }
                try await world.logout(early.refreshToken)
                let told = try await revocations(world)
                #expect(told.items.map(\.sid) == [try session(early)])
                commit.finish()
                try await group.waitForAll()
                let again = try await revocations(world, after: told.next)
                #expect(again.items.contains { $0.sid == lateID })
            }
        }
    }

    @Test func `Many ended sessions are told page by page`() async throws {
        var policy = AuthPolicy()
        policy.revocationLimit = 3
        policy.revocationOverlap = .zero
        try await AuthWorld.with(policy: policy) { world in
            var expected: Set<Identifier> = []
            for index in 0..<10 {
                let tokens = try await index == 0 ? world.signUp() : world.login()
                expected.insert(try session(tokens))
                try await world.logout(tokens.refreshToken)
                world.clock.advance(.milliseconds(1))
            }
            var told: [Identifier] = []
            var after: Int64?
            while true {
                let page = try await revocations(world, after: after)
                guard !page.items.isEmpty else { break }
                told += page.items.map(\.sid)
                after = page.next
            }
            #expect(told.count == 10)
            #expect(Set(told) == expected)
        }
    }

    @Test func `Every access token that was given out is covered, whatever raced the end`() async throws {
        try await AuthWorld.with { world in
            let tokens = try await world.signUp()
            world.clock.advance(.seconds(100))
            let refreshed = try await world.refresh(tokens.refreshToken)
            try await world.logout(tokens.refreshToken)
            let told = try #require(try await revocations(world).items.first)
            #expect(told.expiresAt >= refreshed.accessTokenExpiresAt)
        }
    }
}
