/// Runs statements: in a transaction, or each by itself.
public protocol StatementRunner: Sendable {
    /// Runs one statement.
    ///
    /// - Throws: as ``PostgresClient/query(_:_:deadline:)``.
    @discardableResult
    func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters
    ) async throws(PostgresError) -> PostgresRows
}

extension PostgresTransaction: StatementRunner {
    @discardableResult
    public func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters
    ) async throws(PostgresError) -> PostgresRows {
        try await query(statement, parameters, deadline: nil)
    }
}

/// Runs each statement by itself, on any free connection.
public struct SingleStatements: StatementRunner {
    let client: PostgresClient
    let deadline: ContinuousClock.Instant?

    @discardableResult
    public func query(
        _ statement: PreparedStatement, _ parameters: NamedParameters
    ) async throws(PostgresError) -> PostgresRows {
        try await client.query(statement, parameters, deadline: deadline)
    }
}

extension PostgresClient {
    /// Returns a runner of single statements, all of which end by `deadline`.
    public func singleStatements(until deadline: ContinuousClock.Instant? = nil) -> SingleStatements {
        SingleStatements(client: self, deadline: deadline)
    }
}
