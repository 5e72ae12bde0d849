import AuthContract
import Contract
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct SignInTests {
    @Test func `Every sign-in costs one hash, with or without an account`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let long = String(repeating: "x", count: 129)
            let longest = String(repeating: "ж", count: 1_024)
            let ways: [(String, String, String)] = [
                ("ada@example.org", AuthFixture.goodPassword.text, "ok"),
                ("ada@example.org", "wrong password", "credentials-wrong"),
                ("ada@example.org", "", "credentials-wrong"), ("ada@example.org", long, "credentials-wrong"),
                ("bob@example.org", AuthFixture.goodPassword.text, "credentials-wrong"),
                ("bob@example.org", "", "credentials-wrong"), ("bob@example.org", long, "credentials-wrong"),
                ("bob@example.org", longest, "credentials-wrong"),
                ("ada@example.org", longest, "credentials-wrong"),
            ]
            for (email, password, expected) in ways {
                let before = auth.derivation.count
                #expect(await ending { try await auth.login(email, password) } == expected)
                #expect(auth.derivation.count - before == 1)
            }
        }
    }

    @Test func `A wrong password tells how many tries are left, alike with or without an account`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            for email in ["ada@example.org", "bob@example.org"] {
                var told: [String] = []
                for _ in 0..<5 {
                    let error = await rpcError { try await auth.login(email, "no") }
                    told.append(String(decoding: error?.details ?? [], as: UTF8.self))
                }
                #expect(told == (0..<5).reversed().map { #"{"triesLeft":\#($0)}"# }, "\(email)")
                #expect(await ending { try await auth.login(email, "no") } == "too-many-attempts")
            }
        }
    }

    @Test func `An unconfirmed registration cannot sign in, at the same cost`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.register()
            let before = auth.derivation.count
            #expect(await ending { try await auth.login() } == "credentials-wrong")
            #expect(auth.derivation.count - before == 1)
        }
    }

    @Test func `A letter typed as two code points signs in`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp(password: Password(unchecked: "мой ёж і ўсё"))
            let typed = "мои\u{306} е\u{308}ж і у\u{306}се\u{308}"
            #expect(await ending { try await auth.login("ada@example.org", typed) } == "ok")
        }
    }

    @Test func `A hash with outdated parameters is renewed by its owner's sign-in only`()
        async throws
    {
        let old = ScryptParameters(logCost: 12, blockSize: 8, parallelism: 1)
        try await AuthFixture.with(parameters: old) { auth in
            _ = try await auth.signUp()
            let today = try auth.replica()
            try await today.keys.reload()
            try await today.rules.reload()
            let before = try await auth.texts("SELECT password_hash FROM account")
            #expect(await ending { try await today.login("ada@example.org", "wrong") } == "credentials-wrong")
            #expect(try await auth.texts("SELECT password_hash FROM account") == before)
            #expect(today.derivation.count == 1)
            #expect(await ending { try await today.login() } == "ok")
            #expect(today.derivation.count == 3)
            let after = try await auth.texts("SELECT password_hash FROM account")
            #expect(after.allSatisfy { $0.hasPrefix("$scrypt$ln=14,r=8,p=5$") })
            #expect(await ending { try await today.login() } == "ok")
            #expect(today.derivation.count == 4)
        }
    }

    @Test func `Failures lengthen the wait, and that wait suffices`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            for _ in 0..<5 {
                #expect(await ending { try await auth.login("ada@example.org", "no") } == "credentials-wrong")
            }
            for wait in [1_000, 2_000, 4_000, 8_000] as [Int64] {
                let error = await rpcError { try await auth.login() }
                #expect(error?.code == .quotaExceeded)
                #expect(error?.reason == "too-many-attempts")
                #expect(error?.retryAfterMilliseconds == wait)
                auth.clock.advance(.milliseconds(wait - 1))
                #expect(await rpcError { try await auth.login() }?.retryAfterMilliseconds == 1)
                auth.clock.advance(.milliseconds(1))
                #expect(await ending { try await auth.login("ada@example.org", "no") } == "credentials-wrong")
            }
            auth.clock.advance(.seconds(16))
            #expect(await ending { try await auth.login() } == "ok")
            #expect(await ending { try await auth.login() } == "ok")
        }
    }

    @Test func `A refused attempt costs no hash and changes nothing`() async throws {
        try await AuthFixture.with { auth in
            for _ in 0..<5 { _ = await ending { try await auth.login("ada@example.org", "no") } }
            let before = try await auth.texts("SELECT login_throttle::text FROM login_throttle ORDER BY key")
            let hashes = auth.derivation.count
            #expect(await ending { try await auth.login() } == "too-many-attempts")
            #expect(try await auth.texts("SELECT login_throttle::text FROM login_throttle ORDER BY key") == before)
            #expect(auth.derivation.count == hashes)
        }
    }

    @Test func `An unknown address is slowed down like a known one`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            var answers: [[String]] = []
            for email in ["ada@example.org", "bob@example.org"] {
                var answer: [String] = []
                for _ in 0..<8 {
                    let error = await rpcError { try await auth.login(email, "no") }
                    answer.append("\(error?.reason ?? "") \(error?.retryAfterMilliseconds ?? 0)")
                }
                answers.append(answer)
            }
            #expect(answers[0] == answers[1])
        }
    }

    @Test func `Concurrent guesses are counted one by one, on every replica`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let other = try auth.replica()
            try await other.rules.reload()
            let counts = await endings(40) { index in
                try await (index.isMultiple(of: 2) ? auth : other).login("ada@example.org", "no")
            }
            #expect(counts == ["credentials-wrong": 5, "too-many-attempts": 35])
        }
    }

    @Test func `Guesses from other places lock the owner out late, not at once`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let elsewhere = AuthFixture.from("203.0.113.9")
            for _ in 0..<10 { _ = await ending { try await auth.login("ada@example.org", "no", origin: elsewhere) } }
            #expect(
                await ending { try await auth.login("ada@example.org", "no", origin: elsewhere) }
                    == "too-many-attempts")
            #expect(await ending { try await auth.login() } == "ok")
            // The account's limit stops a botnet.
            let counts = await endings(60) { index in
                try await auth.login("ada@example.org", "no", origin: AuthFixture.from("198.51.100.\(index)"))
            }
            #expect(counts == ["credentials-wrong": 20, "too-many-attempts": 40])
        }
    }

    @Test func `Strangers cannot lock an owner out of a known place`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            #expect(await ending { try await auth.login() } == "ok")
            func guessEverywhere() async {
                _ = await endings(60) { index in
                    try await auth.login("ada@example.org", "no", origin: AuthFixture.from("198.51.100.\(index)"))
                }
            }
            await guessEverywhere()
            let elsewhere = AuthFixture.from("203.0.113.9")
            #expect(await ending { try await auth.login(origin: elsewhere) } == "too-many-attempts")
            // A wrong guess from the known place keeps it known; five delay it like any other place.
            #expect(await ending { try await auth.login("ada@example.org", "no") } == "credentials-wrong")
            #expect(await ending { try await auth.login() } == "ok")
            auth.clock.advance(LoginThrottle.knownPlaceLifetime)
            await guessEverywhere()
            #expect(await ending { try await auth.login() } == "too-many-attempts")
        }
    }

    @Test func `A place that guesses at many accounts is slowed down, even for its own account`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp("mine@example.org")
            var admitted = 0
            for index in 0..<100 {
                if index.isMultiple(of: 4) { _ = await ending { try await auth.login("mine@example.org") } }
                let end = await ending { try await auth.login("user\(index)@example.org", "no") }
                if end == "credentials-wrong" { admitted += 1 }
            }
            #expect(admitted == 40)
            #expect(await ending { try await auth.login("mine@example.org") } == "too-many-attempts")
            #expect(
                await ending { try await auth.login("mine@example.org", origin: AuthFixture.from("198.51.100.1")) }
                    == "ok")
        }
    }

    @Test func `Old failures are forgotten and removed`() async throws {
        try await AuthFixture.with { auth in
            for _ in 0..<5 { _ = await ending { try await auth.login("ada@example.org", "no") } }
            #expect(await ending { try await auth.login("ada@example.org", "no") } == "too-many-attempts")
            auth.clock.advance(.seconds(86_400))
            let housekeeping = auth.housekeeping()
            try await housekeeping.sweep()
            #expect(try await auth.number("SELECT count(*) FROM login_throttle") == 0)
            #expect(await ending { try await auth.login("ada@example.org", "no") } == "credentials-wrong")
        }
    }

    @Test func `An operator creates an account once and never changes its password`() async throws {
        try await AuthFixture.with { auth in
            let email = try #require(EmailAddress("demo@example.org"))
            let login = try #require(DisplayName("demo"))
            #expect(
                try await auth.service.accountCreation.create(
                    login: login, email: email, password: AuthFixture.goodPassword))
            let other = Password(unchecked: "another password")
            #expect(try await !auth.service.accountCreation.create(login: login, email: email, password: other))
            #expect(await ending { try await auth.login("demo@example.org") } == "ok")
            #expect(await ending { try await auth.login("demo@example.org", other.text) } == "credentials-wrong")
        }
    }
}
