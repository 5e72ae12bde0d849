import AuthContract
import Contract
import Notify
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct SecondFactorTests {
    @Test func `A sign-in with a password needs a code once the app is confirmed`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let other = try await auth.login()
            let setup = try await auth.service.authenticators.set(
                Empty(), by: first.holder, origin: AuthFixture.here)
            #expect(setup.uri == "otpauth://totp/Vokol:ada%40example.org?secret=\(setup.secret)&issuer=Vokol")
            // Until then it needs none.
            _ = try await auth.login()
            let app = try await auth.appSecret(of: first.user)
            #expect(Base32.encode(app.secret) == setup.secret)
            let code = auth.appCode(app)
            let confirm = { (code: FactorCode) in
                try await auth.service.authenticators.confirm(
                    .init(code: code), by: first.holder, origin: AuthFixture.here)
            }
            #expect(await ending { try await confirm(code.wrong) } == "code-wrong")
            #expect(try await confirm(code).codes.count == 10)
            #expect(await ending { try await confirm(code) } == "authenticator-set")
            // The other sessions proved less.
            #expect(await ending { try await auth.refresh(other.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(first.refreshToken) } == "ok")
            #expect(try await auth.mails().last?.text.contains("authenticator app was set up") == true)

            let token = try await auth.firstStep { _ = try await auth.login() }
            // The code that confirmed the app was used.
            #expect(await ending { try await auth.complete(token, code) } == "code-wrong")
            auth.clock.advance(.seconds(30))
            let tokens = try await auth.complete(token, auth.appCode(app))
            #expect(tokens.user.id == first.user.id)
            #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "ok")
            let events = try await auth.texts("SELECT event FROM audit ORDER BY id DESC LIMIT 4")
            #expect(events == ["signed-in", "factor-failed", "factor-required", "factor-set"])
        }
    }

    @Test func `A sign-in is completed once, in time, and with the password that began it`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let (app, _) = try await auth.setUpApp(by: first)
            let token = try await auth.firstStep { _ = try await auth.login() }
            _ = try await auth.complete(token, auth.appCode(app))
            auth.clock.advance(.seconds(30))
            #expect(await ending { try await auth.complete(token, auth.appCode(app)) } == "sign-in-expired")
            let late = try await auth.firstStep { _ = try await auth.login() }
            auth.clock.advance(.seconds(300))
            #expect(await ending { try await auth.complete(late, auth.appCode(app)) } == "sign-in-expired")
            let before = try await auth.firstStep { _ = try await auth.login() }
            try await auth.changePassword(by: try await auth.principal(first.user))
            #expect(await ending { try await auth.complete(before, auth.appCode(app)) } == "sign-in-expired")
            let forged = SignInToken(unchecked: before.text + "A")
            #expect(await ending { try await auth.complete(forged, auth.appCode(app)) } == "sign-in-expired")
        }
    }

    @Test func `Two calls with the same code begin one session`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let (app, _) = try await auth.setUpApp(by: first)
            let one = try await auth.firstStep { _ = try await auth.login() }
            let two = try await auth.firstStep { _ = try await auth.login() }
            let code = auth.appCode(app)
            let counts = await endings(2) { try await auth.complete($0 == 0 ? one : two, code) }
            #expect(counts == ["ok": 1, "code-wrong": 1])
        }
    }

    @Test func `Each recovery code works once, and new ones replace the old`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let (_, codes) = try await auth.setUpApp(by: first)
            let stored = try await auth.texts("SELECT encode(mac, 'escape') FROM recovery_code")
            #expect(stored.count == 10 && codes.allSatisfy { code in !stored.contains { $0.contains(code.text) } })
            var token = try await auth.firstStep { _ = try await auth.login() }
            let typed = try #require(FactorCode(" \(codes[3].text.prefix(5).uppercased())-\(codes[3].text.suffix(5))"))
            _ = try await auth.complete(token, typed)
            token = try await auth.firstStep { _ = try await auth.login() }
            #expect(await ending { try await auth.complete(token, codes[3]) } == "code-wrong")
            let factors = try await auth.service.authenticators.current(
                Empty(), by: first.holder, origin: AuthFixture.here)
            #expect(factors.recoveryCodesLeft == 9)
            let renewed = try await auth.service.authenticators.renew(
                Empty(), by: first.holder, origin: AuthFixture.here
            ).codes
            #expect(await ending { try await auth.complete(token, codes[4]) } == "code-wrong")
            #expect(await ending { try await auth.complete(token, renewed[4]) } == "ok")
        }
    }

    @Test func `Guesses at a code have to wait, as those at a password do`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let (app, _) = try await auth.setUpApp(by: first)
            let wrong = auth.appCode(app).wrong
            let stranger = AuthFixture.from("198.51.100.9")
            let token = try await auth.firstStep { _ = try await auth.login() }
            for left in (0..<5).reversed() {
                let error = await rpcError { try await auth.complete(token, wrong, origin: stranger) }
                #expect(String(decoding: error?.details ?? [], as: UTF8.self) == #"{"triesLeft":\#(left)}"#)
            }
            #expect(await ending { try await auth.complete(token, wrong, origin: stranger) } == "too-many-attempts")
            // The owner's network does not wait.
            #expect(await ending { try await auth.complete(token, auth.appCode(app)) } == "ok")
        }
    }

    @Test func `Guesses at recovery codes count as well`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let (_, codes) = try await auth.setUpApp(by: first)
            let token = try await auth.firstStep { _ = try await auth.login() }
            let wrong = FactorCode(unchecked: String(codes[0].text.reversed()))
            for _ in 0..<5 { #expect(await ending { try await auth.complete(token, wrong) } == "code-wrong") }
            #expect(await ending { try await auth.complete(token, codes[0]) } == "too-many-attempts")
        }
    }

    @Test func `A sign-in that waits is refused to a locked, refused or deleted account`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let (app, _) = try await auth.setUpApp(by: first)
            let admin = try await auth.signUp("chief@example.org")
            try await auth.setRole(.admin, of: "chief@example.org", granted: true)
            let locked = try await auth.firstStep { _ = try await auth.login() }
            _ = try await auth.service.accountTools.lock(
                .init(id: first.user.id, reason: Auth.RuleNote(unchecked: "Stolen")), by: admin.holder,
                origin: AuthFixture.here)
            #expect(await ending { try await auth.complete(locked, auth.appCode(app)) } == "account-locked")
            _ = try await auth.service.accountTools.unlock(
                .init(id: first.user.id), by: admin.holder, origin: AuthFixture.here)
            let refused = try await auth.firstStep { _ = try await auth.login() }
            try await auth.putRule(.domain, "example.org", .deny)
            #expect(await ending { try await auth.complete(refused, auth.appCode(app)) } == "access-refused")
            let now = Instant(milliseconds: auth.clock.now)
            try await auth.store.inTransaction { try await $0.deletions.erase(first.user, aliases: [], now: now) }
            #expect(await ending { try await auth.complete(refused, auth.appCode(app)) } == "sign-in-expired")
        }
    }

    @Test func `A sign-in by telephone and a reset of the password need a code, too`() async throws {
        try await AuthFixture.with { auth in
            let phone = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person())
            let holder = try #require(phone.tokens)
            let (app, _) = try await auth.setUpApp(by: holder)
            let token = try await auth.firstStep { _ = try await auth.signInByPhone() }
            #expect(await ending { try await auth.complete(token, auth.appCode(app)) } == "ok")

            let first = try await auth.signUp()
            let (second, _) = try await auth.setUpApp(by: first)
            let (challenge, code) = try await auth.requestedReset()
            let reset = try await auth.firstStep { _ = try await auth.reset(challenge, code) }
            #expect(await ending { try await auth.complete(reset, auth.appCode(second)) } == "ok")
            #expect(await ending { try await auth.login() } == "credentials-wrong")
        }
    }

    @Test func `An account without the app signs in as before`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            _ = try await auth.setUpApp(by: first)
            _ = try await auth.service.authenticators.remove(Empty(), by: first.holder, origin: AuthFixture.here)
            #expect(await ending { try await auth.login() } == "ok")
            #expect(try await auth.number("SELECT count(*) FROM recovery_code") == 0)
            let factors = try await auth.service.authenticators.current(
                Empty(), by: first.holder, origin: AuthFixture.here)
            #expect(factors == Auth.Factors(passkeys: []))
        }
    }

    @Test func `An operator removes the app that an owner has lost`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let name = try #require(AccountName("ada@example.org"))
            let setup = auth.service.authenticators
            #expect(try await setup.reset(name) == false)
            _ = try await auth.setUpApp(by: first)
            #expect(try await setup.reset(name) == true)
            #expect(await ending { try await auth.refresh(first.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.login() } == "ok")
            #expect(try await setup.reset(try #require(AccountName("bob@example.org"))) == nil)
        }
    }
}
