import AuthContract
import RPC
import Testing

@testable import AuthService
@testable import Notify

@Suite(.serialized) struct PhoneTests {
    @Test func `Whoever says who she is and sends the code back has an account, and signs in by number from then on`()
        async throws
    {
        try await AuthWorld.with { world in
            let challenge = try await world.requestCode(AuthWorld.ada, AuthWorld.person(email: "ada@example.org"))
            #expect(challenge.expiresAt.milliseconds == world.clock.now + 300_000)
            #expect(challenge.resendAt.milliseconds == world.clock.now + 60_000)
            let code = try #require(try await world.smsCodes().first)
            let made = try await world.verifyCode(challenge.challengeId, code)
            #expect(made.status == .signedIn)
            let user = try #require(made.user)
            #expect(user.phone?.text == AuthWorld.ada)
            #expect(user.firstName?.text == "Ада" && user.lastName?.text == "Лаўлэйс")
            #expect(user.login.text == "Ада Лаўлэйс")
            // The address was told, not proven.
            #expect(user.email == nil)
            let again = try await world.signInByPhone()
            #expect(again.status == .signedIn && again.user == user)
            let principal = Principal(sub: user.id.text, sid: "s", roles: [])
            #expect(try await world.service.me(principal, origin: AuthWorld.here) == user)
            let refreshed = try await world.refresh(try #require(again.refreshToken))
            #expect(refreshed.user == user)
            let kept = try await world.texts(
                """
                SELECT concat_ws(' ', birth_date, contact_email, declaration_version, consent_version, consented_at)
                FROM account
                """)
            #expect(kept == ["1990-12-10 ada@example.org 2026-01 2026-02 1795243200000"])
            let events = try await world.texts("SELECT event FROM audit ORDER BY id")
            #expect(events == ["code-requested", "verified", "code-requested", "signed-in"])
        }
    }

    @Test func `An unknown number without data is asked for them once it is proven`() async throws {
        try await AuthWorld.with { world in
            let proven = try await world.signInByPhone()
            #expect(proven.status == .registrationRequired)
            #expect(proven.accessToken == nil && proven.user == nil)
            let accounts = try await world.number("SELECT count(*) FROM account")
            #expect(accounts == 0)
            let declared = AuthWorld.person(declares: false)
            #expect(
                await ending { try await world.complete(proven.registrationToken, declared) } == "declaration-required")
            let tokens = try await world.complete(proven.registrationToken)
            #expect(tokens.user.phone?.text == AuthWorld.ada)
            #expect(await ending { try await world.complete(proven.registrationToken) } == "registration-expired")
            #expect(try await world.signInByPhone().user == tokens.user)
        }
    }

