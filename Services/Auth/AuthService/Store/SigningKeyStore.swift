import Contracts
import Postgres

extension AuthTransaction {
    /// Makes changes of the signing keys come one after the other.
    func lockSigningKeys() async throws { try await lock("signing-keys") }

    func signingKeys() async throws -> [SigningKeyRow] {
        try await query(Self.selectStatement, []).map { row in
            SigningKeyRow(
                id: try row.decode(String.self, at: 0), activeFrom: try row.instant(at: 1),
                sealed: try row.decode([UInt8].self, at: 2))
        }
    }

    func insertSigningKey(_ key: SigningKeyRow, now: Instant) async throws {
        _ = try await query(
            Self.insertStatement, [key.id, key.activeFrom.milliseconds, key.sealed, now.milliseconds])
    }

    func deleteSigningKeys(_ ids: [String]) async throws { _ = try await query(Self.deleteStatement, [ids]) }

    private static let selectStatement = PreparedStatement(
        "signingKeys", "SELECT id, active_from, sealed FROM signing_key ORDER BY active_from")
    private static let insertStatement = PreparedStatement(
        "insertSigningKey", "INSERT INTO signing_key (id, active_from, sealed, created_at) VALUES ($1, $2, $3, $4)")
    private static let deleteStatement = PreparedStatement(
        "deleteSigningKeys", "DELETE FROM signing_key WHERE id = ANY($1::text[])")
}
