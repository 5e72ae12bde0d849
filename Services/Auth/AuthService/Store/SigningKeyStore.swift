import Database
import Postgres
import Values

/// The signing keys of all replicas.
struct SigningKeyStore: Sendable {
    let transaction: AuthTransaction

    /// Locks the keys: serializes their changes until the transaction ends.
    func lock() async throws { try await transaction.lock("signing-keys") }

    func all() async throws -> [SigningKeyRecord] {
        try await transaction.query(Self.selectStatement, [:]).map { row in
            SigningKeyRecord(
                id: try row.read("id"), activeFrom: try row.read("active_from"), sealed: try row.read("sealed"))
        }
    }

    func insert(_ key: SigningKeyRecord, now: Instant) async throws {
        _ = try await transaction.query(
            Self.insertStatement, ["id": key.id, "active_from": key.activeFrom, "sealed": key.sealed, "now": now])
    }

    func delete(_ ids: [String]) async throws {
        _ = try await transaction.query(Self.deleteStatement, ["ids": ids])
    }

    private static let selectStatement = PreparedStatement(
        "signingKeys", "SELECT id, active_from, sealed FROM signing_key ORDER BY active_from")
    private static let insertStatement = PreparedStatement(
        "insertSigningKey",
        "INSERT INTO signing_key (id, active_from, sealed, created_at) VALUES (:id, :active_from, :sealed, :now)")
    private static let deleteStatement = PreparedStatement(
        "deleteSigningKeys", "DELETE FROM signing_key WHERE id = ANY(:ids::text[])")
}
