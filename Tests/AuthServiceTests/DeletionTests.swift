import AuthContract
import Contract
import Database
import Notify
import Postgres
import RPC
import TestSupport
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct DeletionTests {
    private static let grace: Duration = .seconds(14 * 86_400)

    @Test func `A round of housekeeping deletes what is due, and a failing step keeps no other from its turn`()
        async throws
    {
        struct Failure: Error {}
        try await AuthFixture.with { auth in
            let user = try await auth.scheduleDeletion(as: auth.signUp())
            auth.clock.advance(Self.grace + .seconds(1))
            let failing = AuthHousekeeping(
                store: auth.store, policy: RetentionPolicy(auth.policy, throttle: auth.throttle),
                deleteAccounts: { throw Failure() }, budgets: auth.service.budgets, work: auth.service.work,
                logger: auth.log.logger)
            #expect(try await auth.number("SELECT count(*) FROM registration") > 0)
            await failing.round()
            #expect(try await auth.number("SELECT count(*) FROM registration") == 0)
            #expect(auth.log.text.contains("housekeeping failed"))
            #expect(try await auth.number("SELECT count(*) FROM account") == 1)
            await auth.housekeeping().round()
            #expect(try await auth.number("SELECT count(*) FROM account") == 0)
            let listed = try await auth.service.deletion.erasures(.init(after: 0), origin: AuthFixture.here)
            #expect(listed.items == [user.id])
        }
    }

    @Test func `An owner who cancels after the list of due accounts was read keeps the account`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let user = try await auth.scheduleDeletion(as: tokens)
            try await auth.service.deletion.delete(user.id)
            #expect(try await auth.number("SELECT count(*) FROM account") == 1, "its time has not come")
            auth.clock.advance(Self.grace - .seconds(1))
            let current = try await auth.login()
            _ = try await auth.service.deletion.cancel(Empty(), by: current.holder, origin: AuthFixture.here)
            auth.clock.advance(.seconds(2))
            try await auth.service.deletion.delete(user.id)
            #expect(try await auth.number("SELECT count(*) FROM account") == 1)
        }
    }

    @Test func `Two weeks after its owner confirmed it, nothing in the database names the owner`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let tokens = try await auth.service.passwordSignIn.login(
                .init(
                    email: EmailAddress(unchecked: "ada@example.org"),
                    password: PasswordAttempt(unchecked: AuthFixture.goodPassword.text),
                    device: DeviceName(unchecked: "Ada's Pixel")),
                origin: AuthFixture.here)
            _ = try await auth.service.profiles.update(
                .init(
                    firstName: PersonName(unchecked: "Августа"), lastName: PersonName(unchecked: "Лаўлэйс"),
                    birthDate: BirthDate(unchecked: "1990-12-10"),
                    contactEmail: EmailAddress(unchecked: "augusta@example.org")), by: tokens.holder,
                origin: AuthFixture.here)
            let sms = try await auth.service.phoneChange.setPhone(
                .init(phone: PhoneNumber(unchecked: AuthFixture.ada)), by: tokens.holder, origin: AuthFixture.here)
            _ = try await auth.service.phoneChange.confirmPhone(
                .init(challengeId: sms.challengeId, code: try #require(await auth.smsCodes().last)), by: tokens.holder,
                origin: AuthFixture.here)
            let elsewhere = AuthFixture.from("198.51.100.1")
            let registration = try await auth.register("bob@example.org", login: "bob", origin: elsewhere)
            let bob = try await auth.service.registration.verifyEmail(
                .init(
                    challengeId: registration.challengeId, code: try #require(await auth.codes("bob@example.org").last)),
                origin: elsewhere)

            let user = try await auth.scheduleDeletion(as: tokens)
            #expect(user.deletesAt == Instant(milliseconds: auth.clock.now + Self.grace.wholeMilliseconds))
            let notice = try #require(try await auth.mails().last)
            #expect(notice.text.contains("14 days"))
            auth.clock.advance(Self.grace - .seconds(1))
            // A message that waits when the account is deleted.
            _ = try await auth.service.passwordReset.request(
                .init(email: EmailAddress(unchecked: "ada@example.org")), origin: AuthFixture.here)
            try await auth.service.deletion.deleteDue()
            #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "ok")

            auth.clock.advance(.seconds(1))
            let values = [
                "ada@example.org", "augusta@example.org", AuthFixture.ada, "Августа", "Лаўлэйс", "1990-12-10",
                "somebody", "Ada's Pixel", "192.0.2.7",
            ]
            try await auth.service.deletion.deleteDue()
            let tables = try await DatabaseSearch.tables(containing: values, in: auth.client)
            #expect(tables.isEmpty)
            #expect(try await auth.number("SELECT count(*) FROM outbox") == 0)
            #expect(
                try await auth.number(
                    "SELECT count(*) FROM audit WHERE account_id = '\(user.id.text)' AND address IS NOT NULL") == 0)
            #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.login() } == "credentials-wrong")
            #expect(await ending { try await auth.refresh(bob.refreshToken) } == "ok")
            let ended = try await auth.service.sessions.revocations(.init(after: nil), origin: AuthFixture.here)
            #expect(ended.items.contains { $0.sid == tokens.session })
            let listed = try await auth.service.deletion.erasures(.init(after: 0), origin: AuthFixture.here)
            #expect(listed.items == [user.id])
            #expect(
                try await auth.service.deletion.erasures(.init(after: listed.next), origin: AuthFixture.here).items
                    .isEmpty)
            // The address is free again.
            #expect(try await auth.signUp().user.id != user.id)
        }
    }

    @Test func `An owner who cancels in time keeps the account`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            _ = try await auth.scheduleDeletion(as: tokens)
            auth.clock.advance(Self.grace - .seconds(1))
            let later = try await auth.login()
            #expect(later.user.deletesAt != nil)
            let kept = try await auth.service.deletion.cancel(Empty(), by: later.holder, origin: AuthFixture.here)
            #expect(kept.deletesAt == nil)
            auth.clock.advance(Self.grace)
            try await auth.service.deletion.deleteDue()
            #expect(await ending { try await auth.login() } == "ok")
        }
    }

    @Test func `An account without an address confirms its deletion with a code by SMS`() async throws {
        try await AuthFixture.with { auth in
            let result = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person())
            let tokens = try #require(result.tokens)
            auth.clock.advance(.seconds(60))
            let challenge = try await auth.service.deletion.request(
                Empty(), by: tokens.holder, origin: AuthFixture.here)
            let user = try await auth.service.deletion.schedule(
                .init(challengeId: challenge.challengeId, code: try #require(await auth.smsCodes().last)),
                by: tokens.holder, origin: AuthFixture.here)
            auth.clock.advance(Self.grace)
            try await auth.service.deletion.deleteDue()
            let values = [AuthFixture.ada, "Ада", "Лаўлэйс", "192.0.2.7"]
            #expect(try await DatabaseSearch.tables(containing: values, in: auth.client).isEmpty)
            #expect(
                try await auth.service.deletion.erasures(.init(after: 0), origin: AuthFixture.here).items == [user.id])
        }
    }

    @Test func `Only a code that was sent to the account's own address confirms`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let other = try await auth.service.emailChange.setEmail(
                .init(email: EmailAddress(unchecked: "new@example.org"), password: AuthFixture.goodPassword),
                by: tokens.holder, origin: AuthFixture.here)
            let code = try #require(try await auth.codes("new@example.org").last)
            #expect(
                await ending {
                    try await auth.service.deletion.schedule(
                        .init(challengeId: other.challengeId, code: code), by: tokens.holder, origin: AuthFixture.here)
                } == "code-expired")
            let bob = try await auth.signUp("bob@example.org")
            let own = try await auth.service.deletion.request(Empty(), by: bob.holder, origin: AuthFixture.here)
            let bobsCode = try #require(try await auth.codes("bob@example.org").last)
            #expect(
                await ending {
                    try await auth.service.deletion.schedule(
                        .init(challengeId: own.challengeId, code: bobsCode), by: tokens.holder,
                        origin: AuthFixture.here)
                } == "code-expired")
            #expect(try await auth.number("SELECT count(*) FROM account WHERE deletes_at IS NOT NULL") == 0)
        }
    }

    @Test func `Nobody signs in to an account that was just deleted`() async throws {
        try await AuthFixture.with { auth in
            let user = try await auth.signUp().user
            _ = try await auth.client.query(PreparedStatement("deleteAccounts", "DELETE FROM account"), [:])
            let ending = await ending {
                try await auth.store.inTransaction { transaction in
                    try await auth.service.sessions.begin(
                        for: user, from: AuthFixture.here, now: transaction.now(), in: transaction)
                }
            }
            #expect(ending == "unauthenticated")
        }
    }

    @Test func `Nobody who was refused returns by deleting the account`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            _ = try await auth.scheduleDeletion(as: tokens)
            try await auth.putRule(.account, tokens.user.id.text, .deny)
            auth.clock.advance(Self.grace)
            try await auth.service.deletion.deleteDue()
            #expect(try await auth.number("SELECT count(*) FROM account WHERE email = 'ada@example.org'") == 0)
            #expect(await ending { try await auth.register() } == "access-refused")
        }
    }

    @Test func `Strangers who ask for codes to an address do not keep its owner from deleting the account`()
        async throws
    {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            for index in 0..<30 {
                _ = await ending { try await auth.register(origin: AuthFixture.from("198.51.\(index % 6).1")) }
            }
            let stranger = AuthFixture.from("203.0.113.1")
            #expect(await ending { try await auth.register(origin: stranger) } == "too-many-registrations")
            #expect(try await auth.scheduleDeletion(as: tokens).deletesAt != nil)
        }
    }

    @Test func `The audit trail loses network addresses only`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            for change in ["event = 'x', address = NULL", "address = 'x'", "at = 0"] {
                await #expect(throws: (any Error).self) {
                    try await auth.client.query(PreparedStatement("changeAudit", "UPDATE audit SET \(change)"), [:])
                }
            }
            _ = try await auth.client.query(PreparedStatement("eraseAudit", "UPDATE audit SET address = NULL"), [:])
        }
    }

    @Test func `Every table that names people is declared`() async throws {
        try await AuthFixture.with { auth in
            let undeclared = Set(try await DatabaseSearch.personalTables(in: auth.client))
                .subtracting(AuthPersonalData.tables.map(\.name))
            #expect(undeclared.isEmpty, "declare \(undeclared.sorted()) in AuthPersonalData, and erase their rows")
        }
    }
}

extension AuthFixture {
    /// Requests a code by mail and schedules the deletion with it.
    fileprivate func scheduleDeletion(as tokens: Auth.Tokens) async throws -> Auth.User {
        let challenge = try await service.deletion.request(Empty(), by: tokens.holder, origin: Self.here)
        return try await service.deletion.schedule(
            .init(challengeId: challenge.challengeId, code: try #require(await codes().last)), by: tokens.holder,
            origin: Self.here)
    }
}

extension Auth.VerifyCode.Result {
    /// The tokens of a sign-in.
    var tokens: Auth.Tokens? {
        guard let accessToken, let accessTokenExpiresAt, let refreshToken, let refreshTokenExpiresAt, let user else {
            return nil
        }
        return Auth.Tokens(
            accessToken: accessToken, accessTokenExpiresAt: accessTokenExpiresAt, refreshToken: refreshToken,
            refreshTokenExpiresAt: refreshTokenExpiresAt, user: user)
    }
}
