import Synchronization

/// One SQL statement that each connection prepares the first time it runs it.
///
/// Make it once, as a constant: each value counts as a statement of its own, and a connection prepares a limited
/// number of them (`PostgresConfiguration.preparedStatementLimit`; beyond it a statement is parsed at each call).
///
///     static let findAccount = PreparedStatement("findAccount", "SELECT id, name FROM accounts WHERE email = $1")
///
/// Parameters are `$1`, `$2`, …; PostgreSQL infers their types, so write a cast (`$1::bigint`) where it cannot.
public struct PreparedStatement: Sendable, Hashable {
    private static let lastIdentity = Atomic<Int>(0)

    /// What it is called in `pg_prepared_statements`, in logs and metrics.
    public let name: String
    /// The statement's text: exactly one statement.
    public let sql: String
    /// Tells this statement from all others of the process, without comparing texts.
    let identity: Int

    /// A statement called `name`, of which the first 40 bytes are used towards the server.
    public init(_ name: StaticString, _ sql: String) {
        self.name = name.description
        self.sql = sql
        self.identity = Self.lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The same constant, or a copy of it.
    public static func == (left: PreparedStatement, right: PreparedStatement) -> Bool {
        left.identity == right.identity
    }

    /// Hashes the identity alone.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }
}

/// A statement with the values of its parameters `$1`, `$2`, ….
public struct BoundStatement: Sendable {
    let statement: PreparedStatement
    let parameters: PostgresParameters

    /// - Throws: `invalidParameter` for a value that cannot be sent.
    public init(_ statement: PreparedStatement, _ parameters: [any PostgresEncodable]) throws(PostgresError) {
        self.statement = statement
        self.parameters = try PostgresParameters(parameters)
    }
}
