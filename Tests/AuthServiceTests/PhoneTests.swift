import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService
@testable import Notify

@Suite(.serialized) struct PhoneTests {
    private static let refused = Auth.Declaration(isNotGovernmentMilitary: false, version: DeclarationText.version)
    private static let outdated = Auth.Declaration(
        isNotGovernmentMilitary: true, version: DeclarationVersion(unchecked: "2025-01"))

    @Test func `A code by SMS with personal data creates an account that signs in by number`()
        async throws
    {
        try await AuthFixture.with { auth in
            let challenge = try await auth.requestCode(AuthFixture.ada, AuthFixture.person(email: "ada@example.org"))
            #expect(challenge.expiresAt.milliseconds == auth.clock.now + 300_000)
            #expect(challenge.resendAt.milliseconds == auth.clock.now + 60_000)
            let code = try #require(try await auth.smsCodes().first)
            let made = try await auth.verifyCode(challenge.challengeId, code)
            #expect(made.status == .signedIn)
            let user = try #require(made.user)
            #expect(user.phone?.text == AuthFixture.ada)
            #expect(user.firstName?.text == "Ада" && user.lastName?.text == "Лаўлэйс")
            #expect(user.login.text == "Ада Лаўлэйс")
            // The address is not proven.
            #expect(user.email == nil && user.contactEmail?.text == "ada@example.org")
            #expect(user.birthDate?.text == "1990-12-10")
            #expect(user.declarationVersion == DeclarationText.version && user.consentVersion?.text == "2026-02")
            let again = try await auth.signInByPhone()
            #expect(again.status == .signedIn && again.user == user)
            let principal = Principal(sub: user.id.text, sid: AuthFixture.noSession, roles: [])
            #expect(
                try await auth.service.profiles.me(Empty(), by: SessionHolder(principal), origin: AuthFixture.here)
                    == user)
            let refreshed = try await auth.refresh(try #require(again.refreshToken))
            #expect(refreshed.user == user)
            let kept = try await auth.texts(
                """
                SELECT concat_ws(' ', birth_date, contact_email, declaration_version, consent_version, consented_at)
                FROM account
                """)
            #expect(kept == ["1990-12-10 ada@example.org 2026-11 2026-02 1795243200000"])
            let events = try await auth.texts("SELECT event FROM audit ORDER BY id")
            #expect(events == ["code-requested", "verified", "code-requested", "signed-in"])
        }
    }

