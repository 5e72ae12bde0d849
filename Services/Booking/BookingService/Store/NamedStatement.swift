import Postgres

/// A prepared statement whose parameters have names: `$customer_id` where PostgreSQL has `$1`.
struct NamedStatement: Sendable {
    private let prepared: PreparedStatement
    private let names: [String]

    init(_ name: StaticString, _ sql: String) {
        var numbered = ""
        var names: [String] = []
        var rest = sql[...]
        while let dollar = rest.firstIndex(of: "$") {
            let name = rest[rest.index(after: dollar)...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let position = names.firstIndex { $0 == name } ?? names.endIndex
            if position == names.endIndex { names.append(String(name)) }
            numbered += "\(rest[..<dollar])$\(position + 1)"
            rest = rest[name.endIndex...]
        }
        prepared = PreparedStatement(name, numbered + rest)
        self.names = names
    }

    /// Binds the parameters.
    /// - Throws: `invalidParameter` for a parameter without a value.
    func bound(_ values: NamedValues) throws(PostgresError) -> BoundStatement {
        try BoundStatement(prepared, parameters(values))
    }

    func query(_ values: NamedValues, in transaction: PostgresTransaction) async throws -> PostgresRows {
        try await transaction.query(prepared, parameters(values))
    }

    func query(
        _ values: NamedValues, with client: PostgresClient, deadline: ContinuousClock.Instant?
    ) async throws -> PostgresRows {
        try await client.query(prepared, parameters(values), deadline: deadline)
    }

    private func parameters(_ values: NamedValues) throws(PostgresError) -> [any PostgresEncodable] {
        var parameters: [any PostgresEncodable] = []
        parameters.reserveCapacity(names.count)
        for name in names {
            guard let value = values[name] else {
                throw PostgresError(.invalidParameter, "\(prepared.name) has no value for $\(name)")
            }
            parameters.append(value)
        }
        return parameters
    }
}

/// Values for the parameters of a statement, by name.
///
/// May hold more than a statement uses: a type binds all its columns at once.
struct NamedValues: Sendable, ExpressibleByDictionaryLiteral {
    private var entries: [(name: String, value: any PostgresEncodable)]

    init(dictionaryLiteral elements: (String, any PostgresEncodable)...) {
        entries = elements.map { (name: $0.0, value: $0.1) }
    }

    subscript(name: String) -> (any PostgresEncodable)? { entries.first { $0.name == name }?.value }

    static func + (left: NamedValues, right: NamedValues) -> NamedValues {
        var sum = left
        sum.entries += right.entries
        return sum
    }
}
