import Synchronization

/// One SQL statement that each connection prepares the first time it runs it.
///
/// Make it once, as a constant: each value counts as a statement of its own, and a connection prepares a limited
/// number of them (`PostgresConfiguration.preparedStatementLimit`; beyond it a statement is parsed at each call).
///
///     static let findAccount = PreparedStatement("findAccount", "SELECT id, name FROM accounts WHERE email = :email")
///     let row = try await client.query(findAccount, ["email": email]).first
///     let name = try row?.read("name", as: String.self)
///
/// Parameters are either all named (`:email`) or all numbered (`$1`, `$2`, …). PostgreSQL infers their types, so write
/// a cast (`:limit::bigint`) where it cannot.
public struct PreparedStatement: Sendable, Hashable {
    private static let lastIdentity = Atomic<Int>(0)

    /// The statement's name in `pg_prepared_statements`, in logs and metrics.
    public let name: String
    private let text: StatementText
    /// A number that no other statement of the process has, so that texts need not be compared.
    let identity: Int

    /// A statement of the SQL `text`, which holds exactly one.
    ///
    /// The first 40 bytes of `name` are used towards the server.
    public init(_ name: StaticString, _ text: String) {
        self.name = name.description
        self.text = StatementText(text)
        self.identity = Self.lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The statement's SQL with numbered parameters.
    public var sql: String { text.sql }

    /// The names of `$1`, `$2`, … in ``sql``; empty where the statement numbers its parameters itself.
    public var parameterNames: [String] { text.parameterNames }

    /// Compares identities: a copy of a constant equals it.
    public static func == (left: PreparedStatement, right: PreparedStatement) -> Bool {
        left.identity == right.identity
    }

    /// Hashes the identity alone.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }
}

/// A statement with the values of its parameters.
public struct BoundStatement: Sendable {
    let statement: PreparedStatement
    let parameters: PostgresParameters

    /// A statement with values for `$1`, `$2`, … in their order.
    ///
    /// - Throws: `invalidParameter` for a value that cannot be sent.
    public init(_ statement: PreparedStatement, _ parameters: [any PostgresEncodable]) throws(PostgresError) {
        self.statement = statement
        self.parameters = try PostgresParameters(parameters)
    }

    /// A statement with values for its named parameters.
    ///
    /// - Throws: `invalidParameter` for a value that cannot be sent, or a name without a value.
    public init(_ statement: PreparedStatement, _ parameters: NamedParameters) throws(PostgresError) {
        try self.init(statement, parameters.values(for: statement.parameterNames))
    }
}
