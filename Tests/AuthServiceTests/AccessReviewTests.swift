import AuthContract
import Contract
import Postgres
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct AccessReviewTests {
    private func decide(_ auth: AuthFixture, _ id: Identifier, _ decision: Auth.ReviewDecision) async throws
        -> Auth.Review
    {
        try await auth.service.reviews.decide(
            .init(id: id, decision: decision, note: Auth.RuleNote(unchecked: "as found")), by: auth.administrator(),
            origin: AuthFixture.here)
    }

    private func reviews(_ auth: AuthFixture) async throws -> [Auth.Review] {
        try await auth.service.reviews.reviews(.init(), origin: AuthFixture.here).items
    }

    private func appeals(_ auth: AuthFixture) async throws -> [Auth.Review] {
        try await auth.service.reviews.appeals(.init(), origin: AuthFixture.here).items
    }

    private func appeal(
        _ auth: AuthFixture, _ name: String, origin: CallOrigin = AuthFixture.here
    ) async throws {
        _ = try await auth.service.appeals.appeal(
            .init(
                name: #require(AccountName(name)), text: Auth.AppealText(unchecked: "I work in the museum.")),
            origin: origin)
    }

    @Test func `An account under review is let in, and asked about once`() async throws {
        try await AuthFixture.with { auth in
            try await auth.putRule(.domain, "ministry.example.org", .review)
            let tokens = try await auth.signUp("ada@ministry.example.org")
            _ = try await auth.signUp("bob@example.org")
            _ = try await auth.login("ada@ministry.example.org")
            _ = try await auth.refresh(tokens.refreshToken)
            let waiting = try await reviews(auth)
            #expect(waiting.map(\.account?.id) == [tokens.user.id])
            #expect(waiting.first?.rule?.value.text == "ministry.example.org")
            let decided = try await decide(auth, waiting[0].id, .admit)
            #expect(decided.decision == .admit)
            _ = try await auth.login("ada@ministry.example.org")
            #expect(try await reviews(auth).isEmpty)
        }
    }

    @Test func `A refused review ends the account's sessions and denies it for good`() async throws {
        try await AuthFixture.with { auth in
            try await auth.putRule(.domain, "ministry.example.org", .review)
            let tokens = try await auth.signUp("ada@ministry.example.org")
            _ = try await auth.signUp("bob@ministry.example.org")
            let review = try #require(try await reviews(auth).first { $0.account?.id == tokens.user.id })
            _ = try await decide(auth, review.id, .refuse)
            // At once, so that gateways refuse its access token, and not only at the next refresh.
            #expect(try await auth.number("SELECT count(*) FROM session WHERE end_reason = 'access-refused'") == 1)
            #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.login("ada@ministry.example.org") } == "access-refused")
            #expect(await ending { try await auth.login("bob@ministry.example.org") } == "ok")
            // Who does not know the password learns nothing of the decision.
            #expect(await ending { try await auth.login("ada@ministry.example.org", "no") } == "credentials-wrong")
        }
    }

    @Test func `A decision is made once; the same one may be repeated`() async throws {
        try await AuthFixture.with { auth in
            try await auth.putRule(.domain, "ministry.example.org", .review)
            _ = try await auth.signUp("ada@ministry.example.org")
            let id = try #require(try await reviews(auth).first?.id)
            #expect(await ending { try await decide(auth, id, .admit) } == "ok")
            #expect(await ending { try await decide(auth, id, .admit) } == "ok")
            #expect(await ending { try await decide(auth, id, .refuse) } == "review-decided")
            let unknown = Identifier(unchecked: AuthFixture.noSession)
            #expect(await ending { try await decide(auth, unknown, .admit) } == "review-unknown")
            let events = try await auth.number("SELECT count(*) FROM audit WHERE event = 'review-decided'")
            #expect(events == 1)
        }
    }

    @Test func `An admitted appeal opens the door to its address only`() async throws {
        try await AuthFixture.with { auth in
            #expect(await ending { try await auth.register("guide@mil.by") } == "access-refused")
            try await appeal(auth, "guide@mil.by")
            let waiting = try await appeals(auth)
            #expect(waiting.map(\.name?.text) == ["guide@mil.by"])
            #expect(waiting.first?.text?.text == "I work in the museum.")
            #expect(waiting.first?.rule?.value.text == "mil.by")
            #expect(try await reviews(auth).isEmpty)
            _ = try await decide(auth, waiting[0].id, .admit)
            #expect(await ending { try await auth.register("guide@mil.by") } == "ok")
            #expect(await ending { try await auth.register("other@mil.by") } == "access-refused")
            #expect(try await appeals(auth).isEmpty)
        }
    }

    @Test func `An admitted appeal lifts a rule against the account`() async throws {
        try await AuthFixture.with { auth in
            let user = try await auth.signUp().user
            try await auth.putRule(.account, user.id.text, .deny)
            #expect(await ending { try await auth.login() } == "access-refused")
            try await appeal(auth, "ada@example.org")
            let waiting = try await appeals(auth)
            #expect(waiting.first?.account?.id == user.id)
            _ = try await decide(auth, waiting[0].id, .admit)
            #expect(await ending { try await auth.login() } == "ok")
        }
    }

    @Test func `A refused appeal changes no rule`() async throws {
        try await AuthFixture.with { auth in
            try await appeal(auth, "guide@mil.by")
            let id = try #require(try await appeals(auth).first?.id)
            _ = try await decide(auth, id, .refuse)
            #expect(await ending { try await auth.register("guide@mil.by") } == "access-refused")
            #expect(try await auth.number("SELECT count(*) FROM access_rule") == 0)
        }
    }

    @Test func `Appeals are limited by name, by place and in total, also at the same time`() async throws {
        var policy = AuthPolicy()
        policy.appeals = AppealPolicy(
            perName: Quota(limit: 2, window: .seconds(86_400)), perPlace: Quota(limit: 5, window: .seconds(3_600)),
            waiting: 8)
        try await AuthFixture.with(policy: policy) { auth in
            let perName = await endings(10) { index in
                try await appeal(auth, "a@mil.by", origin: AuthFixture.from("192.0.2.\(index)"))
            }
            #expect(perName == ["ok": 2, "too-many-appeals": 8])
            let perPlace = await endings(10) { index in
                try await appeal(auth, "b\(index)@mil.by", origin: AuthFixture.from("203.0.113.9"))
            }
            #expect(perPlace == ["ok": 5, "too-many-appeals": 5])
            let inTotal = await endings(5) { index in
                try await appeal(auth, "c\(index)@mil.by", origin: AuthFixture.from("198.51.100.\(index)"))
            }
            #expect(inTotal == ["ok": 1, "too-many-appeals": 4])
            auth.clock.advance(.seconds(86_401))
            let id = try #require(try await appeals(auth).first?.id)
            _ = try await decide(auth, id, .refuse)
            #expect(await ending { try await appeal(auth, "a@mil.by") } == "ok")
        }
    }

    @Test func `One network uses up neither the rate nor the places of all others`() async throws {
        var policy = AuthPolicy()
        policy.appeals = AppealPolicy(
            perPlace: Quota(limit: 2, window: .seconds(3_600)), perNetwork: Quota(limit: 4, window: .seconds(3_600)),
            waiting: 8, waitingPerNetwork: 6)
        try await AuthFixture.with(policy: policy) { auth in
            for network in ["2001:db8:1", "192.0.2"] {
                @Sendable func place(_ index: Int) -> CallOrigin {
                    AuthFixture.from(network.contains(":") ? "\(network):\(index)::1" : "\(network).\(index)")
                }
                let inAnHour = await endings(8) { try await appeal(auth, "\($0)@hq.mil.by", origin: place($0)) }
                #expect(inAnHour == ["ok": 4, "too-many-appeals": 4])
                #expect(await ending { try await appeal(auth, "x@mil.by", origin: place(9)) } == "too-many-appeals")
                auth.clock.advance(.seconds(3_601))
                let waiting = await endings(8) { try await appeal(auth, "1\($0)@hq.mil.by", origin: place($0)) }
                #expect(waiting == ["ok": 2, "too-many-appeals": 6])
                let other = AuthFixture.from("198.51.100.1")
                #expect(await ending { try await appeal(auth, "y@mil.by", origin: other) } == "ok")
                _ = try await auth.client.query(PreparedStatement("forgetAppeals", "DELETE FROM access_review"))
            }
        }
    }

    @Test func `A refusal of a review waits for the deletion of its account, and neither fails the other`()
        async throws
    {
        try await AuthFixture.with { auth in
            try await auth.putRule(.domain, "ministry.example.org", .review)
            let tokens = try await auth.signUp("ada@ministry.example.org")
            let account = tokens.user.id
            let review = try #require(try await reviews(auth).first?.id)
            let administrator = try await auth.administrator()
            let (held, hold) = AsyncStream<Void>.makeStream()
            let results = try await withThrowingTaskGroup(of: String.self, returning: Set<String>.self) { group in
                group.addTask {
                    try await auth.store.inTransaction { transaction in
                        // As a deletion does: first the account and its sessions, later its reviews.
                        try await transaction.lockSignIn(of: account)
                        try await transaction.sessions.endAll(
                            of: account, because: .accountDeleted, now: transaction.now())
                        hold.finish()
                        while try await auth.number(
                            """
                            SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
                            WHERE NOT granted AND datname = current_database()
                            """) == 0
                        { await Task.yield() }
                        let user = try #require(try await transaction.accounts.account(id: account)?.user)
                        try await transaction.deletions.erase(user, aliases: [], now: transaction.now())
                    }
                    return "erased"
                }
                for await _ in held {}
                group.addTask {
                    await ending {
                        try await auth.service.reviews.decide(
                            .init(id: review, decision: .refuse, note: Auth.RuleNote(unchecked: "as found")),
                            by: administrator, origin: AuthFixture.here)
                    }
                }
                return try await group.reduce(into: []) { $0.insert($1) }
            }
            #expect(results == ["erased", "review-unknown"])
            #expect(try await auth.number("SELECT count(*) FROM account WHERE id = '\(account.text)'") == 0)
        }
    }

    @Test func `An appeal is deleted after its time, counted from its decision or else from its arrival`() async throws
    {
        try await AuthFixture.with { auth in
            for name in ["a@mil.by", "b@mil.by"] { try await appeal(auth, name) }
            let id = try #require(try await appeals(auth).first { $0.name?.text == "a@mil.by" }?.id)
            auth.clock.advance(.seconds(10))
            _ = try await decide(auth, id, .refuse)
            auth.clock.advance(.seconds(90 * 86_400 - 11))
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(*) FROM access_review") == 2)
            auth.clock.advance(.seconds(10))
            try await auth.housekeeping().sweep()
            #expect(try await auth.texts("SELECT name FROM access_review") == ["a@mil.by"])
        }
    }

    @Test func `Appeals are listed page by page, oldest first`() async throws {
        try await AuthFixture.with { auth in
            for index in 0..<5 {
                try await appeal(auth, "a\(index)@mil.by")
                auth.clock.advance(.seconds(1))
            }
            var names: [String?] = []
            var cursor: Cursor?
            repeat {
                let page = try await auth.service.reviews.appeals(
                    .init(cursor: cursor, limit: PageLimit(unchecked: 2)), origin: AuthFixture.here)
                names += page.items.map(\.name?.text)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(names == (0..<5).map { "a\($0)@mil.by" })
        }
    }
}
