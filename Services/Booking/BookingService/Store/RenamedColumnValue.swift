import Database
import Postgres

/// An enum whose values have been renamed since rows were first written.
///
/// Columns keep the old texts: constraints and statements name them, and old and new replicas share the tables.
protocol RenamedColumnValue: Hashable, RawRepresentable, ColumnValue where RawValue == String {
    /// The texts in columns of the values that were renamed.
    static var storedTexts: [Self: String] { get }
}

extension RenamedColumnValue {
    /// Appends the text in columns.
    func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        try parameters.append(text: Self.storedTexts[self] ?? rawValue)
    }

    /// Reads a text of a column; throws `typeMismatch` for one that no value has.
    init(from cell: PostgresCell) throws(PostgresError) {
        let text = try String(from: cell)
        guard let value = Self.storedTexts.first(where: { $0.value == text })?.key ?? Self(rawValue: text) else {
            throw cell.mismatch("\(Self.self)")
        }
        self = value
    }
}
