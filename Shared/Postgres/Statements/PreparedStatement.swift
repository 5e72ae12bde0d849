import Synchronization

/// One SQL statement that each connection prepares when it first runs it.
///
/// Make it once, as a constant: every instance counts as a separate statement, and a connection prepares a limited
/// number of them (`PostgresConfiguration.preparedStatementLimit`; statements beyond it are parsed at each call).
///
///     static let findAccount = PreparedStatement("findAccount", "SELECT id, name FROM accounts WHERE email = :email")
///     let row = try await client.query(findAccount, ["email": email]).first
///     let name = try row?.read("name", as: String.self)
///
/// Parameters have names (`:email`). PostgreSQL infers their types, so write a cast (`:limit::bigint`) where it cannot.
public struct PreparedStatement: Sendable, Hashable {
    private static let lastIdentity = Atomic<Int>(0)

    /// The statement's name in `pg_prepared_statements`, in logs and metrics.
    public let name: String
    private let text: StatementText
    /// A number unique within the process, which saves comparing texts.
    let identity: Int

    /// Creates a statement from `text`, which must hold exactly one SQL statement.
    ///
    /// The server sees the first 40 bytes of `name`.
    public init(_ name: StaticString, _ text: String) {
        self.name = name.description
        self.text = StatementText(text)
        self.identity = Self.lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The SQL in PostgreSQL's form, with numbered parameters.
    public var sql: String { text.sql }

    /// The names of the parameters, in the order of their numbers in ``sql``.
    public var parameterNames: [String] { text.parameterNames }

    /// Compares identities: a copy of a statement equals the original.
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

    /// Creates a statement with values in the order of its parameters' numbers.
    init(_ statement: PreparedStatement, _ parameters: PostgresParameters) {
        self.statement = statement
        self.parameters = parameters
    }

    /// Creates a statement with values for its parameters.
    ///
    /// - Throws: `invalidParameter` for a value that cannot be sent, or a name without a value.
    public init(_ statement: PreparedStatement, _ parameters: NamedParameters = [:]) throws(PostgresError) {
        self.init(statement, try parameters.encoded(for: statement.parameterNames))
    }
}
