import AuthContract
import Crypto
import Postgres
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct AuditChainTests {
    private func verify(_ auth: AuthFixture, noted: AuditVerification.Mark? = nil) async throws
        -> AuditVerification.Result
    {
        try await AuditVerification(store: auth.store).run(noted: noted)
    }

    /// Changes the trail as somebody does who may do everything in the database.
    private func tamper(_ auth: AuthFixture, _ sql: String) async throws {
        for statement in [
            "ALTER TABLE audit DISABLE TRIGGER USER", sql,
            "ALTER TABLE audit ENABLE TRIGGER USER",
        ] {
            _ = try await auth.client.query(PreparedStatement("tamper", statement))
        }
    }

    /// Makes a chain of five entries: the administrator, the role, and three rules.
    private func chain(_ auth: AuthFixture) async throws -> AuditVerification.Mark {
        for name in ["a", "b", "c"] { try await auth.putRule(.domain, "\(name).example.org", .deny) }
        guard case .whole(let end?) = try await verify(auth) else {
            throw AuthCommandFault("the chain is not whole")
        }
        return end
    }

    @Test func `Every change by an administrator is chained, and a whole chain passes`() async throws {
        try await AuthFixture.with { auth in
            #expect(try await verify(auth) == .whole(nil))
            let end = try await chain(auth)
            try await auth.removeRule(.domain, "a.example.org")
            let events = try await auth.texts("SELECT event FROM audit WHERE chain IS NOT NULL ORDER BY chain")
            #expect(
                events == ["account-made", "role-granted", "rule-set", "rule-set", "rule-set", "rule-removed"])
            #expect(end.number == 5)
            guard case .whole(let later?) = try await verify(auth, noted: end) else {
                Issue.record("the chain is not whole")
                return
            }
            #expect(later.number == 6)
        }
    }

    @Test(arguments: [
        "UPDATE audit SET detail = 'allow: x' WHERE chain = 4", "UPDATE audit SET actor_id = NULL WHERE chain = 4",
        "UPDATE audit SET subject = 'domain x' WHERE chain = 4", "UPDATE audit SET at = at + 1 WHERE chain = 4",
        "UPDATE audit SET event = 'rule-removed' WHERE chain = 4",
        "UPDATE audit SET mac = decode(repeat('00', 32), 'hex') WHERE chain = 4",
        "UPDATE audit SET subject = 'x' || subject, detail = substr(detail, 2) WHERE chain = 4",
    ])
    func `An altered entry is found`(_ sql: String) async throws {
        try await AuthFixture.with { auth in
            _ = try await chain(auth)
            try await tamper(auth, sql)
            #expect(try await verify(auth) == .broken(.altered(4)))
        }
    }

    @Test func `A removed entry is found, at the end only with a noted one`() async throws {
        try await AuthFixture.with { auth in
            let end = try await chain(auth)
            try await tamper(auth, "DELETE FROM audit WHERE chain = 5")
            guard case .whole = try await verify(auth) else {
                Issue.record("a chain without its end is whole by itself")
                return
            }
            #expect(try await verify(auth, noted: end) == .cut(end))
            try await tamper(auth, "DELETE FROM audit WHERE chain = 3")
            #expect(try await verify(auth) == .broken(.missing(3)))
        }
    }

    @Test func `An entry that was written without the secret is found`() async throws {
        try await AuthFixture.with { auth in
            let end = try await chain(auth)
            let forged = AuditSeal(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
            let store = AuthStore(client: auth.client, auditSeal: forged)
            try await store.record(AuditRecord(event: .ruleRemoved, subject: "domain mil", origin: .operator))
            #expect(try await verify(auth, noted: end) == .broken(.altered(6)))
        }
    }

    @Test func `Concurrent changes make one chain without gaps`() async throws {
        try await AuthFixture.with { auth in
            _ = try await auth.administrator()
            let counts = await endings(20) { index in
                try await auth.putRule(.domain, "d\(index).example.org", .review)
            }
            #expect(counts == ["ok": 20])
            guard case .whole(let end?) = try await verify(auth) else {
                Issue.record("the chain is not whole")
                return
            }
            #expect(end.number == 22)
            #expect(AuditVerification.Mark(end.text) == end)
        }
    }

    @Test func `The trail names rules for people by keyed hashes`() async throws {
        try await AuthFixture.with { auth in
            try await auth.putRule(.account, "private@example.org", .allow)
            try await auth.putRule(.account, "+375291234567", .allow)
            let rows = try await auth.texts("SELECT audit::text FROM audit WHERE event = 'rule-set'")
            #expect(rows.count == 2)
            #expect(rows.allSatisfy { !$0.contains("private@") && !$0.contains("291234567") })
        }
    }

    @Test(arguments: ["", "5", "5:", ":AAAA", "0:AAAA", "x:AAAA", "5:AAAA"])
    func `A text that is no mark is rejected`(_ text: String) { #expect(AuditVerification.Mark(text) == nil) }
}
