import AuthContract
import Contract
import Notify
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct PasswordResetTests {
    @Test func `The right code replaces the password, signs in, and ends all other sessions`() async throws {
        try await AuthFixture.with { auth in
            let old = try await auth.signUp()
            auth.clock.advance(.seconds(1))
            let older = try await auth.login()
            let bystander = try await auth.signUp("bob@example.org")
            let declared = try await auth.texts("SELECT declaration_version || declared_at FROM account ORDER BY id")

            let (challenge, code) = try await auth.requestedReset()
            #expect(challenge.expiresAt.milliseconds == auth.clock.now + 600_000)
            let before = auth.derivation.count
            let tokens = try await auth.reset(challenge, code)
            #expect(auth.derivation.count - before == 1)
            #expect(tokens.user == old.user)
            #expect(await ending { try await auth.refresh(tokens.refreshToken) } == "ok")
            #expect(await ending { try await auth.refresh(old.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(older.refreshToken) } == "session-ended")
            #expect(await ending { try await auth.refresh(bystander.refreshToken) } == "ok")
            #expect(await ending { try await auth.login() } == "credentials-wrong")
            let signedIn = try await auth.login("ada@example.org", AuthFixture.newPassword.text)
            #expect(signedIn.user == old.user)

            let notice = try #require(try await auth.mails().last)
            #expect(notice.subject.contains("password of your Vokol account was changed"))
            let after = try await auth.texts("SELECT declaration_version || declared_at FROM account ORDER BY id")
            #expect(after == declared)
            let reasons = try await auth.texts("SELECT DISTINCT end_reason FROM session WHERE ended_at IS NOT NULL")
            #expect(reasons == ["sign-in-changed"])
            let events = try await auth.texts("SELECT event FROM audit WHERE event LIKE '%reset%' ORDER BY id")
            #expect(events == ["reset-requested", "password-reset"])
        }
    }

    @Test func `Known and unknown addresses get the same answers, and neither costs a hash`()
        async throws
    {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let hashes = auth.derivation.count
            let rows = """
                SELECT (SELECT count(*) FROM password_reset) || ' ' || (SELECT count(*) FROM outbox) || ' '
                    || (SELECT count(*) FROM audit)
                """
            var kept: [[String]] = [try await auth.texts(rows)]
            let known = try await auth.requestReset()
            kept.append(try await auth.texts(rows))
            let unknown = try await auth.requestReset("bob@example.org")
            kept.append(try await auth.texts(rows))
            #expect(known.expiresAt == unknown.expiresAt)
            #expect(known.challengeId != unknown.challengeId)
            // Each call adds a request, a message and an audit record.
            let numbers = kept.map { $0[0].split(separator: " ").compactMap { Int($0) } }
            for step in [1, 2] { #expect(zip(numbers[step], numbers[step - 1]).map { $0 - $1 } == [1, 1, 1]) }

            let code = try #require(try await auth.codes().last)
            let mail = try #require(try await auth.mails("bob@example.org").first)
            #expect(mail.text.contains("No account"))
            #expect(try await auth.codes("bob@example.org").isEmpty)
            for challenge in [known, unknown] {
                for _ in 0..<5 {
                    #expect(await ending { try await auth.reset(challenge, code.wrong) } == "code-wrong")
                }
                #expect(await ending { try await auth.reset(challenge, code) } == "code-expired")
            }
            #expect(auth.derivation.count == hashes)
            #expect(await ending { try await auth.login() } == "ok")
            #expect(try await auth.number("SELECT count(*) FROM account") == 1)
        }
    }

    @Test func `A code works once, for its own challenge and purpose, and invalidates the others`() async throws {
        try await AuthFixture.with { auth in
            let tokens = try await auth.signUp()
            let first = try await auth.requestedReset()
            let second = try await auth.requestedReset()
            #expect(await ending { try await auth.reset(first.challenge, second.code) } == "code-wrong")
            // The code neither creates an account nor confirms an address.
            #expect(await ending { try await auth.verify(first.challenge.challengeId, first.code) } == "code-expired")
            let registration = try await auth.register("bob@example.org")
            let other = try #require(try await auth.codes("bob@example.org").last)
            #expect(await ending { try await auth.reset(registration, other) } == "code-expired")

            #expect(try await auth.reset(first.challenge, first.code).user == tokens.user)
            #expect(await ending { try await auth.reset(first.challenge, first.code) } == "code-expired")
            #expect(await ending { try await auth.reset(second.challenge, second.code) } == "code-expired")
        }
    }

    @Test func `Of many concurrent guesses five are counted, and the right code succeeds once`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            for round in 0..<8 {
                let origin = AuthFixture.from("198.51.\(round).1")
                let request = try await auth.requestedReset(origin: origin)
                let counts = await endings(20) { index in
                    try await auth.reset(
                        request.challenge, index.isMultiple(of: 2) ? request.code : request.code.wrong, origin: origin)
                }
                let judged = try await auth.number(
                    "SELECT max(attempts) FROM password_reset WHERE id = '\(request.challenge.challengeId.text)'")
                #expect(judged <= 5)
                #expect(counts["ok", default: 0] <= 1)
                #expect(counts.keys.allSatisfy { ["ok", "code-wrong", "code-expired"].contains($0) })
            }
            let request = try await auth.requestedReset()
            let counts = await endings(5) { _ in try await auth.reset(request.challenge, request.code) }
            #expect(counts == ["ok": 1, "code-expired": 4])
            #expect(try await auth.number("SELECT count(*) FROM session WHERE ended_at IS NULL") == 1)
        }
    }

    @Test func `Guesses at codes slow a place down like guesses at passwords`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            for round in 0..<8 {
                let request = try await auth.requestedReset(origin: AuthFixture.from("198.51.\(round).1"))
                for _ in 0..<5 {
                    #expect(
                        await ending { try await auth.reset(request.challenge, request.code.wrong) } == "code-wrong")
                }
            }
            let request = try await auth.requestedReset()
            let error = await rpcError { try await auth.reset(request.challenge, request.code) }
            #expect(error?.code == .quotaExceeded && error?.reason == "too-many-attempts")
            #expect(error?.retryAfterMilliseconds == 1_000)
            #expect(await ending { try await auth.login() } == "too-many-attempts")
            // The refusal costs no attempt at the code and does not delay the owner elsewhere.
            let elsewhere = AuthFixture.from("198.51.100.1")
            #expect(await ending { try await auth.reset(request.challenge, request.code, origin: elsewhere) } == "ok")
        }
    }

    @Test func `A slowed-down owner gets in by a code, and the attackers stay slowed down`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let guesser = AuthFixture.from("203.0.113.9")
            func guess() async -> RPCError? {
                await rpcError { try await auth.login("ada@example.org", "no", origin: guesser) }
            }
            for _ in 0..<5 { _ = await guess() }
            _ = await endings(60) { index in
                try await auth.login("ada@example.org", "no", origin: AuthFixture.from("198.51.100.\(index)"))
            }
            let before = try #require(await guess())
            #expect(before.reason == "too-many-attempts")
            #expect(await ending { try await auth.login() } == "too-many-attempts")
            let request = try await auth.requestedReset()
            #expect(await ending { try await auth.reset(request.challenge, request.code) } == "ok")
            #expect(await guess()?.retryAfterMilliseconds == before.retryAfterMilliseconds)
            let password = AuthFixture.newPassword.text
            #expect(await ending { try await auth.login("ada@example.org", password) } == "too-many-attempts")
        }
    }

    @Test
    func `A common password costs no attempt; one from the owner's name is refused after the code`()
        async throws
    {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let request = try await auth.requestedReset()
            for _ in 0..<6 {
                let error = await rpcError {
                    try await auth.reset(request.challenge, request.code, Password(unchecked: "qwertyuiop"))
                }
                #expect(error?.reason == "password-common")
                #expect(error?.faults.map(\.pointer) == ["/password"])
            }
            let own = Password(unchecked: "ada-example-ada")
            let hashes = auth.derivation.count
            #expect(await ending { try await auth.reset(request.challenge, request.code.wrong, own) } == "code-wrong")
            #expect(await ending { try await auth.reset(request.challenge, request.code, own) } == "password-common")
            #expect(auth.derivation.count == hashes)
            #expect(await ending { try await auth.reset(request.challenge, request.code) } == "ok")
        }
    }

    @Test func `Concurrent requests keep exactly to the limits, for known and unknown addresses`() async throws {
        var policy = AuthPolicy()
        policy.resets.perRecipient = Quota(limit: 3, window: .seconds(3_600))
        policy.resets.perPlace = Quota(limit: 7, window: .seconds(3_600))
        try await AuthFixture.with(policy: policy) { auth in
            _ = try await auth.signUp()
            for email in ["ada@example.org", "bob@example.org"] {
                let counts = await endings(10) { index in
                    try await auth.requestReset(email, origin: AuthFixture.from("192.0.2.\(index)"))
                }
                #expect(counts == ["ok": 3, "too-many-resets": 7])
                let error = await rpcError { try await auth.requestReset(email) }
                #expect(error?.code == .quotaExceeded && error?.retryAfterMilliseconds == 3_600_000)
            }
            let counts = await endings(20) { index in
                try await auth.requestReset("user\(index)@example.org", origin: AuthFixture.from("2001:db8::\(index)"))
            }
            #expect(counts == ["ok": 7, "too-many-resets": 13])
            auth.clock.advance(.seconds(3_600))
            let request = try await auth.requestedReset()
            auth.clock.advance(.seconds(600))
            #expect(await ending { try await auth.reset(request.challenge, request.code) } == "code-expired")
            #expect(try await auth.number("SELECT count(*) FROM password_reset") == 14)
            auth.clock.advance(.seconds(86_400))
            try await auth.housekeeping().sweep()
            #expect(try await auth.number("SELECT count(*) FROM password_reset") == 0)
        }
    }

    @Test func `The database holds neither the code nor the password`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let challenge = try await auth.requestReset()
            let rows = try await auth.texts(
                "SELECT password_reset::text FROM password_reset UNION ALL SELECT outbox::text FROM outbox")
            let code = try #require(try await auth.codes().last)
            _ = try await auth.reset(challenge, code)
            let accounts = try await auth.texts("SELECT account::text FROM account")
            #expect(rows.count >= 2)
            for row in rows + accounts {
                #expect(!row.contains(code.text) && !row.contains(AuthFixture.newPassword.text))
            }
        }
    }

    @Test func `An unproven address and a code from before a change of sign-in reset no password`()
        async throws
    {
        try await AuthFixture.with { auth in
            _ = try await auth.signInByPhone(AuthFixture.ada, AuthFixture.person(email: "bob@example.org"))
            _ = try await auth.requestReset("bob@example.org")
            #expect(try await auth.mails("bob@example.org").first?.text.contains("No account") == true)

            let user = try await auth.signUp().user
            let caller = try await auth.principal(user)
            // The same address with another password, and then another address.
            for email in ["ada@example.org", "new@example.org"] {
                let request = try await auth.requestedReset()
                let challenge = try await auth.service.emailChange.setEmail(
                    .init(email: EmailAddress(unchecked: email), password: AuthFixture.goodPassword),
                    by: SessionHolder(caller), origin: AuthFixture.here)
                let code = try #require(try await auth.codes(email).last)
                _ = try await auth.service.emailChange.confirmEmail(
                    .init(challengeId: challenge.challengeId, code: code), by: SessionHolder(caller),
                    origin: AuthFixture.here)
                #expect(await ending { try await auth.reset(request.challenge, request.code) } == "code-expired")
                #expect(await ending { try await auth.login(email) } == "ok")
            }
        }
    }

    @Test func `A reset is announced to the account's phone too, within the day's budget`() async throws {
        var policy = AuthPolicy()
        policy.sms.budget = CodeBudgetPolicy(perDay: 2, hourShare: 100)
        try await AuthFixture.with(policy: policy) { auth in
            let user = try await auth.signUp().user
            let caller = try await auth.principal(user)
            let challenge = try await auth.service.phoneChange.setPhone(
                .init(phone: PhoneNumber(unchecked: AuthFixture.ada)), by: SessionHolder(caller),
                origin: AuthFixture.here)
            _ = try await auth.service.phoneChange.confirmPhone(
                .init(challengeId: challenge.challengeId, code: try #require(try await auth.smsCodes().last)),
                by: SessionHolder(caller), origin: AuthFixture.here)
            for round in 1...2 {
                let request = try await auth.requestedReset()
                _ = try await auth.reset(request.challenge, request.code)
                let mails = try await auth.mails()
                #expect(mails.last?.subject.contains("was changed") == true)
                let notice = auth.mailbox.all(to: AuthFixture.ada).filter { $0.text.contains("reset by e-mail") }
                #expect(notice.count == 1, "round \(round)")
            }
            #expect(try await auth.number("SELECT sum(sent)::bigint FROM code_budget WHERE channel = 'sms'") == 2)
        }
    }

    @Test func `A sign-in that checks a password while it is replaced fails`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let request = try await auth.requestedReset()
            let pause = auth.derivation.pauseNext()
            let result = try await withThrowingTaskGroup(of: String.self) { group in
                group.addTask { await ending { try await auth.login() } }
                await pause.isReached()
                _ = try await auth.reset(request.challenge, request.code)
                pause.end()
                return try await group.next()
            }
            #expect(result == "credentials-wrong")
            #expect(try await auth.number("SELECT count(*) FROM session WHERE ended_at IS NULL") == 1)
        }
    }
}
