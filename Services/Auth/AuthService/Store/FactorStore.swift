import AuthContract
import Postgres
import Values

/// The second factors of accounts.
struct FactorStore: Sendable {
    let transaction: AuthTransaction

    /// Reads an account's authenticator app, confirmed or not.
    func authenticator(of account: Identifier) async throws -> Authenticator? {
        try await transaction.query(Self.selectStatement, ["account": account]).first.map { row in
            Authenticator(
                sealed: try row.read("sealed"), confirmedAt: try row.read("confirmed_at"),
                lastStep: try row.read("last_step"))
        }
    }

    /// Stores a secret that waits for its first code, in place of an earlier one.
    func put(_ sealed: [UInt8], of account: Identifier, now: Instant) async throws {
        _ = try await transaction.query(Self.putStatement, ["account": account, "sealed": sealed, "now": now])
    }

    /// Stores the step of an accepted code, and the time of the first one.
    func accept(_ step: Int64, of account: Identifier, now: Instant) async throws {
        _ = try await transaction.query(Self.acceptStatement, ["account": account, "step": step, "now": now])
    }

    /// Removes an account's authenticator app and recovery codes; returns false if there was no app.
    func remove(of account: Identifier) async throws -> Bool {
        _ = try await transaction.query(Self.clearCodesStatement, ["account": account])
        return try await transaction.query(Self.removeStatement, ["account": account]).affectedRows > 0
    }

    /// Replaces an account's recovery codes.
    func setRecoveryCodes(_ macs: [[UInt8]], of account: Identifier) async throws {
        _ = try await transaction.query(Self.clearCodesStatement, ["account": account])
        for mac in macs {
            _ = try await transaction.query(Self.insertCodeStatement, ["account": account, "mac": mac])
        }
    }

    /// Consumes a recovery code; returns false if the account does not have it.
    func useRecoveryCode(_ mac: [UInt8], of account: Identifier) async throws -> Bool {
        try await transaction.query(Self.useCodeStatement, ["account": account, "mac": mac]).affectedRows > 0
    }

    /// Counts the recovery codes that were not used.
    func recoveryCodesLeft(of account: Identifier) async throws -> Int {
        try await transaction.query(Self.countCodesStatement, ["account": account]).only.read("count")
    }

    private static let selectStatement = PreparedStatement(
        "authenticator", "SELECT sealed, confirmed_at, last_step FROM authenticator WHERE account_id = :account")
    private static let putStatement = PreparedStatement(
        "putAuthenticator",
        """
        INSERT INTO authenticator (account_id, sealed, created_at) VALUES (:account, :sealed, :now)
        ON CONFLICT (account_id) DO UPDATE
        SET sealed = excluded.sealed, created_at = excluded.created_at, confirmed_at = NULL, last_step = 0
        """)
    private static let acceptStatement = PreparedStatement(
        "acceptTimeCode",
        """
        UPDATE authenticator SET last_step = :step, confirmed_at = coalesce(confirmed_at, :now)
        WHERE account_id = :account
        """)
    private static let removeStatement = PreparedStatement(
        "removeAuthenticator", "DELETE FROM authenticator WHERE account_id = :account")
    private static let clearCodesStatement = PreparedStatement(
        "clearRecoveryCodes", "DELETE FROM recovery_code WHERE account_id = :account")
    private static let insertCodeStatement = PreparedStatement(
        "insertRecoveryCode", "INSERT INTO recovery_code (account_id, mac) VALUES (:account, :mac)")
    private static let useCodeStatement = PreparedStatement(
        "useRecoveryCode", "DELETE FROM recovery_code WHERE account_id = :account AND mac = :mac")
    private static let countCodesStatement = PreparedStatement(
        "countRecoveryCodes", "SELECT count(*) AS count FROM recovery_code WHERE account_id = :account")
}
