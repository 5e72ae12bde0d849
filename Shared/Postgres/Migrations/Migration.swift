/// One step of a database's schema.
public struct Migration: Sendable {
    /// The step's number; steps are numbered from 1 and run in that order.
    public var version: Int
    /// A short name, recorded beside the number.
    public var name: String
    /// The oldest version of the program that is compatible with the schema after this step.
    public var oldestProgram: Int
    /// The step's SQL: any number of statements, run in one transaction.
    public var sql: String

    /// Creates a migration.
    public init(version: Int, name: String, oldestProgram: Int, sql: String) {
        self.version = version
        self.name = name
        self.oldestProgram = oldestProgram
        self.sql = sql
    }
}
