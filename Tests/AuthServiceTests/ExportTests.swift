import AuthContract
import Contract
import Database
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct ExportTests {
    private func exported(_ auth: AuthFixture, of account: Identifier) async throws -> [ExportedRow] {
        var cursor: Cursor?
        var rows: [ExportedRow] = []
        repeat {
            let page = try await auth.service.export.page(
                ExportParams(cursor: cursor, limit: PageLimit(unchecked: 2)), of: account, deadline: nil)
            #expect(page.items.count <= 2)
            rows += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return rows
    }

    @Test func `Every declared table is exported, or exempt with a reason`() {
        for table in AuthPersonalData.tables {
            switch table.export {
            case .rows(let rows): #expect(!rows.columns.isEmpty, "\(table.name)")
            case .exempt(let reason): #expect(!reason.isEmpty, "\(table.name)")
            case nil: Issue.record("declare in AuthPersonalData what people get of \(table.name)")
            }
        }
    }

    @Test func `A person gets everything of the account page by page, but no secret and nothing of others`()
        async throws
    {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp().user
            let bob = try await auth.signUp("bob@example.org").user
            try await auth.setRole(.parkStaff, granted: true)
            _ = try await auth.login()
            let rows = try await exported(auth, of: ada.id)
            #expect(Set(rows.map(\.table)) == ["account", "account_role", "registration", "session", "audit"])
            #expect(rows.count { $0.table == "session" } == 2)
            let values = Dictionary(grouping: rows.flatMap(\.values), by: \.name).mapValues { $0.compactMap(\.value) }
            #expect(values["email"]?.allSatisfy { $0 == "ada@example.org" } == true)
            #expect(values["declaration_version"]?.first == DeclarationText.version.text)
            #expect(values["declared_at"]?.first?.hasSuffix("Z") == true)
            #expect(values["role"] == ["park.staff"])
            let text = rows.flatMap(\.values).compactMap(\.value).joined(separator: "\n")
            #expect(!text.contains("scrypt") && !text.contains(bob.id.text) && !text.contains("bob@"))
        }
    }

    @Test func `An export tells nothing about administrators, nor about others who typed the person's address`()
        async throws
    {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp().user
            let chief = try await auth.signUp("chief@example.org").user
            _ = try await auth.service.roles.set(
                Auth.RoleChange(account: AccountName(chief.id), role: .admin), granted: true)
            let (office, stranger) = (CallOrigin(address: "192.0.2.77"), CallOrigin(address: "198.51.100.9"))
            let holder = SessionHolder(account: chief.id, session: chief.id)
            _ = try await auth.service.accountTools.lock(
                .init(id: ada.id, reason: Auth.RuleNote(unchecked: "A mistake")), by: holder, origin: office)
            _ = try await auth.service.accountTools.unlock(.init(id: ada.id), by: holder, origin: office)
            let params = Auth.Register.Params(
                login: try #require(DisplayName("Stranger")), email: try #require(EmailAddress("ada@example.org")),
                password: AuthFixture.goodPassword,
                declaration: Auth.Declaration(isNotGovernmentMilitary: true, version: DeclarationText.version))
            _ = try await auth.service.registration.register(params, origin: stranger)
            let values = try await exported(auth, of: ada.id).flatMap(\.values).compactMap(\.value)
            for hidden in ["192.0.2.77", "198.51.100", "Stranger"] {
                #expect(!values.contains { $0.contains(hidden) }, "\(hidden)")
            }
        }
    }

    @Test func `A cursor of somebody else's export is refused`() async throws {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp().user
            let bob = try await auth.signUp("bob@example.org").user
            let page = try await auth.service.export.page(
                ExportParams(limit: PageLimit(unchecked: 1)), of: ada.id, deadline: nil)
            let cursor = try #require(page.nextCursor)
            #expect(
                await ending {
                    try await auth.service.export.page(ExportParams(cursor: cursor), of: bob.id, deadline: nil)
                }
                    == "invalid-params")
        }
    }

    @Test func `A registration by e-mail keeps the consent with its time`() async throws {
        try await AuthFixture.with { auth in
            let params = Auth.Register.Params(
                login: try #require(DisplayName("Ada")), email: try #require(EmailAddress("ada@example.org")),
                password: AuthFixture.goodPassword,
                declaration: Auth.Declaration(isNotGovernmentMilitary: true, version: DeclarationText.version),
                consentVersion: DeclarationVersion("2026-11"))
            let challenge = try await auth.service.registration.register(params, origin: AuthFixture.here)
            let user = try await auth.verify(challenge.challengeId, try #require(await auth.codes().last)).user
            #expect(user.consentVersion?.text == "2026-11")
            #expect(user.consentedAt == user.declaredAt && user.declaredAt != nil)
            let other = try await auth.signUp("bob@example.org").user
            #expect(other.consentVersion == nil && other.consentedAt == nil)
        }
    }
}
