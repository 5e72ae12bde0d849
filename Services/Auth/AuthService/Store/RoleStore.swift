import AuthContract
import Contract
import Postgres
import Values

/// The roles that accounts hold.
struct RoleStore: Sendable {
    let runner: any StatementRunner

    /// Finds the holders of a role in the order in which they were granted it.
    func holders(of role: Role, limit: Int) async throws -> [Auth.User] {
        try await runner.query(Self.holdersStatement, ["role": role.rawValue, "limit": limit]).map { row in
            try Account(row).user
        }
    }

    /// Grants or revokes a role; returns false if nothing changed.
    func set(_ role: Role, of account: Identifier, granted: Bool, now: Instant) async throws -> Bool {
        let statement = granted ? Self.grantStatement : Self.revokeStatement
        let rows = try await runner.query(statement, ["account": account, "role": role.rawValue, "now": now])
        return rows.affectedRows > 0
    }

    private static let holdersStatement = PreparedStatement(
        "accountsByRole",
        Account.select + " JOIN account_role ON account_id = id WHERE role = :role ORDER BY granted_at, id LIMIT :limit"
    )
    private static let grantStatement = PreparedStatement(
        "grantRole",
        """
        INSERT INTO account_role (account_id, role, granted_at) VALUES (:account, :role, :now)
        ON CONFLICT DO NOTHING
        """)
    private static let revokeStatement = PreparedStatement(
        "revokeRole", "DELETE FROM account_role WHERE account_id = :account AND role = :role")
}
