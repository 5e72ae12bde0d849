import AuthContract
import Postgres
import Testing

@testable import AuthService
@testable import Notify

@Suite(.serialized) struct AuditTests {
    @Test func `Every event of an account is recorded in order`() async throws {
        try await AuthFixture.with { auth in
            let challenge = try await auth.register()
            let code = try #require(try await auth.codes().first)
            let wrong = OneTimeCode(unchecked: code.text == "000000" ? "000001" : "000000")
            _ = await ending { try await auth.verify(challenge.challengeId, wrong) }
            _ = try await auth.verify(challenge.challengeId, code)
            _ = try await auth.register()
            _ = await ending { try await auth.login("ada@example.org", "wrong") }
            let tokens = try await auth.login()
            try await auth.logout(tokens.refreshToken)
            let events = try await auth.texts("SELECT event FROM audit ORDER BY id")
            #expect(
                events == [
                    "registered", "verification-failed", "verified", "registered-known", "sign-in-failed", "signed-in",
                    "signed-out",
                ])
            let whole = try await auth.number(
                """
                SELECT count(*) FROM audit WHERE at = \(auth.clock.now) AND address = '192.0.2.7'
                AND trace_id = '0af7651916cd43dd8448eb211c80319c' AND (account_id IS NOT NULL OR subject IS NOT NULL)
                """)
            #expect(whole == events.count)
        }
    }

    @Test func `The trail contains no address that was merely typed`() async throws {
        try await AuthFixture.with { auth in
            _ = await ending { try await auth.login("secret-typed-here@example.org", "wrong") }
            let rows = try await auth.texts(
                "SELECT audit::text FROM audit UNION ALL SELECT login_throttle::text FROM login_throttle")
            #expect(rows.count == 4)
            #expect(rows.allSatisfy { !$0.contains("secret-typed-here") })
        }
    }

    @Test(arguments: ["UPDATE audit SET event = 'x'", "DELETE FROM audit", "TRUNCATE audit"])
    func `The trail can only be appended to`(_ sql: String) async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            await #expect(throws: PostgresError.self) {
                try await auth.client.query(PreparedStatement("tamper", sql))
            }
            #expect(try await auth.number("SELECT count(*) FROM audit") == 2)
        }
    }

    @Test func `No log contains a code, a password, a token or an address, whatever fails`() async throws {
        try await AuthFixture.with { auth in
            let password = "a rare phrase 77"
            var errors = ""
            func attempt<Value>(_ body: () async throws -> Value) async {
                do { _ = try await body() } catch { errors += "\(error)\n\(String(reflecting: error))\n" }
            }
            let challenge = try await auth.register(password: Password(unchecked: password))
            let code = try #require(try await auth.codes().first)
            await attempt { try await auth.verify(challenge.challengeId, OneTimeCode(unchecked: "999999")) }
            let tokens = try await auth.verify(challenge.challengeId, code)
            await attempt { try await auth.login("ada@example.org", password + "!") }
            await attempt { try await auth.register(password: Password(unchecked: password)) }
            let next = try await auth.refresh(tokens.refreshToken)
            auth.clock.advance(.seconds(11))
            await attempt { try await auth.refresh(tokens.refreshToken) }
            // Writes to one table after the other fail, so that calls break off at different points.
            for table in ["registration", "password_reset", "session", "audit", "login_throttle", "outbox"] {
                _ = try await auth.client.query(
                    PreparedStatement("breakTable", "ALTER TABLE \(table) ADD COLUMN broken integer NOT NULL DEFAULT 0")
                )
                _ = try await auth.client.query(
                    PreparedStatement(
                        "breakMore", "ALTER TABLE \(table) ADD CONSTRAINT broken CHECK (broken > 0) NOT VALID"))
                await attempt { try await auth.register("new@example.org", password: Password(unchecked: password)) }
                await attempt { try await auth.login("ada@example.org", password) }
                await attempt { try await auth.requestReset() }
                _ = try? await auth.relay.deliverDue()
                _ = try await auth.client.query(
                    PreparedStatement("repair", "ALTER TABLE \(table) DROP CONSTRAINT broken"))
            }
            let text = auth.log.text + errors
            let secrets = [
                password, code.text, tokens.accessToken, tokens.refreshToken.text, next.accessToken,
                next.refreshToken.text, AuthFixture.secret, "ada@example.org", "new@example.org", "$scrypt$",
            ]
            for secret in secrets { #expect(!text.contains(secret), "\(secret.prefix(4))… is in a log") }
            #expect(errors.contains("session-ended"))
        }
    }
}
