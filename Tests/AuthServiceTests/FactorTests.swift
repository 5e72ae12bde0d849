import Contracts
import Notify
import RPC
import Testing

@testable import AuthService

@Suite(.serialized) struct FactorTests {
    private enum Which: String {
        case first = "ASC"
        case latest = "DESC"
    }

    private func principal(
        _ world: AuthWorld, _ user: Auth.User, _ which: Which = .latest
    ) async throws -> Principal {
        let order = "created_at \(which.rawValue), id \(which.rawValue)"
        let sid = try await world.texts(
            "SELECT id::text FROM session WHERE account_id = '\(user.id.text)' ORDER BY \(order) LIMIT 1")
        return Principal(sub: user.id.text, sid: sid[0], roles: [])
    }

    private func setPhone(
        _ world: AuthWorld, _ phone: String, by principal: Principal
    ) async throws -> Auth.PhoneChallenge {
        try await world.service.setPhone(
            .init(phone: try #require(PhoneNumber(phone))), by: principal, language: .english, origin: AuthWorld.here)
    }

    private func confirm(
        _ world: AuthWorld, _ challenge: Auth.PhoneChallenge, _ code: OneTimeCode, by principal: Principal
    ) async throws -> Auth.User {
        try await world.service.confirmPhone(
            .init(challengeId: challenge.challengeId, code: code), by: principal, language: .english,
            origin: AuthWorld.here)
    }

    @Test func `An account with an address and a password takes a number too, and signs in by either`() async throws {
        try await AuthWorld.with { world in
            let user = try await world.signUp().user
            let caller = try await principal(world, user)
            let challenge = try await setPhone(world, AuthWorld.ada, by: caller)
            let code = try #require(try await world.smsCodes().last)
            // It is no code for signing in, and none for another account.
            #expect(await ending { try await world.verifyCode(challenge.challengeId, code) } == "code-expired")
            let other = try await principal(world, try await world.signUp("bob@example.org").user)
            #expect(await ending { try await confirm(world, challenge, code, by: other) } == "code-expired")
            let changed = try await confirm(world, challenge, code, by: caller)
            #expect(changed.phone?.text == AuthWorld.ada && changed.email?.text == "ada@example.org")
            #expect(try await world.signInByPhone().user == changed)
            #expect(try await world.login().user == changed)
            let events = try await world.texts("SELECT event FROM audit WHERE event LIKE 'phone-%'")
            #expect(events == ["phone-set"])
        }
    }

    @Test func `A number that another account has stays there, which only its holder is told`() async throws {
        try await AuthWorld.with { world in
            let holder = try #require(try await world.signInByPhone(AuthWorld.ada, AuthWorld.person()).user)
            let caller = try await principal(world, try await world.signUp().user)
            world.clock.advance(.seconds(60))
            let challenge = try await setPhone(world, AuthWorld.ada, by: caller)
            let code = try #require(try await world.smsCodes().last)
            #expect(await ending { try await confirm(world, challenge, code, by: caller) } == "phone-taken")
            #expect(try await world.signInByPhone().user == holder)
        }
    }

    @Test func `A session of more than ten minutes, an ended one and somebody else's change nothing`() async throws {
        try await AuthWorld.with { world in
            let tokens = try await world.signUp()
            let caller = try await principal(world, tokens.user)
            let challenge = try await setPhone(world, AuthWorld.ada, by: caller)
            let code = try #require(try await world.smsCodes().last)
            let foreign = Principal(
                sub: try await world.signUp("bob@example.org").user.id.text, sid: caller.sid, roles: [])
            #expect(await ending { try await setPhone(world, AuthWorld.ada, by: foreign) } == "unauthenticated")
            world.clock.advance(.seconds(599))
            #expect(await ending { try await setPhone(world, "+375297654321", by: caller) } == "ok")
            world.clock.advance(.seconds(1))
            #expect(await ending { try await setPhone(world, "+375297654322", by: caller) } == "sign-in-again")
            #expect(await ending { try await confirm(world, challenge, code, by: caller) } == "code-expired")
            try await world.logout(tokens.refreshToken)
            #expect(await ending { try await setPhone(world, "+375297654323", by: caller) } == "unauthenticated")
        }
    }

    private func setEmail(
        _ world: AuthWorld, _ email: String, _ password: String, by principal: Principal
    ) async throws -> Auth.Challenge {
        try await world.service.setEmail(
            .init(email: try #require(EmailAddress(email)), password: Password(unchecked: password)), by: principal,
            language: .english, origin: AuthWorld.here)
    }

    private func confirmEmail(
        _ world: AuthWorld, _ challenge: Auth.Challenge, _ code: OneTimeCode, by principal: Principal
    ) async throws -> Auth.User {
        try await world.service.confirmEmail(
            .init(challengeId: challenge.challengeId, code: code), by: principal, language: .english,
            origin: AuthWorld.here)
    }

    @Test func `An account by telephone takes an address and a password too, and signs in by either`() async throws {
        try await AuthWorld.with { world in
            let user = try #require(try await world.signInByPhone(AuthWorld.ada, AuthWorld.person()).user)
            let caller = try await principal(world, user)
            #expect(
                await ending { try await setEmail(world, "ada@example.org", "qwertyuiop", by: caller) }
                    == "password-common")
            let challenge = try await setEmail(world, "ada@example.org", AuthWorld.goodPassword.text, by: caller)
            let code = try #require(try await world.codes().last)
            // It makes no account of its own, and gives nothing to another one.
            #expect(await ending { try await world.verify(challenge.challengeId, code) } == "code-expired")
            let other = try #require(try await world.signInByPhone("+375297654321", AuthWorld.person()).user)
            let stranger = try await principal(world, other)
            #expect(await ending { try await confirmEmail(world, challenge, code, by: stranger) } == "code-expired")
            let changed = try await confirmEmail(world, challenge, code, by: caller)
            #expect(changed.email?.text == "ada@example.org" && changed.phone?.text == AuthWorld.ada)
            #expect(try await world.login().user == changed)
            #expect(try await world.signInByPhone().user == changed)
            // Later it takes another password the same way.
            let next = try await setEmail(
                world, "ada@example.org", "another rare phrase", by: try await principal(world, user))
            let nextCode = try #require(try await world.codes().last)
            _ = try await confirmEmail(world, next, nextCode, by: try await principal(world, user))
            #expect(await ending { try await world.login() } == "credentials-wrong")
            #expect(try await world.login("ada@example.org", "another rare phrase").user == changed)
        }
    }

    @Test func `An address that another account has stays there, and only a mail says so`() async throws {
        try await AuthWorld.with { world in
            let owner = try await world.signUp("ada@example.org").user
            let user = try #require(try await world.signInByPhone(AuthWorld.ada, AuthWorld.person()).user)
            let caller = try await principal(world, user)
            let before = try await world.codes().count
            let challenge = try await setEmail(world, "ada@example.org", "a phrase of mine", by: caller)
            #expect(try await world.codes().count == before)
            let told = try #require(try await world.mails().last)
            #expect(told.text.contains("for another account") && !told.text.contains("new account"))
            let guess = OneTimeCode(unchecked: "123456")
            #expect(await ending { try await confirmEmail(world, challenge, guess, by: caller) } == "code-wrong")
            #expect(try await world.login().user == owner)
            world.clock.advance(.seconds(600))
            #expect(
                await ending { try await setEmail(world, "new@example.org", "a phrase of mine", by: caller) }
                    == "sign-in-again")
        }
    }

    @Test func `Another address ends the other sessions, and the former address is told`() async throws {
        try await AuthWorld.with { world in
            let old = try await world.signUp()
            world.clock.advance(.seconds(1))
            let now = try await world.login()
            let bystander = try await world.signUp("bob@example.org")
            let caller = try await principal(world, old.user, .first)
            let challenge = try await setEmail(world, "new@example.org", "another rare phrase", by: caller)
            let code = try #require(try await world.codes("new@example.org").last)
            let mail = try #require(try await world.mails("new@example.org").last)
            #expect(mail.text.contains("for your account") && !mail.text.contains("new account"))
            #expect(try await world.mails().count == 1)
            _ = try await confirmEmail(world, challenge, code, by: caller)
            let told = try await world.mails()
            #expect(
                told.count == 2 && told.last?.subject.contains("address of your Vokol account was changed") == true)
            #expect(try await world.mails("new@example.org").count == 1)
            #expect(await ending { try await world.refresh(now.refreshToken) } == "session-ended")
            #expect(await ending { try await world.refresh(old.refreshToken) } == "ok")
            #expect(await ending { try await world.refresh(bystander.refreshToken) } == "ok")
            let reasons = try await world.texts("SELECT end_reason FROM session WHERE ended_at IS NOT NULL")
            #expect(reasons == ["sign-in-changed"])
        }
    }

