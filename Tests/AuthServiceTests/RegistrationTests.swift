import AuthContract
import Contract
import Notify
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct RegistrationTests {
    @Test func `The right code creates the account and signs in`() async throws {
        try await AuthFixture.with { auth in
            let challenge = try await auth.register(login: "Ада")
            #expect(challenge.expiresAt.milliseconds == auth.clock.now + 600_000)
            let code = try #require(try await auth.codes().first)
            let tokens = try await auth.verify(challenge.challengeId, code)
            #expect(tokens.user.login.text == "Ада")
            #expect(tokens.user.email?.text == "ada@example.org")
            #expect(tokens.user.roles.isEmpty)
            #expect(tokens.user.declarationVersion == DeclarationText.version)
            #expect(tokens.accessTokenExpiresAt.milliseconds == auth.clock.now + 300_000)
            let signedIn = try await auth.login()
            #expect(signedIn.user == tokens.user)
        }
    }

    @Test func `No account is created without a code`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.register()
            #expect(await ending { try await auth.login() } == "credentials-wrong")
            #expect(try await auth.number("SELECT count(*) FROM account") == 0)
        }
    }

    @Test func `A member of government military structures may not register`() async throws {
        try await AuthFixture.with { auth in
            let error = await rpcError { try await auth.register(declares: false) }
            #expect(error?.code == .forbidden)
            #expect(error?.reason == "declaration-required")
            let count = try await auth.number("SELECT count(*) FROM registration")
            #expect(count == 0)
        }
    }

    @Test func `The declaration is in the caller's language, in one version for all`() async throws {
        try await AuthFixture.with { auth in
            var answers: [Auth.CurrentDeclaration.Result] = []
            for language in Language.allCases {
                let origin = AuthFixture.here.with(language)
                answers.append(try await auth.service.registration.declaration(Empty(), origin: origin))
            }
            #expect(Set(answers.map(\.text)).count == Language.allCases.count)
            #expect(Set(answers.map(\.version)) == [DeclarationText.version])
        }
    }

    @Test func `Another version of the declaration is refused with the current one`() async throws {
        try await AuthFixture.with { auth in
            let outdated = DeclarationVersion(unchecked: "2025-01")
            let error = await rpcError { try await auth.register(version: outdated) }
            #expect(error?.reason == "declaration-outdated")
            let details = error?.details.map { String(decoding: $0, as: UTF8.self) }
            #expect(details == #"{"currentVersion":"\#(DeclarationText.version)"}"#)
            let refused = await ending { try await auth.register(declares: false, version: outdated) }
            #expect(refused == "declaration-required")
            let count = try await auth.number("SELECT count(*) FROM registration")
            #expect(count == 0)
        }
    }

    @Test func `A common password is refused with a fault at the password`() async throws {
        try await AuthFixture.with { auth in
            let error = await rpcError { try await auth.register(password: Password(unchecked: "qwertyuiop")) }
            #expect(error?.reason == "password-common")
            #expect(error?.faults.map(\.pointer) == ["/password"])
            #expect(auth.derivation.count == 0)
        }
    }

    @Test func `A known address gets the same answer at the cost of one hash, and a mail without a code`()
        async throws
    {
        try await AuthFixture.with { auth in
            let before = auth.derivation.count
            let unknown = try await auth.register("new@example.org")
            #expect(auth.derivation.count - before == 1)
            _ = try await auth.signUp("ada@example.org")
            let middle = auth.derivation.count
            let known = try await auth.register("ada@example.org")
            #expect(auth.derivation.count - middle == 1)
            #expect(known.expiresAt.milliseconds - auth.clock.now == unknown.expiresAt.milliseconds - auth.clock.now)

            let codes = try await auth.codes()
            #expect(codes.count == 1)
            let mails = auth.mailbox.all(to: try #require(EmailAddress("ada@example.org")))
            #expect(mails.count == 2)
            #expect(mails.last?.subject.contains("already") == true)
            // The challenge answers guesses like any other.
            for _ in 0..<5 {
                #expect(await ending { try await auth.verify(known.challengeId, codes[0]) } == "code-wrong")
            }
            #expect(await ending { try await auth.verify(known.challengeId, codes[0]) } == "code-expired")
            #expect(try await auth.number("SELECT count(*) FROM account") == 1)
        }
    }

    @Test func `The database holds neither code nor password`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.register(password: Password(unchecked: "a rare phrase 77"))
            let rows = try await auth.texts(
                "SELECT registration::text FROM registration UNION ALL SELECT outbox::text FROM outbox")
            let code = try #require(try await auth.codes().first)
            #expect(rows.count == 2)
            for row in rows {
                #expect(!row.contains("a rare phrase 77"))
                #expect(!row.contains(code.text))
            }
        }
    }

    @Test func `Mail comes in the caller's language`() async throws {
        try await AuthFixture.with { auth in
            for (language, word) in [(Language.english, "Your"), (.russian, "Ваш код:"), (.belarusian, "профілю")] {
                let email = EmailAddress(unchecked: "\(language.rawValue)@example.org")
                _ = try await auth.register(email.text, language: language)
                _ = try await auth.codes(email.text)
                let mail = try #require(auth.mailbox.all(to: email).first)
                #expect(mail.text.contains(word))
            }
        }
    }

    @Test func `After five wrong codes the right one fails too`() async throws {
        try await AuthFixture.with { auth in
            let challenge = try await auth.register()
            let code = try #require(try await auth.codes().first)
            let wrong = OneTimeCode(unchecked: code.text == "000000" ? "000001" : "000000")
            for triesLeft in (0..<5).reversed() {
                let error = await rpcError { try await auth.verify(challenge.challengeId, wrong) }
                #expect(error?.reason == "code-wrong")
                #expect(error?.details.map { String(decoding: $0, as: UTF8.self) } == #"{"triesLeft":\#(triesLeft)}"#)
            }
            #expect(await ending { try await auth.verify(challenge.challengeId, code) } == "code-expired")
            #expect(try await auth.number("SELECT count(*) FROM account") == 0)
        }
    }

    @Test func `A code works until the moment it expires`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.register("one@example.org")
            let second = try await auth.register("two@example.org")
            let codes = [try await auth.codes("one@example.org")[0], try await auth.codes("two@example.org")[0]]
            auth.clock.advance(.milliseconds(599_999))
            #expect(await ending { try await auth.verify(first.challengeId, codes[0]) } == "ok")
            auth.clock.advance(.milliseconds(1))
            #expect(await ending { try await auth.verify(second.challengeId, codes[1]) } == "code-expired")
        }
    }

    @Test func `A code solves neither another challenge nor an unknown one`() async throws {
        try await AuthFixture.with { auth in
            let first = try await auth.register("one@example.org")
            let second = try await auth.register("two@example.org")
            let code = try #require(try await auth.codes("two@example.org").first)
            #expect(await ending { try await auth.verify(first.challengeId, code) } == "code-wrong")
            #expect(await ending { try await auth.verify(second.challengeId, code) } == "ok")
            #expect(await ending { try await auth.verify(second.challengeId, code) } == "code-expired")
            let unknown = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")
            #expect(await ending { try await auth.verify(unknown, code) } == "code-expired")
        }
    }

    @Test func `An attacker who registers with an address first gains nothing`() async throws {
        try await AuthFixture.with { auth in
            let attacker = Password(unchecked: "the attacker's phrase")
            let theirs = try await auth.register(password: attacker, origin: AuthFixture.from("203.0.113.9"))
            let theirCode = try #require(try await auth.codes().last)
            let mine = try await auth.register()
            let codes = try await auth.codes()
            #expect(codes.count == 2)
            #expect(await ending { try await auth.verify(mine.challengeId, codes[1]) } == "ok")
            #expect(await ending { try await auth.login() } == "ok")
            #expect(await ending { try await auth.login("ada@example.org", attacker.text) } == "credentials-wrong")
            #expect(await ending { try await auth.verify(theirs.challengeId, theirCode) } == "code-expired")
        }
    }

    @Test func `Of many concurrent guesses five are counted, and the right code succeeds once`() async throws {
        try await AuthFixture.with { auth in
            for round in 0..<10 {
                let email = "user\(round)@example.org"
                let challenge = try await auth.register(email, origin: AuthFixture.from("192.0.2.\(round)"))
                let code = try #require(try await auth.codes(email).last)
                let wrong = OneTimeCode(unchecked: code.text == "000000" ? "000001" : "000000")
                let counts = await endings(30) { index in
                    try await auth.verify(challenge.challengeId, index.isMultiple(of: 2) ? code : wrong)
                }
                let judged = try await auth.number("SELECT max(attempts) FROM registration WHERE email = '\(email)'")
                #expect(judged <= 5)
                #expect(counts["ok", default: 0] <= 1)
                #expect(counts["code-wrong", default: 0] <= 5)
                #expect(counts.keys.allSatisfy { ["ok", "code-wrong", "code-expired"].contains($0) })
                #expect(try await auth.number("SELECT count(*) FROM account WHERE email = '\(email)'") <= 1)
            }
        }
    }

    @Test func `The right code sent many times at once makes one account and one session`() async throws {
        try await AuthFixture.with { auth in
            for round in 0..<20 {
                let email = "user\(round)@example.org"
                let challenge = try await auth.register(email, origin: AuthFixture.from("192.0.2.\(round)"))
                let code = try #require(try await auth.codes(email).last)
                let counts = await endings(5) { _ in try await auth.verify(challenge.challengeId, code) }
                #expect(counts == ["ok": 1, "code-expired": 4])
            }
            #expect(try await auth.number("SELECT count(*) FROM account") == 20)
            #expect(try await auth.number("SELECT count(*) FROM session") == 20)
        }
    }

    @Test func `Two concurrent registrations of one address make one account`() async throws {
        try await AuthFixture.with { auth in
            for round in 0..<20 {
                let email = "user\(round)@example.org"
                let origin = AuthFixture.from("192.0.2.\(round)")
                // Each message is taken before the next is written: messages of the same millisecond have no order.
                var challenges: [Auth.Challenge] = []
                var codes: [OneTimeCode] = []
                for _ in 0..<2 {
                    challenges.append(try await auth.register(email, origin: origin))
                    codes.append(try #require(try await auth.codes(email).last))
                }
                let counts = await endings(2) { [challenges, codes] in
                    try await auth.verify(challenges[$0].challengeId, codes[$0])
                }
                #expect(counts == ["ok": 1, "code-expired": 1])
            }
            #expect(try await auth.number("SELECT count(*) FROM account") == 20)
        }
    }

    @Test func `Registrations of one address are limited, known or not, without the cost of a hash`() async throws {
        var policy = AuthPolicy()
        policy.registrations.perRecipient = Quota(limit: 3, window: .seconds(3_600))
        try await AuthFixture.with(policy: policy) { auth in
            _ = try await auth.signUp("known@example.org")
            for (email, allowed) in [("known@example.org", 2), ("new@example.org", 3)] {
                for _ in 0..<allowed { #expect(await ending { try await auth.register(email) } == "ok") }
                let before = auth.derivation.count
                let error = await rpcError { try await auth.register(email) }
                #expect(error?.code == .quotaExceeded)
                #expect(error?.reason == "too-many-registrations")
                #expect(error?.retryAfterMilliseconds == 3_600_000)
                #expect(auth.derivation.count == before)
            }
            auth.clock.advance(.seconds(3_601))
            #expect(await ending { try await auth.register("new@example.org") } == "ok")
        }
    }

    @Test func `Concurrent registrations keep exactly to the limits`() async throws {
        var policy = AuthPolicy()
        policy.registrations.perRecipient = Quota(limit: 3, window: .seconds(3_600))
        policy.registrations.perPlace = Quota(limit: 7, window: .seconds(3_600))
        try await AuthFixture.with(policy: policy) { auth in
            let perEmail = await endings(20) { index in
                try await auth.register(origin: AuthFixture.from("192.0.2.\(index)"))
            }
            #expect(perEmail == ["ok": 3, "too-many-registrations": 17])
            let perPlace = await endings(20) { index in
                try await auth.register("user\(index)@example.org", origin: AuthFixture.from("2001:db8::\(index)"))
            }
            #expect(perPlace == ["ok": 7, "too-many-registrations": 13])
        }
    }

    @Test func `Old registrations are removed, and the hash as soon as its code expires`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.register()
            let housekeeping = auth.housekeeping()
            try await housekeeping.sweep()
            #expect(try await auth.number("SELECT count(password_hash) FROM registration") == 1)
            auth.clock.advance(.seconds(600))
            try await housekeeping.sweep()
            #expect(try await auth.number("SELECT count(password_hash) FROM registration") == 0)
            #expect(try await auth.number("SELECT count(*) FROM registration") == 1)
            auth.clock.advance(.seconds(86_400))
            try await housekeeping.sweep()
            #expect(try await auth.number("SELECT count(*) FROM registration") == 0)
        }
    }
}
