import Contracts
import Notify
import RPC
import Testing

@testable import AuthService

@Suite(.serialized) struct PasswordResetTests {
    @Test func `Whoever sends the code back has another password and is signed in, and nobody else is`() async throws {
        try await AuthWorld.with { world in
            let old = try await world.signUp()
            world.clock.advance(.seconds(1))
            let older = try await world.login()
            let bystander = try await world.signUp("bob@example.org")
            let declared = try await world.texts("SELECT declaration_version || declared_at FROM account ORDER BY id")

            let (challenge, code) = try await world.askedReset()
            #expect(challenge.expiresAt.milliseconds == world.clock.now + 600_000)
            let before = world.derivation.count
            let tokens = try await world.reset(challenge, code)
            #expect(world.derivation.count - before == 1)
            #expect(tokens.user == old.user)
            #expect(await ending { try await world.refresh(tokens.refreshToken) } == "ok")
            #expect(await ending { try await world.refresh(old.refreshToken) } == "session-ended")
            #expect(await ending { try await world.refresh(older.refreshToken) } == "session-ended")
            #expect(await ending { try await world.refresh(bystander.refreshToken) } == "ok")
            #expect(await ending { try await world.login() } == "credentials-wrong")
            let signedIn = try await world.login("ada@example.org", AuthWorld.newPassword.text)
            #expect(signedIn.user == old.user)

            let told = try #require(try await world.mails().last)
            #expect(told.subject.contains("password of your Vokol account was changed"))
            let after = try await world.texts("SELECT declaration_version || declared_at FROM account ORDER BY id")
            #expect(after == declared)
            let reasons = try await world.texts("SELECT DISTINCT end_reason FROM session WHERE ended_at IS NOT NULL")
            #expect(reasons == ["sign-in-changed"])
            let events = try await world.texts("SELECT event FROM audit WHERE event LIKE '%reset%' ORDER BY id")
            #expect(events == ["reset-requested", "password-reset"])
        }
    }

