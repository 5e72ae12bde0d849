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
        var next = 0
        for name in names {
            guard let index = values.index(of: name, from: next) else {
                throw PostgresError(.invalidParameter, "\(prepared.name) has no value for $\(name)")
            }
            parameters.append(values.values[index])
            next = index + 1
        }
        return parameters
    }
}

/// Values for the parameters of a statement, by name.
///
/// May hold more than a statement uses: a type binds all its columns at once.
struct NamedValues: Sendable, ExpressibleByDictionaryLiteral {
    private var names: [String]
    fileprivate private(set) var values: [any PostgresEncodable]

    init(dictionaryLiteral elements: (String, any PostgresEncodable)...) {
        names = elements.map(\.0)
        values = elements.map(\.1)
    }

    /// Finds a name.
    /// - Parameter start: the first place to look; statements mostly name their parameters in the order of the values.
    fileprivate func index(of name: String, from start: Int) -> Int? {
        names[start...].firstIndex(of: name) ?? names[..<start].firstIndex(of: name)
    }

    static func + (left: NamedValues, right: NamedValues) -> NamedValues {
        var sum = left
        sum.names += right.names
        sum.values += right.values
        return sum
    }
}