    @Test func `A registration can be completed for fifteen minutes, by its own token only`() async throws {
        try await AuthWorld.with { world in
            let first = try #require(try await world.signInByPhone().registrationToken)
            world.clock.advance(.milliseconds(899_999))
            #expect(await ending { try await world.complete(first) } == "ok")
            let second = try #require(try await world.signInByPhone("+375297654321").registrationToken)
            world.clock.advance(.milliseconds(900_000))
            #expect(await ending { try await world.complete(second) } == "registration-expired")
            let parts = second.text.split(separator: ".")
            let forged = "\(first.text.prefix(36)).\(parts[1])"
            for text in ["x", forged, String(parts[0]), "\(parts[0])."] {
                #expect(
                    await ending { try await world.complete(RegistrationToken(unchecked: text)) }
                        == "registration-expired")
            }
        }
    }

    @Test func `Known and unknown numbers are answered alike and get the same message`() async throws {
        try await AuthWorld.with { world in
            _ = try await world.signInByPhone(AuthWorld.ada, AuthWorld.person())
            world.clock.advance(.seconds(60))
            let known = try await world.requestCode()
            let unknown = try await world.requestCode("+375297654321")
            #expect(known.expiresAt == unknown.expiresAt && known.resendAt == unknown.resendAt)
            let codes = try await (world.smsCodes(), world.smsCodes("+375297654321"))
            let last = (try #require(codes.0.last), try #require(codes.1.last))
            let texts = [AuthWorld.ada, "+375297654321"].map { world.mailbox.all(to: $0).last?.text }
            #expect(texts[0] == texts[1]?.replacing(last.1.text, with: last.0.text))
            let wrong = OneTimeCode(unchecked: last.0.text == "000000" ? "000001" : "000000")
            #expect(await ending { try await world.verifyCode(known.challengeId, wrong) } == "code-wrong")
            #expect(await ending { try await world.verifyCode(unknown.challengeId, last.0) } == "code-wrong")
        }
    }

    @Test func `A member of government military structures may not register by telephone`() async throws {
        try await AuthWorld.with { world in
            let person = AuthWorld.person(declares: false)
            #expect(await ending { try await world.requestCode(AuthWorld.ada, person) } == "declaration-required")
            let count = try await world.number("SELECT count(*) FROM phone_challenge")
            #expect(count == 0)
        }
    }

    @Test func `An address that somebody merely tells opens no account that has it`() async throws {
        try await AuthWorld.with { world in
            let owner = try await world.signUp("ada@example.org")
            let other = try await world.signInByPhone(AuthWorld.ada, AuthWorld.person(email: "ada@example.org"))
            #expect(other.user?.id != owner.user.id)
            #expect(other.user?.email == nil)
            #expect(try await world.login("ada@example.org").user.id == owner.user.id)
            // Nor does it keep the address from its owner.
            _ = try await world.signInByPhone("+375297654321", AuthWorld.person(email: "bob@example.org"))
            let bob = try await world.signUp("bob@example.org")
            #expect(bob.user.phone == nil)
        }
    }

    @Test func `A code is wrong five times, and then the right one is of no use either`() async throws {
        try await AuthWorld.with { world in
            let challenge = try await world.requestCode()
            let code = try #require(try await world.smsCodes().first)
            let wrong = OneTimeCode(unchecked: code.text == "000000" ? "000001" : "000000")
            for _ in 0..<5 {
                #expect(await ending { try await world.verifyCode(challenge.challengeId, wrong) } == "code-wrong")
            }
            #expect(await ending { try await world.verifyCode(challenge.challengeId, code) } == "code-expired")
        }
    }

    @Test func `A code is good for five minutes, once, and for its own challenge`() async throws {
        try await AuthWorld.with { world in
            let first = try await world.requestCode("+375291111111")
            _ = try await world.requestCode("+375292222222")
            let third = try await world.requestCode("+375293333333")
            let one = try #require(try await world.smsCodes("+375291111111").first)
            let two = try #require(try await world.smsCodes("+375292222222").first)
            let three = try #require(try await world.smsCodes("+375293333333").first)
            #expect(await ending { try await world.verifyCode(first.challengeId, two) } == "code-wrong")
            world.clock.advance(.milliseconds(299_999))
            #expect(await ending { try await world.verifyCode(first.challengeId, one) } == "ok")
            #expect(await ending { try await world.verifyCode(first.challengeId, one) } == "code-expired")
            world.clock.advance(.milliseconds(1))
            #expect(await ending { try await world.verifyCode(third.challengeId, three) } == "code-expired")
        }
    }

    @Test func `Of a thousand guesses at one code at the same time five are compared`() async throws {
        try await AuthWorld.with { world in
            let challenge = try await world.requestCode()
            let code = try #require(try await world.smsCodes().first)
            let wrong = (0..<1_001).map { OneTimeCode(unchecked: String(100_000 + $0)) }.filter { $0 != code }
            let ended = await endings(1_000) { try await world.verifyCode(challenge.challengeId, wrong[$0]) }
            #expect(ended == ["code-wrong": 5, "code-expired": 995])
        }
    }

    @Test func `Of many who send the right code at the same time one signs in`() async throws {
        try await AuthWorld.with { world in
            let challenge = try await world.requestCode(AuthWorld.ada, AuthWorld.person())
            let code = try #require(try await world.smsCodes().first)
            let ended = await endings(50) { _ in try await world.verifyCode(challenge.challengeId, code) }
            #expect(ended == ["ok": 1, "code-expired": 49])
            #expect(try await world.number("SELECT count(*) FROM account") == 1)
            #expect(try await world.number("SELECT count(*) FROM session") == 1)
        }
    }

    @Test func `Two registrations of one number make one account, and what waits beside it ends`() async throws {
        try await AuthWorld.with { world in
            let first = try #require(try await world.signInByPhone().registrationToken)
            world.clock.advance(.seconds(60))
            let second = try await world.requestCode(AuthWorld.ada, AuthWorld.person("Інш", "Ы"))
            let code = try #require(try await world.smsCodes().last)
            _ = try await world.complete(first)
            #expect(await ending { try await world.verifyCode(second.challengeId, code) } == "code-expired")
            #expect(try await world.number("SELECT count(*) FROM account") == 1)
            let waiting = try await world.number("SELECT count(*) FROM phone_challenge WHERE first_name IS NOT NULL")
            #expect(waiting == 0)
        }
    }

    @Test func `The database holds no code, and what people said of themselves no longer than the code`() async throws {
        try await AuthWorld.with { world in
            _ = try await world.requestCode(AuthWorld.ada, AuthWorld.person())
            let rows = try await world.texts(
                "SELECT phone_challenge::text FROM phone_challenge UNION ALL SELECT outbox::text FROM outbox")
            let code = try #require(try await world.smsCodes().first)
            #expect(rows.count == 2)
            #expect(rows.allSatisfy { !$0.contains(code.text) })
            try await world.housekeeping().sweep()
            #expect(try await world.number("SELECT count(first_name) FROM phone_challenge") == 1)
            world.clock.advance(.seconds(300))
            try await world.housekeeping().sweep()
            #expect(try await world.number("SELECT count(first_name) FROM phone_challenge") == 0)
            #expect(try await world.number("SELECT count(*) FROM phone_challenge") == 1)
            world.clock.advance(.seconds(86_400))
            try await world.housekeeping().sweep()
            #expect(try await world.number("SELECT count(*) FROM phone_challenge") == 0)
        }
    }

    @Test func `No log and no error holds a number, a code or a token`() async throws {
        try await AuthWorld.with { world in
            let proven = try await world.signInByPhone()
            let code = try #require(try await world.smsCodes().last)
            let token = try #require(proven.registrationToken)
            let errors = [
                await rpcError { try await world.requestCode() },
                await rpcError { try await world.complete(RegistrationToken(unchecked: token.text + "x")) },
            ]
            let text = world.log.text + "\(errors)" + "\(proven)" + "\(token)"
            let trail = try await world.texts("SELECT audit::text FROM audit").joined()
            for secret in [AuthWorld.ada, code.text, token.text] {
                #expect(!text.contains(secret))
                #expect(!trail.contains(secret))
            }
        }
    }
}
