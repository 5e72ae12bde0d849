/// A named step of a statement: a part of its `WITH` clause, which later steps read by its name.
///
/// PostgreSQL runs a step at most once, and only if a later one reads it.
struct SQLStep: Sendable {
    let name: String
    let sql: String

    init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }
}

extension [SQLStep] {
    /// The `WITH` clause of all steps.
    var clause: String { "WITH " + map { "\($0.name) AS MATERIALIZED (\n\($0.sql)\n)" }.joined(separator: ", ") }
}
