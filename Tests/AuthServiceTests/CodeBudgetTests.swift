import AuthContract
import Contract
import Postgres
import RPC
import Testing
import Values

@testable import AuthService
@testable import Notify

@Suite(.serialized) struct CodeBudgetTests {
    /// Returns a policy whose strangers may use `strangers` SMS and mails a day, and all in an hour.
    private func policy(strangers: Int64, hourShare: Int64 = 100) -> AuthPolicy {
        var policy = AuthPolicy()
        policy.sms.budget = CodeBudgetPolicy(perDay: strangers * 2, hourShare: hourShare)
        policy.mailBudget = policy.sms.budget
        return policy
    }

    @Test func `34 addresses cannot spend the day's SMS, nor those of owners`() async throws {
        try await AuthFixture.with(policy: policy(strangers: 40, hourShare: 15)) { auth in
            let device = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).deviceToken
            _ = try await auth.signInByPhone("+375297654321", AuthFixture.person())
            // The answers are those to any number.
            let ended = await endings(34) { index in
                let phone = "+375\(291_000_000 + index * 10_000)"
                return try await auth.requestCode(phone, origin: AuthFixture.from("198.51.\(index).1"))
            }
            #expect(ended == ["ok": 34])
            while try await auth.relay.deliverDue() > 0 {}
            #expect(try await auth.sent(.sms, .stranger) == 6)

            auth.clock.advance(.seconds(60))
            #expect(await ending { try await auth.requestCode("+375297654321") } == "ok")
            #expect(try await auth.smsCodes("+375297654321").count == 2)
            #expect(await ending { try await auth.requestCode(device: device) } == "ok")
            #expect(try await auth.sent(.sms, .device) == 1)

            auth.clock.advance(.seconds(3_600))
            #expect(await ending { try await auth.requestCode("+375333333333") } == "ok")
            #expect(try await auth.smsCodes("+375333333333").count == 1, "the next hour has some for strangers, too")
        }
    }

    @Test func `A signed-in caller spends the strangers' share on numbers of others`() async throws {
        try await AuthFixture.with(policy: policy(strangers: 3)) { auth in
            _ = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person())
            let bob = try await auth.signUp("bob@example.org")
            var ended: [String] = []
            for index in 0..<4 {
                ended.append(
                    await ending {
                        try await auth.service.phoneChange.setPhone(
                            .init(phone: PhoneNumber(unchecked: "+37529300000\(index)")), by: bob.holder,
                            origin: AuthFixture.here)
                    })
            }
            #expect(ended == ["ok", "ok", "codes-paused", "codes-paused"])
            auth.clock.advance(.seconds(60))
            #expect(await ending { try await auth.requestCode() } == "ok")
            #expect(try await auth.smsCodes(AuthFixture.ada).count == 2)
        }
    }

    @Test func `600 mails to people without an account are not sent`() async throws {
        try await AuthFixture.with(policy: policy(strangers: 10)) { auth in
            _ = try await auth.signUp()
            let ended = await endings(60) { index in
                try await auth.requestReset("user\(index)@example.org", origin: AuthFixture.from("198.51.\(index).1"))
            }
            #expect(ended == ["ok": 60])
            while try await auth.relay.deliverDue() > 0 {}
            let mails = (0..<60).map { auth.mailbox.all(to: "user\($0)@example.org").count }
            #expect(mails.reduce(0, +) == 9, "one of ten was the registration")
            #expect(try await auth.requestedReset().code.text.count == 6)
            let error = await rpcError { try await auth.register("new@example.org") }
            #expect(error?.reason == "codes-paused" && error?.code == .unavailable)
            #expect(await ending { try await auth.register() } == "codes-paused", "it says nothing of the account")
        }
    }

    @Test(arguments: [(4, 0, "ok"), (3, 3, "codes-paused"), (0, 6, "codes-paused"), (4, 2, "codes-paused")])
    func `An answer does not tell who has an account, whatever is left`(
        strangers: Int, accounts: Int, answer: String
    ) async throws {
        try await AuthFixture.with(policy: policy(strangers: 4)) { auth in
            let device = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).deviceToken
            auth.clock.advance(.seconds(60))
            for phone in [AuthFixture.ada, "+375297654321"] {
                _ = try await auth.client.query(PreparedStatement("reset", "DELETE FROM code_budget"))
                _ = try await auth.client.query(
                    PreparedStatement(
                        "spend",
                        """
                        INSERT INTO code_budget (channel, hour, part, sent) SELECT 'sms', \(auth.clock.now / 3_600_000),
                        part, sent FROM (VALUES ('stranger', \(strangers)), ('account', \(accounts))) AS v (part, sent)
                        """))
                let before = try await auth.smsCodes(phone).count
                #expect(await ending { try await auth.requestCode(phone) } == answer, "\(phone)")
                let sent = try await auth.smsCodes(phone).count - before
                #expect(sent == (answer == "ok" && phone == AuthFixture.ada ? 1 : 0))
            }
            auth.clock.advance(.seconds(60))
            #expect(await ending { try await auth.requestCode(device: device) } == "ok")
        }
    }

    @Test func `The budget holds across replicas and concurrent requests`() async throws {
        let policy = policy(strangers: 5)
        try await AuthFixture.with(policy: policy) { [policy] auth in
            let other = try auth.replica(policy: policy)
            try await other.rules.reload()
            let ended = await endings(20) { index in
                try await (index.isMultiple(of: 2) ? auth : other).requestCode(
                    "+37529000\(1_000 + index)", origin: AuthFixture.from("192.0.\(index).1"))
            }
            #expect(ended == ["ok": 20])
            #expect(try await auth.sent(.sms, .stranger) == 5)
            try await other.housekeeping().observeBudgets()
            #expect(other.metrics.budget(of: .sms).today == 5)
            #expect(other.metrics.budget(of: .sms).isWithheld && !other.metrics.budget(of: .sms).isPaused)
            let error = await rpcError { try await auth.register() }
            #expect(error == nil, "SMS and mails have budgets of their own")
            auth.clock.advance(.seconds(86_400))
            #expect(await ending { try await auth.requestCode() } == "ok")
            #expect(try await auth.smsCodes().count == 1)
            auth.clock.advance(.seconds(91 * 86_400))
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(*) FROM code_budget") == 0)
        }
    }
}