    @Test func `An unknown number without personal data is asked for it once proven`() async throws {
        try await AuthFixture.with { auth in
            let proven = try await auth.signInByPhone()
            #expect(proven.status == .registrationRequired)
            #expect(proven.accessToken == nil && proven.user == nil)
            let accounts = try await auth.number("SELECT count(*) FROM account")
            #expect(accounts == 0)
            let declared = AuthFixture.person(declaration: Self.refused)
            #expect(
                await ending { try await auth.complete(proven.registrationToken, declared) } == "declaration-required")
            let tokens = try await auth.complete(proven.registrationToken)
            #expect(tokens.user.phone?.text == AuthFixture.ada)
            #expect(await ending { try await auth.complete(proven.registrationToken) } == "registration-expired")
            #expect(try await auth.signInByPhone().user == tokens.user)
        }
    }

    @Test func `A registration can be completed for fifteen minutes, by its own token only`() async throws {
        try await AuthFixture.with { auth in
            let first = try #require(try await auth.signInByPhone().registrationToken)
            auth.clock.advance(.milliseconds(899_999))
            #expect(await ending { try await auth.complete(first) } == "ok")
            let second = try #require(try await auth.signInByPhone("+375297654321").registrationToken)
            auth.clock.advance(.milliseconds(900_000))
            #expect(await ending { try await auth.complete(second) } == "registration-expired")
            let parts = second.text.split(separator: ".")
            let forged = "\(first.text.prefix(36)).\(parts[1])"
            for text in ["x", forged, String(parts[0]), "\(parts[0])."] {
                #expect(
                    await ending { try await auth.complete(RegistrationToken(unchecked: text)) }
                        == "registration-expired")
            }
        }
    }

    @Test func `Known and unknown numbers get the same answer and the same message`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person())
            auth.clock.advance(.seconds(60))
            let known = try await auth.requestCode()
            let unknown = try await auth.requestCode("+375297654321")
            #expect(known.expiresAt == unknown.expiresAt && known.resendAt == unknown.resendAt)
            let codes = try await (auth.smsCodes(), auth.smsCodes("+375297654321"))
            let last = (try #require(codes.0.last), try #require(codes.1.last))
            let texts = [AuthFixture.ada, "+375297654321"].map { auth.mailbox.all(to: $0).last?.text }
            #expect(texts[0] == texts[1]?.replacing(last.1.text, with: last.0.text))
            let wrong = OneTimeCode(unchecked: last.0.text == "000000" ? "000001" : "000000")
            #expect(await ending { try await auth.verifyCode(known.challengeId, wrong) } == "code-wrong")
            #expect(await ending { try await auth.verifyCode(unknown.challengeId, last.0) } == "code-wrong")
        }
    }

    @Test func `A member of government military structures may not register by phone`() async throws {
        try await AuthFixture.with { auth in
            let person = AuthFixture.person(declaration: Self.refused)
            #expect(await ending { try await auth.requestCode(AuthFixture.ada, person) } == "declaration-required")
            let count = try await auth.number("SELECT count(*) FROM phone_challenge")
            #expect(count == 0)
        }
    }

    @Test func `By phone too, only the current declaration is accepted, whether or not the number has an account`()
        async throws
    {
        try await AuthFixture.with { auth in
            let person = AuthFixture.person(declaration: Self.outdated)
            let token = try await auth.signInByPhone().registrationToken
            #expect(await ending { try await auth.complete(token, person) } == "declaration-outdated")
            // The refusal did not use the token up.
            _ = try await auth.complete(token)
            for phone in [AuthFixture.ada, "+375297654321"] {
                #expect(await ending { try await auth.requestCode(phone, person) } == "declaration-outdated")
            }
            #expect(try await auth.number("SELECT count(*) FROM phone_challenge") == 1)
        }
    }

    @Test func `A date of birth that nobody alive has is refused before a code is sent, and costs no token`()
        async throws
    {
        try await AuthFixture.with { auth in
            let token = try await auth.signInByPhone().registrationToken
            for date in ["2026-11-22", "1906-11-20"] {
                let person = AuthFixture.person(birthDate: date)
                for error in [
                    await rpcError { try await auth.requestCode("+375297654321", person) },
                    await rpcError { try await auth.complete(token, person) },
                ] {
                    #expect(error?.code == .invalidParams)
                    #expect(error?.faults.map(\.pointer) == ["/registration/birthDate"])
                    #expect(error?.faults.map(\.rule) == ["date-range"])
                    let limits = error?.faults.first?.limits.map { String(decoding: $0, as: UTF8.self) }
                    #expect(limits == #"{"earliest":"1906-11-21","latest":"2026-11-21"}"#)
                }
            }
            #expect(try await auth.number("SELECT count(*) FROM phone_challenge") == 1)
            #expect(
                await ending { try await auth.complete(token, AuthFixture.person(birthDate: "1906-11-21")) } == "ok")
        }
    }

    @Test func `An unproven address opens no account`() async throws {
        try await AuthFixture.with { auth in
            let owner = try await auth.signUp("ada@example.org")
            let other = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person(email: "ada@example.org"))
            #expect(other.user?.id != owner.user.id)
            #expect(other.user?.email == nil)
            #expect(try await auth.login("ada@example.org").user.id == owner.user.id)
            // An unproven address does not block its owner either.
            _ = try await auth.signInByPhone("+375297654321", AuthFixture.person(email: "bob@example.org"))
            let bob = try await auth.signUp("bob@example.org")
            #expect(bob.user.phone == nil)
        }
    }

    @Test func `After five wrong codes by SMS the right one fails too`() async throws {
        try await AuthFixture.with { auth in
            let challenge = try await auth.requestCode()
            let code = try #require(try await auth.smsCodes().first)
            let wrong = OneTimeCode(unchecked: code.text == "000000" ? "000001" : "000000")
            for triesLeft in (0..<5).reversed() {
                let error = await rpcError { try await auth.verifyCode(challenge.challengeId, wrong) }
                #expect(error?.reason == "code-wrong")
                #expect(error?.details.map { String(decoding: $0, as: UTF8.self) } == #"{"triesLeft":\#(triesLeft)}"#)
            }
            #expect(await ending { try await auth.verifyCode(challenge.challengeId, code) } == "code-expired")
        }
    }

    @Test func `A code works for five minutes, once, and only for its own challenge`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.requestCode("+375291111111")
            _ = try await auth.requestCode("+375292222222")
            let third = try await auth.requestCode("+375293333333")
            let one = try #require(try await auth.smsCodes("+375291111111").first)
            let two = try #require(try await auth.smsCodes("+375292222222").first)
            let three = try #require(try await auth.smsCodes("+375293333333").first)
            #expect(await ending { try await auth.verifyCode(first.challengeId, two) } == "code-wrong")
            auth.clock.advance(.milliseconds(299_999))
            #expect(await ending { try await auth.verifyCode(first.challengeId, one) } == "ok")
            #expect(await ending { try await auth.verifyCode(first.challengeId, one) } == "code-expired")
            auth.clock.advance(.milliseconds(1))
            #expect(await ending { try await auth.verifyCode(third.challengeId, three) } == "code-expired")
        }
    }

    @Test func `Of a thousand concurrent guesses at one code five are compared`() async throws {
        try await AuthFixture.with { auth in
            let challenge = try await auth.requestCode()
            let code = try #require(try await auth.smsCodes().first)
            let wrong = (0..<1_001).map { OneTimeCode(unchecked: String(100_000 + $0)) }.filter { $0 != code }
            let ended = await endings(1_000) { try await auth.verifyCode(challenge.challengeId, wrong[$0]) }
            #expect(ended == ["code-wrong": 5, "code-expired": 995])
        }
    }

    @Test func `Of many concurrent right codes one signs in`() async throws {
        try await AuthFixture.with { auth in
            let challenge = try await auth.requestCode(AuthFixture.ada, AuthFixture.person())
            let code = try #require(try await auth.smsCodes().first)
            let ended = await endings(50) { _ in try await auth.verifyCode(challenge.challengeId, code) }
            #expect(ended == ["ok": 1, "code-expired": 49])
            #expect(try await auth.number("SELECT count(*) FROM account") == 1)
            #expect(try await auth.number("SELECT count(*) FROM session") == 1)
        }
    }

    @Test func `Two registrations of one number make one account and end all pending ones`() async throws {
        try await AuthFixture.with { auth in
            let first = try #require(try await auth.signInByPhone().registrationToken)
            auth.clock.advance(.seconds(60))
            let second = try await auth.requestCode(AuthFixture.ada, AuthFixture.person("Інш", "Ы"))
            let code = try #require(try await auth.smsCodes().last)
            _ = try await auth.complete(first)
            #expect(await ending { try await auth.verifyCode(second.challengeId, code) } == "code-expired")
            #expect(try await auth.number("SELECT count(*) FROM account") == 1)
            let waiting = try await auth.number("SELECT count(*) FROM phone_challenge WHERE first_name IS NOT NULL")
            #expect(waiting == 0)
        }
    }

    @Test func `The database holds no code, and personal data no longer than the code`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.requestCode(AuthFixture.ada, AuthFixture.person())
            let rows = try await auth.texts(
                "SELECT phone_challenge::text FROM phone_challenge UNION ALL SELECT outbox::text FROM outbox")
            let code = try #require(try await auth.smsCodes().first)
            #expect(rows.count == 2)
            #expect(rows.allSatisfy { !$0.contains(code.text) })
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(first_name) FROM phone_challenge") == 1)
            auth.clock.advance(.seconds(300))
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(first_name) FROM phone_challenge") == 0)
            #expect(try await auth.number("SELECT count(*) FROM phone_challenge") == 1)
            auth.clock.advance(.seconds(86_400))
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(*) FROM phone_challenge") == 0)
        }
    }

    @Test func `No log and no error contains a number, a code or a token`() async throws {
        try await AuthFixture.with { auth in
            let proven = try await auth.signInByPhone()
            let code = try #require(try await auth.smsCodes().last)
            let token = try #require(proven.registrationToken)
            let errors = [
                await rpcError { try await auth.requestCode() },
                await rpcError { try await auth.complete(RegistrationToken(unchecked: token.text + "x")) },
            ]
            let text = auth.log.text + "\(errors)" + "\(proven)" + "\(token)"
            let trail = try await auth.texts("SELECT audit::text FROM audit").joined()
            for secret in [AuthFixture.ada, code.text, token.text] {
                #expect(!text.contains(secret))
                #expect(!trail.contains(secret))
            }
        }
    }
}
