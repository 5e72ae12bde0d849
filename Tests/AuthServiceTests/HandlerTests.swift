import AuthContract
import Contract
import Crypto
import Database
import NIOCore
import Notify
import Postgres
import RPC
import ServiceRuntime
import Testing
import Values
import Wire

@testable import AuthService

@Suite(.serialized) struct AuthHandlerTests {
    private func context(peer: LinkIdentity = .process("gateway"), principal: Principal? = nil) -> CallContext {
        var generator = SystemRandomNumberGenerator()
        return CallContext(
            principal: principal, remoteAddress: "192.0.2.7", deadline: .now + .seconds(30), locale: "be-BY",
            trace: TraceContext.root(using: &generator), peer: peer)
    }

    private func call(_ table: MethodTable, _ method: String, _ params: String, _ context: CallContext) async throws
        -> String
    {
        String(buffer: try await table.answer(method, params: ByteBuffer(string: params), context: context))
    }

    @Test func `Every method of the contract has a handler`() async throws {
        try await AuthFixture.with { auth in
            #expect(AuthHandler.table(auth.service).missing.isEmpty)
        }
    }

    @Test func `A person registers, confirms, reads the account and signs out, in JSON`() async throws {
        try await AuthFixture.with { auth in
            let table = AuthHandler.table(auth.service)
            let challenge = try await call(
                table, "auth.register",
                #"""
                {"login":"Ада","email":"Ada@Example.org","password":"пяць зялёных качак",
                "declaration":{"isNotGovernmentMilitary":true,"version":"2026-11"}}
                """#, context())
            let code = try #require(try await auth.codes().first)
            let mail = auth.mailbox.all(to: EmailAddress(unchecked: "ada@example.org"))
            #expect(mail.first?.text.contains("пацвярджае") == true)
            let id = try #require(challenge.split(separator: "\"").first { $0.utf8.count == 36 })
            let answer = try await call(
                table, "auth.verifyEmail", #"{"challengeId":"\#(id)","code":"\#(code.text)"}"#, context())
            let tokens = try Array(answer.utf8).withUnsafeBytes { try JSONCoding.decode(Auth.Tokens.self, from: $0) }
            let principal = Principal(sub: tokens.user.id.text, sid: AuthFixture.noSession, roles: [])
            let me = try await call(table, "auth.me", "{}", context(principal: principal))
            #expect(me.contains(#""email":"ada@example.org""#))
            #expect(!me.contains("scrypt"))
            let token = tokens.refreshToken.text
            #expect(try await call(table, "auth.logout", #"{"refreshToken":"\#(token)"}"#, context()) == "{}")
            let keys = try await call(table, "auth.jwks", "{}", context())
            #expect(keys.contains(#""crv":"Ed25519""#))
            #expect(try await call(table, "auth.revocations", "{}", context()).contains(#""sid":"#))
        }
    }

    @Test func `A person proves a number, completes the registration and is visible to booking, in JSON`() async throws
    {
        try await AuthFixture.with { auth in
            let table = AuthHandler.table(auth.service)
            let requested = try await call(table, "auth.requestCode", #"{"phone":"+375 29 123-45-67"}"#, context())
            #expect(requested.contains(#""resendAt":"#))
            let code = try #require(try await auth.smsCodes().first)
            #expect(auth.mailbox.all(to: AuthFixture.ada).first?.text.contains("Нікому") == true)
            let id = try #require(requested.split(separator: "\"").first { $0.utf8.count == 36 })
            let proven = try await call(
                table, "auth.verifyCode", #"{"challengeId":"\#(id)","code":"\#(code.text)"}"#, context())
            #expect(proven.hasPrefix(#"{"status":"registration-required","registrationToken":""#))
            let token = try #require(proven.split(separator: "\"").last { $0.utf8.count > 36 })
            let made = try await call(
                table, "auth.completeRegistration",
                #"""
                {"registrationToken":"\#(token)","registration":{"firstName":"Ада","lastName":"Лаўлэйс",
                "declaration":{"isNotGovernmentMilitary":true,"version":"2026-11"},"consentVersion":"2026-01"}}
                """#, context())
            #expect(made.contains(#""phone":"+375291234567","firstName":"Ада","lastName":"Лаўлэйс","roles":[]"#))
            let question = #"{"accounts":["+375291234567"]}"#
            let known = try await call(table, "auth.profiles", question, context(peer: .process("booking")))
            #expect(known.contains(#""name":"Ада Лаўлэйс","phone":"+375291234567""#))
            for peer in [LinkIdentity.process("gateway"), .anonymous] {
                let error = await rpcError { try await call(table, "auth.profiles", question, context(peer: peer)) }
                #expect(error?.code == .methodNotFound)
            }
        }
    }

    @Test(arguments: [
        #"{"phone":"291234567"}"#, #"{"phone":375291234567}"#, #"{}"#,
        #"{"phone":"+375291234567","registration":{"firstName":"Ада"}}"#,
        #"{"phone":"+375291234567","registration":{"firstName":"","lastName":"Л","declaration":{"isNotGovernmentMilitary":true,"version":"1"},"consentVersion":"1"}}"#,
        #"{"phone":"+375291234567","registration":{"firstName":"А","lastName":"Л","birthDate":"1990-02-30","declaration":{"isNotGovernmentMilitary":true,"version":"1"},"consentVersion":"1"}}"#,
        #"{"phone":"+375291234567","registration":{"firstName":"А","lastName":"Л","consentVersion":"1"}}"#,
    ])
    func `An invalid request for a code sends nothing`(_ params: String) async throws {
        try await AuthFixture.with { auth in
            let error = await rpcError {
                try await call(AuthHandler.table(auth.service), "auth.requestCode", params, context())
            }
            #expect(error?.code == .invalidParams)
            let count = try await auth.number("SELECT count(*) FROM outbox")
            #expect(count == 0)
        }
    }

    @Test func `Only administrators change roles`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.signUp()
            let table = AuthHandler.table(auth.service)
            let params = #"{"account":"ada@example.org","role":"park.staff"}"#
            let staff = Principal(sub: "x", sid: "s", roles: ["park.staff"])
            for (method, params) in [
                ("auth.grantRole", params), ("auth.revokeRole", params), ("auth.roleHolders", #"{"role":"admin"}"#),
            ] {
                let error = await rpcError { try await call(table, method, params, context(principal: staff)) }
                #expect(error?.code == .forbidden)
                let stranger = await rpcError { try await call(table, method, params, context()) }
                #expect(stranger?.code == .unauthenticated)
            }
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"login":"Ada","email":"ada@example.org","password":"long enough 1"}"#,
        #"{"email":"ada@example.org","password":"long enough 1","declaration":{"isNotGovernmentMilitary":true,"version":"1"}}"#,
        #"{"login":"Ada","email":"ada@example.org","password":"short","declaration":{"isNotGovernmentMilitary":true,"version":"1"}}"#,
        #"{"login":"Ada","email":"ada","password":"long enough 1","declaration":{"isNotGovernmentMilitary":true,"version":"1"}}"#,
        #"{"login":"Ada","email":"ada@example.org","password":"long enough 1","declaration":{"version":"1"}}"#,
        #"{"login":"Ada","email":"ada@example.org","password":"long enough 1","declaration":{"isNotGovernmentMilitary":"yes","version":"1"}}"#,
        #"{"login":"Ada","email":"ada@example.org","password":"long enough 1","declaration":{"isNotGovernmentMilitary":true,"version":"1"},"role":"admin"}"#,
    ])
    func `An invalid registration is refused before any work`(_ params: String)
        async throws
    {
        try await AuthFixture.with { auth in
            let error = await rpcError {
                try await call(AuthHandler.table(auth.service), "auth.register", params, context())
            }
            #expect(error?.code == .invalidParams)
            #expect(auth.derivation.count == 0)
        }
    }

    @Test func `Only the gateway may read ended sessions`() async throws {
        try await AuthFixture.with { auth in
            let table = AuthHandler.table(auth.service)
            for peer in [LinkIdentity.anonymous, .process("museums")] {
                let error = await rpcError { try await call(table, "auth.revocations", "{}", context(peer: peer)) }
                #expect(error?.code == .methodNotFound)
            }
        }
    }

    @Test(arguments: [
        (PostgresError.Code.unavailable, ErrorCode.unavailable), (.poolExhausted, .overloaded),
        (.commitOutcomeUnknown, .unavailable), (.deadlineExceeded, .deadlineExceeded), (.cancelled, .cancelled),
        (.uniqueViolation(constraint: "x"), .internal), (.other, .internal),
    ])
    func `A database failure becomes an error that tells the caller what to do`(
        _ code: PostgresError.Code, _ expected: ErrorCode
    ) {
        var cause = PostgresError(code, "the cause")
        cause.detail = "Key (email)=(ada@example.org)"
        let error = cause.rpcError
        #expect(error.code == expected)
        #expect(error.cause?.contains("ada") != true)
        #expect((error.retryAfterMilliseconds != nil) == [.unavailable, .overloaded].contains(expected))
    }

    @Test func `A lost database is reported as unavailable, not as an internal error`() async throws {
        let configuration = try PostgresConfiguration(url: "postgresql://nobody@127.0.0.1:1/none?sslmode=disable")
        let client = PostgresClient(configuration, logger: CapturedLog().logger)
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            defer { group.cancelAll() }
            let store = AuthStore(client: client, auditSeal: AuditSeal(key: SymmetricKey(size: .bits256)))
            let error = await rpcError {
                do {
                    _ = try await store.accounts(until: nil).account(email: EmailAddress(unchecked: "a@b.by"))
                } catch let error as PostgresError {
                    throw error.rpcError
                }
            }
            #expect(error?.code == .unavailable)
        }
    }
}
