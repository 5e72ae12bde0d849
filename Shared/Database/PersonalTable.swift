import Postgres

/// A table that names people or holds something of them.
///
/// A service declares all of its tables of this kind, so that a new one is not forgotten when accounts are deleted, nor
/// when people ask for what is held of them.
public struct PersonalTable: Sendable {
    /// The rows of a deleted account.
    public enum End: Sendable {
        /// The rows are deleted.
        case deleted
        /// The rows stay without anything that names the person.
        case anonymized
        /// The rows hold ids alone, which mean nothing without the account.
        case identifiers
        /// The rows are deleted or emptied by age, after days at most.
        case expiring
        /// The rows stay until an administrator removes them, for a reason that the documentation gives.
        case kept
    }

    /// The part of the rows that an export shows to the person.
    public enum Export: Sendable {
        case rows(PersonalRows)
        /// Nothing, for this reason.
        case exempt(String)
    }

    public var name: String
    public var end: End
    /// The export; `nil` only for a table whose declaration is not complete, which a test reports.
    public var export: Export?

    public init(_ name: String, _ end: End, _ export: Export? = nil) {
        self.name = name
        self.end = end
        self.export = export
    }

    /// Declares a table of which people get rows.
    ///
    /// - Parameters:
    ///   - key: an expression that is unique among the rows of an account.
    ///   - owner: a condition on the rows of the account `:account`.
    public init(_ name: String, _ end: End, key: String, owner: String, _ columns: [PersonalColumn]) {
        self.init(name, end, .rows(PersonalRows(of: name, key: key, owner: owner, columns)))
    }
}

/// A column that an export shows.
public struct PersonalColumn: Sendable, ExpressibleByStringLiteral {
    public var name: String
    /// The value as text.
    let expression: String

    /// A column whose text is shown as PostgreSQL writes it.
    public init(stringLiteral name: String) {
        self.name = name
        expression = "\(name)::text"
    }

    private init(name: String, expression: String) {
        self.name = name
        self.expression = expression
    }

    /// A column of which a row may show less than it holds.
    public static func text(_ name: String, _ expression: String) -> PersonalColumn {
        PersonalColumn(name: name, expression: "(\(expression))::text")
    }

    /// A column with milliseconds since 1970.
    public static func time(_ name: String) -> PersonalColumn {
        PersonalColumn(
            name: name,
            expression: """
                to_char(to_timestamp(\(name) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                """)
    }
}

/// The rows of a table that belong to an account.
public struct PersonalRows: Sendable {
    public let columns: [PersonalColumn]
    let statement: PreparedStatement

    init(of table: String, key: String, owner: String, _ columns: [PersonalColumn]) {
        self.columns = columns
        let shown = columns.map { "\($0.expression) AS \"\($0.name)\"" }.joined(separator: ", ")
        statement = PreparedStatement(
            "exportRows",
            """
            SELECT (\(key))::text AS export_key, \(shown) FROM \(table)
            WHERE (\(owner)) AND (\(key))::text COLLATE "C" > :after
            ORDER BY (\(key))::text COLLATE "C" LIMIT :limit
            """)
    }
}