    @Test func `A known and an unknown address are answered alike, without a hash, and guesses at both too`()
        async throws
    {
        try await AuthWorld.with { world in
            _ = try await world.signUp()
            let hashes = world.derivation.count
            let rows = """
                SELECT (SELECT count(*) FROM password_reset) || ' ' || (SELECT count(*) FROM outbox) || ' '
                    || (SELECT count(*) FROM audit)
                """
            var kept: [[String]] = [try await world.texts(rows)]
            let known = try await world.requestReset()
            kept.append(try await world.texts(rows))
            let unknown = try await world.requestReset("bob@example.org")
            kept.append(try await world.texts(rows))
            #expect(known.expiresAt == unknown.expiresAt)
            #expect(known.challengeId != unknown.challengeId)
            // Each leaves a request, a message and an entry of the audit trail behind.
            let numbers = kept.map { $0[0].split(separator: " ").compactMap { Int($0) } }
            for step in [1, 2] { #expect(zip(numbers[step], numbers[step - 1]).map { $0 - $1 } == [1, 1, 1]) }

            let code = try #require(try await world.codes().last)
            let mail = try #require(try await world.mails("bob@example.org").first)
            #expect(mail.text.contains("No account"))
            #expect(try await world.codes("bob@example.org").isEmpty)
            for challenge in [known, unknown] {
                for _ in 0..<5 {
                    #expect(await ending { try await world.reset(challenge, code.wrong) } == "code-wrong")
                }
                #expect(await ending { try await world.reset(challenge, code) } == "code-expired")
            }
            #expect(world.derivation.count == hashes)
            #expect(await ending { try await world.login() } == "ok")
            #expect(try await world.number("SELECT count(*) FROM account") == 1)
        }
    }

    @Test func `A code works once, for its own challenge and purpose, and ends the others of its address`() async throws
    {
        try await AuthWorld.with { world in
            let tokens = try await world.signUp()
            let first = try await world.askedReset()
            let second = try await world.askedReset()
            #expect(await ending { try await world.reset(first.challenge, second.code) } == "code-wrong")
            // It makes no account and confirms no address.
            #expect(await ending { try await world.verify(first.challenge.challengeId, first.code) } == "code-expired")
            let registration = try await world.register("bob@example.org")
            let other = try #require(try await world.codes("bob@example.org").last)
            #expect(await ending { try await world.reset(registration, other) } == "code-expired")

            #expect(try await world.reset(first.challenge, first.code).user == tokens.user)
            #expect(await ending { try await world.reset(first.challenge, first.code) } == "code-expired")
            #expect(await ending { try await world.reset(second.challenge, second.code) } == "code-expired")
        }
    }

    @Test func `Many guesses at one time are at most five, and the right code wins once`() async throws {
        try await AuthWorld.with { world in
            _ = try await world.signUp()
            for round in 0..<8 {
                let origin = AuthWorld.from("198.51.100.\(round)")
                let asked = try await world.askedReset(origin: origin)
                let counts = await endings(20) { index in
                    try await world.reset(
                        asked.challenge, index.isMultiple(of: 2) ? asked.code : asked.code.wrong, origin: origin)
                }
                let judged = try await world.number(
                    "SELECT max(attempts) FROM password_reset WHERE id = '\(asked.challenge.challengeId.text)'")
                #expect(judged <= 5)
                #expect(counts["ok", default: 0] <= 1)
                #expect(counts.keys.allSatisfy { ["ok", "code-wrong", "code-expired"].contains($0) })
            }
            let asked = try await world.askedReset()
            let counts = await endings(5) { _ in try await world.reset(asked.challenge, asked.code) }
            #expect(counts == ["ok": 1, "code-expired": 4])
            #expect(try await world.number("SELECT count(*) FROM session WHERE ended_at IS NULL") == 1)
        }
    }

    @Test func `Whoever guesses at codes is slowed down as whoever guesses at passwords`() async throws {
        try await AuthWorld.with { world in
            _ = try await world.signUp()
            for _ in 0..<8 {
                let asked = try await world.askedReset()
                for _ in 0..<5 {
                    #expect(await ending { try await world.reset(asked.challenge, asked.code.wrong) } == "code-wrong")
                }
            }
            let asked = try await world.askedReset()
            let error = await rpcError { try await world.reset(asked.challenge, asked.code) }
            #expect(error?.code == .quotaExceeded && error?.reason == "too-many-attempts")
            #expect(error?.retryAfterMilliseconds == 1_000)
            #expect(await ending { try await world.login() } == "too-many-attempts")
            // It cost the code nothing, and its owner elsewhere neither.
            let elsewhere = AuthWorld.from("198.51.100.1")
            #expect(await ending { try await world.reset(asked.challenge, asked.code, origin: elsewhere) } == "ok")
        }
    }

    @Test func `An owner whom others slow down gets in by a code, and they stay slowed down`() async throws {
        try await AuthWorld.with { world in
            _ = try await world.signUp()
            let guesser = AuthWorld.from("203.0.113.9")
            func guess() async -> RPCError? {
                await rpcError { try await world.login("ada@example.org", "no", origin: guesser) }
            }
            for _ in 0..<5 { _ = await guess() }
            _ = await endings(60) { index in
                try await world.login("ada@example.org", "no", origin: AuthWorld.from("198.51.100.\(index)"))
            }
            let before = try #require(await guess())
            #expect(before.reason == "too-many-attempts")
            #expect(await ending { try await world.login() } == "too-many-attempts")
            let asked = try await world.askedReset()
            #expect(await ending { try await world.reset(asked.challenge, asked.code) } == "ok")
            #expect(await guess()?.retryAfterMilliseconds == before.retryAfterMilliseconds)
            let password = AuthWorld.newPassword.text
            #expect(await ending { try await world.login("ada@example.org", password) } == "too-many-attempts")
        }
    }

    @Test func `A common password costs no attempt, and what it has of its owner counts once the code is right`()
        async throws
    {
        try await AuthWorld.with { world in
            _ = try await world.signUp()
            let asked = try await world.askedReset()
            for _ in 0..<6 {
                let error = await rpcError {
                    try await world.reset(asked.challenge, asked.code, Password(unchecked: "qwertyuiop"))
                }
                #expect(error?.reason == "password-common")
                #expect(error?.faults.map(\.pointer) == ["/password"])
            }
            let own = Password(unchecked: "Somebody1")
            let hashes = world.derivation.count
            #expect(await ending { try await world.reset(asked.challenge, asked.code.wrong, own) } == "code-wrong")
            #expect(await ending { try await world.reset(asked.challenge, asked.code, own) } == "password-common")
            #expect(world.derivation.count == hashes)
            #expect(await ending { try await world.reset(asked.challenge, asked.code) } == "ok")
        }
    }

    @Test func `Requests at the same time keep to the limits exactly, known or not, and expire`() async throws {
        var policy = AuthPolicy()
        policy.resetsPerEmail = Quota(limit: 3, window: .seconds(3_600))
        policy.resetsPerPlace = Quota(limit: 7, window: .seconds(3_600))
        try await AuthWorld.with(policy: policy) { world in
            _ = try await world.signUp()
            for email in ["ada@example.org", "bob@example.org"] {
                let counts = await endings(10) { index in
                    try await world.requestReset(email, origin: AuthWorld.from("192.0.2.\(index)"))
                }
                #expect(counts == ["ok": 3, "too-many-resets": 7])
                let error = await rpcError { try await world.requestReset(email) }
                #expect(error?.code == .quotaExceeded && error?.retryAfterMilliseconds == 3_600_000)
            }
            let counts = await endings(20) { index in
                try await world.requestReset("user\(index)@example.org", origin: AuthWorld.from("2001:db8::\(index)"))
            }
            #expect(counts == ["ok": 7, "too-many-resets": 13])
            world.clock.advance(.seconds(3_600))
            let asked = try await world.askedReset()
            world.clock.advance(.seconds(600))
            #expect(await ending { try await world.reset(asked.challenge, asked.code) } == "code-expired")
            #expect(try await world.number("SELECT count(*) FROM password_reset") == 14)
            world.clock.advance(.seconds(86_400))
            try await world.housekeeping().sweep()
            #expect(try await world.number("SELECT count(*) FROM password_reset") == 0)
        }
    }

    @Test func `The database holds neither code nor password`() async throws {
        try await AuthWorld.with { world in
            _ = try await world.signUp()
            let challenge = try await world.requestReset()
            let rows = try await world.texts(
                "SELECT password_reset::text FROM password_reset UNION ALL SELECT outbox::text FROM outbox")
            let code = try #require(try await world.codes().last)
            _ = try await world.reset(challenge, code)
            let accounts = try await world.texts("SELECT account::text FROM account")
            #expect(rows.count >= 2)
            for row in rows + accounts {
                #expect(!row.contains(code.text) && !row.contains(AuthWorld.newPassword.text))
            }
        }
    }

    @Test func `An address that was merely told, and a code from before the sign-in was changed, replace no password`()
        async throws
    {
        try await AuthWorld.with { world in
            _ = try await world.signInByPhone(AuthWorld.ada, AuthWorld.person(email: "bob@example.org"))
            _ = try await world.requestReset("bob@example.org")
            #expect(try await world.mails("bob@example.org").first?.text.contains("No account") == true)

            let user = try await world.signUp().user
            let caller = try await world.principal(user)
            // The same address with another password, and then another address.
            for email in ["ada@example.org", "new@example.org"] {
                let asked = try await world.askedReset()
                let challenge = try await world.service.setEmail(
                    .init(email: EmailAddress(unchecked: email), password: AuthWorld.goodPassword), by: caller,
                    language: .english, origin: AuthWorld.here)
                let code = try #require(try await world.codes(email).last)
                _ = try await world.service.confirmEmail(
                    .init(challengeId: challenge.challengeId, code: code), by: caller, language: .english,
                    origin: AuthWorld.here)
                #expect(await ending { try await world.reset(asked.challenge, asked.code) } == "code-expired")
                #expect(await ending { try await world.login(email) } == "ok")
            }
        }
    }

    @Test func `The account's telephone is told too, as long as the day's budget lasts`() async throws {
        var policy = AuthPolicy()
        policy.sms.budget = 2
        try await AuthWorld.with(policy: policy) { world in
            let user = try await world.signUp().user
            let caller = try await world.principal(user)
            let challenge = try await world.service.setPhone(
                .init(phone: PhoneNumber(unchecked: AuthWorld.ada)), by: caller, language: .english,
                origin: AuthWorld.here)
            _ = try await world.service.confirmPhone(
                .init(challengeId: challenge.challengeId, code: try #require(try await world.smsCodes().last)),
                by: caller, language: .english, origin: AuthWorld.here)
            for round in 1...2 {
                let asked = try await world.askedReset()
                _ = try await world.reset(asked.challenge, asked.code)
                let mails = try await world.mails()
                #expect(mails.last?.subject.contains("was changed") == true)
                let told = world.mailbox.all(to: AuthWorld.ada).filter { $0.text.contains("reset by e-mail") }
                #expect(told.count == 1, "round \(round)")
            }
            #expect(try await world.number("SELECT sent::bigint FROM sms_budget") == 2)
        }
    }

    @Test func `Who is checking the password of before while it is replaced is not signed in`() async throws {
        try await AuthWorld.with { world in
            _ = try await world.signUp()
            let asked = try await world.askedReset()
            let pause = world.derivation.pauseNext()
            let result = try await withThrowingTaskGroup(of: String.self) { group in
                group.addTask { await ending { try await world.login() } }
                await pause.isReached()
                _ = try await world.reset(asked.challenge, asked.code)
                pause.end()
                return try await group.next()
            }
            #expect(result == "credentials-wrong")
            #expect(try await world.number("SELECT count(*) FROM session WHERE ended_at IS NULL") == 1)
        }
    }
}
