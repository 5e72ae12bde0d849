import AuthContract
import Database
import Postgres
import Values

/// The passkeys of accounts.
struct PasskeyStore: Sendable {
    let transaction: AuthTransaction

    /// Lists an account's passkeys, oldest first.
    func list(of account: Identifier) async throws -> [Auth.Passkey] {
        try await transaction.query(Self.listStatement, ["account": account]).map { row in
            Auth.Passkey(
                id: CredentialID(unchecked: Base64URL.encode(try row.read("id", as: [UInt8].self))),
                name: try row.read("name"), createdAt: try row.read("created_at"), usedAt: try row.read("used_at"))
        }
    }

    /// Reads a passkey with its account; returns `nil` for an unknown one.
    ///
    /// It changes only in transactions that hold the account's ``AuthTransaction/lockSignIn(of:)``.
    func find(_ id: [UInt8]) async throws -> (passkey: Passkey, account: Identifier)? {
        guard let row = try await transaction.query(Self.findStatement, ["id": id]).first,
            let key = PasskeyKey(algorithm: try row.read("algorithm"), bytes: try row.read("public_key"))
        else { return nil }
        return (Passkey(id: id, key: key, signCount: try row.read("sign_count")), try row.read("account_id"))
    }

    /// Adds a passkey; returns false if an account has it.
    func insert(_ passkey: Passkey, name: PasskeyName, of account: Identifier, now: Instant) async throws -> Bool {
        try await transaction.query(
            Self.insertStatement,
            [
                "id": passkey.id, "account": account, "name": name, "algorithm": passkey.key.algorithm.rawValue,
                "public_key": passkey.key.bytes, "sign_count": passkey.signCount, "now": now,
            ]
        ).affectedRows > 0
    }

    /// Stores a use of a passkey.
    func use(_ id: [UInt8], signCount: Int64, now: Instant) async throws {
        _ = try await transaction.query(Self.useStatement, ["id": id, "sign_count": signCount, "now": now])
    }

    /// Removes a passkey of an account; returns false if the account does not have it.
    func remove(_ id: [UInt8], of account: Identifier) async throws -> Bool {
        try await transaction.query(Self.removeStatement, ["id": id, "account": account]).affectedRows > 0
    }

    /// Removes all passkeys of an account; returns their number.
    func removeAll(of account: Identifier) async throws -> Int {
        try await transaction.query(Self.removeAllStatement, ["account": account]).affectedRows
    }

    /// Consumes a challenge; returns false if it was answered before.
    func answer(_ challenge: [UInt8], until end: Instant) async throws -> Bool {
        try await transaction.query(Self.answerStatement, ["id": challenge, "end": end]).affectedRows > 0
    }

    private static let listStatement = PreparedStatement(
        "passkeys",
        "SELECT id, name, created_at, used_at FROM passkey WHERE account_id = :account ORDER BY created_at, id")
    private static let findStatement = PreparedStatement(
        "findPasskey", "SELECT account_id, algorithm, public_key, sign_count FROM passkey WHERE id = :id")
    private static let insertStatement = PreparedStatement(
        "insertPasskey",
        """
        INSERT INTO passkey (id, account_id, name, algorithm, public_key, sign_count, created_at)
        VALUES (:id, :account, :name, :algorithm, :public_key, :sign_count, :now)
        ON CONFLICT DO NOTHING
        """)
    private static let useStatement = PreparedStatement(
        "usePasskey", "UPDATE passkey SET sign_count = :sign_count, used_at = :now WHERE id = :id")
    private static let removeStatement = PreparedStatement(
        "removePasskey", "DELETE FROM passkey WHERE id = :id AND account_id = :account")
    private static let removeAllStatement = PreparedStatement(
        "removePasskeys", "DELETE FROM passkey WHERE account_id = :account")
    private static let answerStatement = PreparedStatement(
        "answerChallenge",
        "INSERT INTO answered_challenge (id, expires_at) VALUES (:id, :end) ON CONFLICT DO NOTHING")
}

extension PasskeyName: ColumnValue {}
