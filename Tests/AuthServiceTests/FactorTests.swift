import AuthContract
import Notify
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct FactorTests {
    private enum SessionChoice: String {
        case first = "ASC"
        case latest = "DESC"
    }

    private func principal(
        _ auth: AuthFixture, _ user: Auth.User, _ choice: SessionChoice = .latest
    ) async throws -> Principal {
        let order = "created_at \(choice.rawValue), id \(choice.rawValue)"
        let sid = try await auth.texts(
            "SELECT id::text FROM session WHERE account_id = '\(user.id.text)' ORDER BY \(order) LIMIT 1")
        return Principal(sub: user.id.text, sid: sid[0], roles: [])
    }

    private func setPhone(
        _ auth: AuthFixture, _ phone: String, by principal: Principal
    ) async throws -> Auth.PhoneChallenge {
        try await auth.service.phoneChange.setPhone(
            .init(phone: try #require(PhoneNumber(phone))), by: SessionHolder(principal), origin: AuthFixture.here)
    }

    private func confirm(
        _ auth: AuthFixture, _ challenge: Auth.PhoneChallenge, _ code: OneTimeCode, by principal: Principal
    ) async throws -> Auth.User {
        try await auth.service.phoneChange.confirmPhone(
            .init(challengeId: challenge.challengeId, code: code), by: SessionHolder(principal),
            origin: AuthFixture.here)
    }

    @Test func `An account by e-mail adds a number, and signs in with either`() async throws {
        try await AuthFixture.with { auth in
            let user = try await auth.signUp().user
            let caller = try await principal(auth, user)
            let challenge = try await setPhone(auth, AuthFixture.ada, by: caller)
            let code = try #require(try await auth.smsCodes().last)
            // The code neither signs in nor serves another account.
            #expect(await ending { try await auth.verifyCode(challenge.challengeId, code) } == "code-expired")
            let other = try await principal(auth, try await auth.signUp("bob@example.org").user)
            #expect(await ending { try await confirm(auth, challenge, code, by: other) } == "code-expired")
            let changed = try await confirm(auth, challenge, code, by: caller)
            #expect(changed.phone?.text == AuthFixture.ada && changed.email?.text == "ada@example.org")
            #expect(try await auth.signInByPhone().user == changed)
            #expect(try await auth.login().user == changed)
            let events = try await auth.texts("SELECT event FROM audit WHERE event LIKE 'phone-%'")
            #expect(events == ["phone-set"])
        }
    }

    @Test func `A number of another account stays there, and only its holder learns of the attempt`() async throws {
        try await AuthFixture.with { auth in
            let holder = try #require(try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).user)
            let caller = try await principal(auth, try await auth.signUp().user)
            auth.clock.advance(.seconds(60))
            let challenge = try await setPhone(auth, AuthFixture.ada, by: caller)
            let code = try #require(try await auth.smsCodes().last)
            #expect(await ending { try await confirm(auth, challenge, code, by: caller) } == "phone-taken")
            #expect(try await auth.signInByPhone().user == holder)
        }
    }

    @Test func `A session that is old, ended or of another account changes nothing`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let caller = try await principal(auth, tokens.user)
            let challenge = try await setPhone(auth, AuthFixture.ada, by: caller)
            let code = try #require(try await auth.smsCodes().last)
            let foreign = Principal(
                sub: try await auth.signUp("bob@example.org").user.id.text, sid: caller.sid, roles: [])
            #expect(await ending { try await setPhone(auth, AuthFixture.ada, by: foreign) } == "unauthenticated")
            auth.clock.advance(.seconds(599))
            #expect(await ending { try await setPhone(auth, "+375297654321", by: caller) } == "ok")
            auth.clock.advance(.seconds(1))
            #expect(await ending { try await setPhone(auth, "+375297654322", by: caller) } == "sign-in-again")
            #expect(await ending { try await confirm(auth, challenge, code, by: caller) } == "code-expired")
            try await auth.logout(tokens.refreshToken)
            #expect(await ending { try await setPhone(auth, "+375297654323", by: caller) } == "unauthenticated")
        }
    }

    private func setEmail(
        _ auth: AuthFixture, _ email: String, _ password: String, by principal: Principal
    ) async throws -> Auth.Challenge {
        try await auth.service.emailChange.setEmail(
            .init(email: try #require(EmailAddress(email)), password: Password(unchecked: password)),
            by: SessionHolder(principal), origin: AuthFixture.here)
    }

    private func confirmEmail(
        _ auth: AuthFixture, _ challenge: Auth.Challenge, _ code: OneTimeCode, by principal: Principal
    ) async throws -> Auth.User {
        try await auth.service.emailChange.confirmEmail(
            .init(challengeId: challenge.challengeId, code: code), by: SessionHolder(principal),
            origin: AuthFixture.here)
    }

    @Test func `An account by phone adds an address and a password, and signs in with either`() async throws {
        try await AuthFixture.with { auth in
            let user = try #require(try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).user)
            let caller = try await principal(auth, user)
            #expect(
                await ending { try await setEmail(auth, "ada@example.org", "qwertyuiop", by: caller) }
                    == "password-common")
            let challenge = try await setEmail(auth, "ada@example.org", AuthFixture.goodPassword.text, by: caller)
            let code = try #require(try await auth.codes().last)
            // The code neither creates an account nor serves another one.
            #expect(await ending { try await auth.verify(challenge.challengeId, code) } == "code-expired")
            let other = try #require(try await auth.signInByPhone("+375297654321", AuthFixture.person()).user)
            let stranger = try await principal(auth, other)
            #expect(await ending { try await confirmEmail(auth, challenge, code, by: stranger) } == "code-expired")
            let changed = try await confirmEmail(auth, challenge, code, by: caller)
            #expect(changed.email?.text == "ada@example.org" && changed.phone?.text == AuthFixture.ada)
            #expect(try await auth.login().user == changed)
            #expect(try await auth.signInByPhone().user == changed)
            // The same steps set another password.
            let next = try await setEmail(
                auth, "ada@example.org", "another rare phrase", by: try await principal(auth, user))
            let nextCode = try #require(try await auth.codes().last)
            _ = try await confirmEmail(auth, next, nextCode, by: try await principal(auth, user))
            #expect(await ending { try await auth.login() } == "credentials-wrong")
            #expect(try await auth.login("ada@example.org", "another rare phrase").user == changed)
        }
    }

    @Test func `An address of another account stays there, and only a mail reveals it`() async throws {
        try await AuthFixture.with { auth in
            let owner = try await auth.signUp("ada@example.org").user
            let user = try #require(try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).user)
            let caller = try await principal(auth, user)
            let before = try await auth.codes().count
            let challenge = try await setEmail(auth, "ada@example.org", "a phrase of mine", by: caller)
            #expect(try await auth.codes().count == before)
            let notice = try #require(try await auth.mails().last)
            #expect(notice.text.contains("another Vokol account") && !notice.text.contains("new account"))
            let guess = OneTimeCode(unchecked: "123456")
            #expect(await ending { try await confirmEmail(auth, challenge, guess, by: caller) } == "code-wrong")
            #expect(try await auth.login().user == owner)
            auth.clock.advance(.seconds(600))
            #expect(
                await ending { try await setEmail(auth, "new@example.org", "a phrase of mine", by: caller) }
                    == "sign-in-again")
        }
    }

    @Test func `A new address ends the other sessions, and the former address is notified`() async throws {
        try await AuthFixture.with { auth in
            let old = try await auth.signUp()
            auth.clock.advance(.seconds(1))
            let now = try await auth.login()
            let bystander = try await auth.signUp("bob@example.org")
            let caller = try await principal(auth, old.user, .first)
            let challenge = try await setEmail(auth, "new@example.org", "another rare phrase", by: caller)
            let code = try #require(try await auth.codes("new@example.org").last)
            let mail = try #require(try await auth.mails("new@example.org").last)
            #expect(mail.text.contains("for your account") && !mail.text.contains("new account"))
            #expect(try await auth.mails().count == 1)
            _ = try await confirmEmail(auth, challenge, code, by: caller)
            let notices = try await auth.mails()
            #expect(
                notices.count == 2
                    && notices.last?.subject.contains("address of your Vokol account was changed") == true)
            #expect(try await auth.mails("new@example.org").count == 1)
            #expect(await ending { try await auth.refresh(now.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(old.refreshToken) } == "ok")
            #expect(await ending { try await auth.refresh(bystander.refreshToken) } == "ok")
            let reasons = try await auth.texts("SELECT end_reason FROM session WHERE ended_at IS NOT NULL")
            #expect(reasons == ["sign-in-changed"])
        }
    }

    @Test func `A new password is announced to the address, a first address to nobody`() async throws {
        try await AuthFixture.with { auth in
            let user = try #require(try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person()).user)
            let caller = try await principal(auth, user)
            for (password, expected) in [("a phrase of mine", [false]), ("another phrase", [false, false, true])] {
                let challenge = try await setEmail(auth, "ada@example.org", password, by: caller)
                let code = try #require(try await auth.codes().last)
                _ = try await confirmEmail(auth, challenge, code, by: caller)
                #expect(try await auth.mails().map { $0.subject.contains("password") } == expected)
            }
        }
    }

    @Test func `A new number ends the other sessions, and the former number is notified`() async throws {
        try await AuthFixture.with { auth in
            let other = "+375297654321"
            let old = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person())
            let now = try await auth.signInByPhone()
            let caller = try await principal(auth, try #require(old.user), .first)
            // Setting the same number again changes nothing.
            auth.clock.advance(.seconds(60))
            let same = try await setPhone(auth, AuthFixture.ada, by: caller)
            _ = try await confirm(auth, same, try #require(try await auth.smsCodes().last), by: caller)
            let before = auth.mailbox.all(to: AuthFixture.ada).count
            let kept = try await auth.refresh(try #require(now.refreshToken))
            let budget = "SELECT sum(sent)::bigint FROM code_budget WHERE channel = 'sms'"
            let spent = try await auth.number(budget)

            let challenge = try await setPhone(auth, other, by: caller)
            _ = try await confirm(auth, challenge, try #require(try await auth.smsCodes(other).last), by: caller)
            _ = try await auth.smsCodes()
            let notices = auth.mailbox.all(to: AuthFixture.ada)
            #expect(notices.count == before + 1)
            #expect(notices.last?.channel == .sms && notices.last?.text.contains("was changed") == true)
            #expect(try await auth.number(budget) == spent + 2)
            #expect(await ending { try await auth.refresh(kept.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(try #require(old.refreshToken)) } == "ok")
        }
    }
}
