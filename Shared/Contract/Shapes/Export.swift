/// A row of a table that holds something of the caller.
public struct ExportedRow: Codable, Sendable, Equatable {
    /// The name of the table.
    public var table: String
    /// The row's values, in the order of the columns.
    public var values: [ExportedValue]

    public init(table: String, values: [ExportedValue]) {
        self.table = table
        self.values = values
    }
}

/// A value of a row of an export.
public struct ExportedValue: Codable, Sendable, Equatable {
    /// The name of the column.
    public var name: String
    /// The value as text, times in UTC; absent if there is none.
    public var value: String?

    public init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}

/// The parameters of a method that exports what a service holds of the caller.
public struct ExportParams: Codable, Sendable {
    public var cursor: Cursor?
    public var limit: PageLimit?

    public init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
        self.cursor = cursor
        self.limit = limit
    }
}
