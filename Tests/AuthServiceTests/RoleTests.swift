import AuthContract
import Contract
import Postgres
import RPC
import Testing
import Values

@testable import AuthService

@Suite(.serialized) struct RoleTests {
    private func change(
        _ auth: AuthFixture, _ role: Role, of name: String, granted: Bool, by user: Auth.User
    ) async throws -> Auth.RoleHolder {
        let holder = SessionHolder(account: user.id, session: Identifier(unchecked: AuthFixture.noSession))
        let change = Auth.RoleChange(account: try #require(AccountName(name)), role: role)
        let roles = auth.service.roles
        return granted
            ? try await roles.grant(change, by: holder, origin: AuthFixture.here)
            : try await roles.revoke(change, by: holder, origin: AuthFixture.here)
    }

    @Test func `An administrator grants and revokes roles, and the trail names the administrator`() async throws {
        try await AuthFixture.with { auth in
            let admin = try await auth.signUp("chief@example.org").user
            let ada = try await auth.signUp().user
            try await auth.setRole(.admin, of: "chief@example.org", granted: true)
            let given = try await change(auth, .parkStaff, of: " ADA@example.org", granted: true, by: admin)
            #expect(given.id == ada.id)
            #expect(given.roles.map(\.known) == [.parkStaff])
            #expect(given.name == "somebody")
            #expect(try await auth.login().user.roles.map(\.known) == [.parkStaff])
            let again = try await change(auth, .parkStaff, of: ada.id.text, granted: true, by: admin)
            #expect(again == given)
            let holders = try await auth.service.roles.holders(.init(role: .parkStaff), origin: AuthFixture.here)
            #expect(holders.items == [given])
            let taken = try await change(auth, .parkStaff, of: ada.id.text, granted: false, by: admin)
            #expect(taken.roles.isEmpty)
            let trail = try await auth.texts(
                """
                SELECT concat_ws(' ', event, subject, actor_id, address) FROM audit
                WHERE event LIKE 'role-%' AND account_id = '\(ada.id.text)' ORDER BY id
                """)
            #expect(
                trail == [
                    "role-granted park.staff \(admin.id.text) 192.0.2.7",
                    "role-revoked park.staff \(admin.id.text) 192.0.2.7",
                ])
        }
    }

    @Test func `A stored role that no longer exists is ignored`() async throws {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp().user
            try await auth.setRole(.parkStaff, granted: true)
            _ = try await auth.client.query(
                PreparedStatement(
                    "oldRole",
                    """
                    INSERT INTO account_role (account_id, role, granted_at)
                    VALUES ('\(ada.id.text)', 'museums.curator', 1795243200000)
                    """))
            #expect(try await auth.login().user.roles.map(\.known) == [.parkStaff])
        }
    }

    @Test func `A token with the role admin is useless once the role is revoked`() async throws {
        try await AuthFixture.with { auth in
            let admin = try await auth.signUp("chief@example.org").user
            _ = try await auth.signUp()
            #expect(
                await ending { try await change(auth, .admin, of: "ada@example.org", granted: true, by: admin) }
                    == "forbidden")
            #expect(try await auth.number("SELECT count(*) FROM account_role") == 0)
        }
    }

    @Test func `Administrators keep their own role, and of two who revoke each other's one keeps it`() async throws {
        try await AuthFixture.with { auth in
            let one = try await auth.signUp("one@example.org").user
            let two = try await auth.signUp("two@example.org").user
            try await auth.setRole(.admin, of: "one@example.org", granted: true)
            try await auth.setRole(.admin, of: "two@example.org", granted: true)
            #expect(
                await ending { try await change(auth, .admin, of: "one@example.org", granted: false, by: one) }
                    == "own-role")
            let ended = await endings(2) { index in
                try await change(
                    auth, .admin, of: index == 0 ? "two@example.org" : "one@example.org", granted: false,
                    by: index == 0 ? one : two)
            }
            #expect(ended == ["ok": 1, "forbidden": 1])
            #expect(try await auth.number("SELECT count(*) FROM account_role") == 1)
        }
    }

    @Test func `A role for an unknown account is refused`() async throws {
        try await AuthFixture.with { auth in
            let admin = try await auth.signUp().user
            try await auth.setRole(.admin, granted: true)
            for name in ["nobody@example.org", "+375291234567", "019ab3c4-5d6e-7f80-9123-456789abcdef"] {
                #expect(
                    await ending { try await change(auth, .parkStaff, of: name, granted: true, by: admin) }
                        == "account-unknown")
            }
        }
    }

    @Test func `Other services get profiles in the order of their request`() async throws {
        try await AuthFixture.with { auth in
            let ada = try await auth.signUp().user
            let bob = try await auth.signUp("bob@example.org").user
            _ = try await auth.client.query(
                PreparedStatement(
                    "setPhone",
                    """
                    UPDATE account SET phone = '+375291234567', first_name = 'Боб', last_name = 'Роўны'
                    WHERE email = 'bob@example.org'
                    """))
            let names = try ["+375 29 123-45-67", "nobody@example.org", ada.id.text, bob.id.text].map {
                try #require(AccountName($0))
            }
            let profiles = try await auth.service.profiles.profiles(.init(accounts: names), origin: AuthFixture.here)
                .items
            #expect(profiles.map(\.account.text) == ["+375291234567", ada.id.text, bob.id.text])
            #expect(profiles.map(\.id) == [bob.id, ada.id, bob.id])
            #expect(profiles.map(\.name) == ["Боб Роўны", "somebody", "Боб Роўны"])
            #expect(profiles.map { $0.phone?.text } == ["+375291234567", nil, "+375291234567"])
            #expect(profiles.map(\.email) == [bob.email, ada.email, bob.email])
            let many = Auth.Profiles.Params(accounts: Array(repeating: names[2], count: 201))
            #expect(
                await ending { try await auth.service.profiles.profiles(many, origin: AuthFixture.here) }
                    == "invalid-params")
        }
    }
}
