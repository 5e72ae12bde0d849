import AuthContract
import Contract
import Postgres
import RPC
import Testing

@testable import AuthService

@Suite(.serialized) struct RoleTests {
    private func change(
        _ world: AuthWorld, _ role: Role, of name: String, granted: Bool, by user: Auth.User
    ) async throws -> Auth.RoleHolder {
        let principal = Principal(sub: user.id.text, sid: "s", roles: ["admin"])
        return try await world.service.changeRole(
            Auth.RoleChange(account: try #require(AccountName(name)), role: role), granted: granted, by: principal,
            origin: AuthWorld.here)
    }

    @Test func `An administrator gives and takes roles, and who did it is written down`() async throws {
        try await AuthWorld.with { world in
            let admin = try await world.signUp("chief@example.org").user
            let ada = try await world.signUp().user
            try await world.setRole(.admin, of: "chief@example.org", granted: true)
            let given = try await change(world, .parkStaff, of: " ADA@example.org", granted: true, by: admin)
            #expect(given.id == ada.id)
            #expect(given.roles == [.parkStaff])
            #expect(given.name == "somebody")
            #expect(try await world.login().user.roles == [.parkStaff])
            let again = try await change(world, .parkStaff, of: ada.id.text, granted: true, by: admin)
            #expect(again == given)
            let holders = try await world.service.roleHolders(.init(role: .parkStaff), origin: AuthWorld.here)
            #expect(holders.items == [given])
            let taken = try await change(world, .parkStaff, of: ada.id.text, granted: false, by: admin)
            #expect(taken.roles.isEmpty)
            let trail = try await world.texts(
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

    @Test func `A token that still says admin is of no use once the role was taken`() async throws {
        try await AuthWorld.with { world in
            let admin = try await world.signUp("chief@example.org").user
            _ = try await world.signUp()
            #expect(
                await ending { try await change(world, .admin, of: "ada@example.org", granted: true, by: admin) }
                    == "forbidden")
            #expect(try await world.number("SELECT count(*) FROM account_role") == 0)
        }
    }

    @Test func `Administrators keep their own role, and of two who take it from each other one keeps it`() async throws
    {
        try await AuthWorld.with { world in
            let one = try await world.signUp("one@example.org").user
            let two = try await world.signUp("two@example.org").user
            try await world.setRole(.admin, of: "one@example.org", granted: true)
            try await world.setRole(.admin, of: "two@example.org", granted: true)
            #expect(
                await ending { try await change(world, .admin, of: "one@example.org", granted: false, by: one) }
                    == "own-role")
            let ended = await endings(2) { index in
                try await change(
                    world, .admin, of: index == 0 ? "two@example.org" : "one@example.org", granted: false,
                    by: index == 0 ? one : two)
            }
            #expect(ended == ["ok": 1, "forbidden": 1])
            #expect(try await world.number("SELECT count(*) FROM account_role") == 1)
        }
    }

    @Test func `A role for nobody is refused`() async throws {
        try await AuthWorld.with { world in
            let admin = try await world.signUp().user
            try await world.setRole(.admin, granted: true)
            for name in ["nobody@example.org", "+375291234567", "019ab3c4-5d6e-7f80-9123-456789abcdef"] {
                #expect(
                    await ending { try await change(world, .parkStaff, of: name, granted: true, by: admin) }
                        == "account-unknown")
            }
        }
    }

    @Test func `Other services learn names and numbers in the order in which they asked`() async throws {
        try await AuthWorld.with { world in
            let ada = try await world.signUp().user
            let bob = try await world.signUp("bob@example.org").user
            _ = try await world.client.query(
                PreparedStatement(
                    "setPhone",
                    """
                    UPDATE account SET phone = '+375291234567', first_name = 'Боб', last_name = 'Роўны'
                    WHERE email = 'bob@example.org'
                    """))
            let names = try ["+375 29 123-45-67", "nobody@example.org", ada.id.text, bob.id.text].map {
                try #require(AccountName($0))
            }
            let profiles = try await world.service.profiles(.init(accounts: names), origin: AuthWorld.here).items
            #expect(profiles.map(\.account.text) == ["+375291234567", ada.id.text, bob.id.text])
            #expect(profiles.map(\.id) == [bob.id, ada.id, bob.id])
            #expect(profiles.map(\.name) == ["Боб Роўны", "somebody", "Боб Роўны"])
            #expect(profiles.map { $0.phone?.text } == ["+375291234567", nil, "+375291234567"])
            #expect(profiles.map(\.email) == [bob.email, ada.email, bob.email])
            let many = Auth.Profiles.Params(accounts: Array(repeating: names[2], count: 201))
            #expect(
                await ending { try await world.service.profiles(many, origin: AuthWorld.here) } == "invalid-params")
        }
    }
}
