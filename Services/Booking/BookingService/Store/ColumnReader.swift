import Postgres
import Values

/// Reads the columns of a row one after the other.
///
/// Each type lists its columns for SQL and reads them side by side, so a type that contains others needs no column
/// numbers.
struct ColumnReader {
    private let row: PostgresRow
    private var column = 0

    init(_ row: PostgresRow) { self.row = row }

    mutating func value<Value: PostgresDecodable>(_ type: Value.Type = Value.self) throws(PostgresError) -> Value {
        defer { column += 1 }
        return try row.decode(type, at: column)
    }

    mutating func identifier() throws(PostgresError) -> Identifier { Identifier(unchecked: try value()) }

    mutating func optionalIdentifier() throws(PostgresError) -> Identifier? {
        try value(String?.self).map(Identifier.init(unchecked:))
    }

    mutating func instant() throws(PostgresError) -> Instant { Instant(milliseconds: try value()) }

    mutating func optionalInstant() throws(PostgresError) -> Instant? {
        try value(Int64?.self).map(Instant.init(milliseconds:))
    }

    mutating func period() throws(PostgresError) -> Range<Instant> {
        let start = try instant()
        return start..<(try instant())
    }

    mutating func text<Text: TextValue>(_ type: Text.Type = Text.self) throws(PostgresError) -> Text {
        Text(unchecked: try value())
    }

    mutating func optionalText<Text: TextValue>(_ type: Text.Type = Text.self) throws(PostgresError) -> Text? {
        try value(String?.self).map(Text.init(unchecked:))
    }

    mutating func money() throws(PostgresError) -> Money {
        let amount = try value(Int.self)
        return Money(amount: amount, currency: try text())
    }

    /// Reads a word of an enumeration; the column's `CHECK` allows no other.
    mutating func word<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) throws(PostgresError) -> Word {
        let text = try value(String.self)
        guard let word = Word(rawValue: text) else {
            throw PostgresError(.typeMismatch, "“\(text)” is not a \(Word.self)")
        }
        return word
    }

    mutating func optionalWord<Word: RawRepresentable<String>>(
        _ type: Word.Type = Word.self
    ) throws(PostgresError) -> Word? {
        if try nextIsNull() {
            column += 1
            return nil
        }
        return try word()
    }

    /// Returns true if the next column is NULL, without reading it.
    func nextIsNull() throws(PostgresError) -> Bool { try row.isNull(at: column) }
}

/// A type read from consecutive columns of a row.
protocol ColumnReadable {
    init(_ columns: inout ColumnReader) throws(PostgresError)
}

extension Identifier: ColumnReadable {
    init(_ columns: inout ColumnReader) throws(PostgresError) { self = try columns.identifier() }
}

extension PostgresRows {
    /// All rows.
    func all<Value>(
        _ read: (inout ColumnReader) throws(PostgresError) -> Value
    ) throws(PostgresError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for row in self {
            var columns = ColumnReader(row)
            values.append(try read(&columns))
        }
        return values
    }

    func all<Value: ColumnReadable>(_ type: Value.Type = Value.self) throws(PostgresError) -> [Value] {
        try all { (columns) throws(PostgresError) in try Value(&columns) }
    }

    /// The first row, if any.
    func one<Value>(
        _ read: (inout ColumnReader) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value? {
        guard let row = first else { return nil }
        var columns = ColumnReader(row)
        return try read(&columns)
    }

    func one<Value: ColumnReadable>(_ type: Value.Type = Value.self) throws(PostgresError) -> Value? {
        try one { (columns) throws(PostgresError) in try Value(&columns) }
    }

    /// The single row of a statement that always returns one.
    func only<Value>(
        _ read: (inout ColumnReader) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value {
        guard let value = try one(read) else { throw PostgresError(.protocolViolation, "a statement returned no row") }
        return value
    }

    func only<Value: ColumnReadable>(_ type: Value.Type = Value.self) throws(PostgresError) -> Value {
        try only { (columns) throws(PostgresError) in try Value(&columns) }
    }
}