    @Test func `Another password is told to the address, and a first address to nobody`() async throws {
        try await AuthWorld.with { world in
            let user = try #require(try await world.signInByPhone(AuthWorld.ada, AuthWorld.person()).user)
            let caller = try await principal(world, user)
            for (password, expected) in [("a phrase of mine", [false]), ("another phrase", [false, false, true])] {
                let challenge = try await setEmail(world, "ada@example.org", password, by: caller)
                let code = try #require(try await world.codes().last)
                _ = try await confirmEmail(world, challenge, code, by: caller)
                #expect(try await world.mails().map { $0.subject.contains("password") } == expected)
            }
        }
    }

    @Test func `Another number ends the other sessions, and the former number is told`() async throws {
        try await AuthWorld.with { world in
            let other = "+375297654321"
            let old = try await world.signInByPhone(AuthWorld.ada, AuthWorld.person())
            let now = try await world.signInByPhone()
            let caller = try await principal(world, try #require(old.user), .first)
            // The number that it has: nothing changes.
            world.clock.advance(.seconds(60))
            let same = try await setPhone(world, AuthWorld.ada, by: caller)
            _ = try await confirm(world, same, try #require(try await world.smsCodes().last), by: caller)
            let before = world.mailbox.all(to: AuthWorld.ada).count
            let kept = try await world.refresh(try #require(now.refreshToken))
            let spent = try await world.number("SELECT sent::bigint FROM sms_budget")

            let challenge = try await setPhone(world, other, by: caller)
            _ = try await confirm(world, challenge, try #require(try await world.smsCodes(other).last), by: caller)
            _ = try await world.smsCodes()
            let told = world.mailbox.all(to: AuthWorld.ada)
            #expect(told.count == before + 1)
            #expect(told.last?.channel == .sms && told.last?.text.contains("was changed") == true)
            #expect(try await world.number("SELECT sent::bigint FROM sms_budget") == spent + 2)
            #expect(await ending { try await world.refresh(kept.refreshToken) } == "session-ended")
            #expect(await ending { try await world.refresh(try #require(old.refreshToken)) } == "ok")
        }
    }
}
