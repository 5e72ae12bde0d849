import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct PresenceTests {
    /// Returns the claims of an access token as text.
    private func claims(_ token: String) throws -> String {
        let parts = token.split(separator: ".")
        return String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
    }

    private func prove(
        _ auth: AuthFixture, _ tokens: Auth.Tokens, password: String? = nil, code: FactorCode? = nil
    ) async throws -> Auth.ProvePresence.Result {
        try await auth.service.presence.prove(
            .init(password: password.map(PasswordAttempt.init(unchecked:)), code: code), by: tokens.holder,
            origin: AuthFixture.here)
    }

    @Test func `A token says until when the owner counts as present, and a refresh does not prolong it`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            let end = auth.clock.now / 1_000 + 600
            #expect(try claims(first.accessToken).contains(#""present":\#(end)"#))
            auth.clock.advance(.seconds(60))
            let next = try await auth.refresh(first.refreshToken)
            #expect(try claims(next.accessToken).contains(#""present":\#(end)"#))

            auth.clock.advance(.seconds(3_600))
            let proved = try await prove(auth, first, password: AuthFixture.goodPassword.text)
            let later = auth.clock.now / 1_000 + 600
            #expect(proved.presentUntil == Instant(milliseconds: later * 1_000))
            #expect(try claims(proved.accessToken).contains(#""present":\#(later)"#))
            let last = try await auth.refresh(next.refreshToken)
            #expect(try claims(last.accessToken).contains(#""present":\#(later)"#))
        }
    }

    @Test func `A wrong password or code proves nothing and counts as a guess`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            #expect(await ending { try await prove(auth, first) } == "invalid-params")
            #expect(
                await ending { try await prove(auth, first, code: FactorCode(unchecked: "123456")) } == "code-wrong")
            for _ in 0..<5 {
                #expect(await ending { try await prove(auth, first, password: "no") } == "password-wrong")
            }
            #expect(await ending { try await prove(auth, first, password: "no") } == "too-many-attempts")
        }
    }

    @Test func `A code proves presence, and once only`() async throws {
        try await AuthFixture.with { auth in
            let phone = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person())
            let tokens = try #require(phone.tokens)
            #expect(await ending { try await prove(auth, tokens, password: "anything") } == "password-unset")
            _ = try await auth.service.authenticators.set(Empty(), by: tokens.holder, origin: AuthFixture.here)
            let unconfirmed = auth.appCode(try await auth.appSecret(of: tokens.user))
            #expect(await ending { try await prove(auth, tokens, code: unconfirmed) } == "code-wrong")
            let (app, _) = try await auth.setUpApp(by: tokens)
            #expect(await ending { try await prove(auth, tokens, code: auth.appCode(app)) } == "ok")
            #expect(await ending { try await prove(auth, tokens, code: auth.appCode(app)) } == "code-wrong")
        }
    }

    @Test func `Changes of address accept the proof instead of a new sign-in`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.signUp()
            auth.clock.advance(.seconds(601))
            let change = {
                try await auth.service.emailChange.setEmail(
                    .init(email: EmailAddress(unchecked: "new@example.org"), password: AuthFixture.goodPassword),
                    by: first.holder, origin: AuthFixture.here)
            }
            #expect(await ending { try await change() } == "sign-in-again")
            _ = try await prove(auth, first, password: AuthFixture.goodPassword.text)
            #expect(await ending { try await change() } == "ok")
        }
    }

    @Test func `Staff without a required second factor may only set it up`() async throws {
        var policy = AuthPolicy()
        policy.factors.requirement = .staff
        try await AuthFixture.with(policy: policy) { auth in
            let customer = try await auth.signUp("bob@example.org")
            #expect(try !claims(customer.accessToken).contains("limited"))
            _ = try await auth.signUp()
            try await auth.setRole(.parkStaff, granted: true)
            let limited = try await auth.login()
            #expect(try claims(limited.accessToken).contains(#""limited":true"#))
            #expect(try claims(limited.accessToken).contains(#""roles":[]"#))
            let (app, _) = try await auth.setUpApp(by: limited)
            let free = try await auth.refresh(limited.refreshToken)
            #expect(try !claims(free.accessToken).contains("limited"))
            #expect(try claims(free.accessToken).contains("park.staff"))
            let token = try await auth.firstStep { _ = try await auth.login() }
            let again = try await auth.complete(token, auth.appCode(app))
            #expect(try claims(again.accessToken).contains("park.staff"))

            // Whoever removes the app is limited again, and the other sessions end.
            _ = try await auth.service.authenticators.remove(Empty(), by: again.holder, origin: AuthFixture.here)
            #expect(await ending { try await auth.refresh(free.refreshToken) } == "session-ended")
            let next = try await auth.refresh(again.refreshToken)
            #expect(try claims(next.accessToken).contains(#""limited":true"#))
            // A role limits the sessions that a customer has.
            try await auth.setRole(.parkStaff, of: "bob@example.org", granted: true)
            let promoted = try await auth.refresh(customer.refreshToken)
            #expect(try claims(promoted.accessToken).contains(#""roles":[]"#))
        }
    }
}
