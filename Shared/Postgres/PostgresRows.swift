import CLibPQ

/// The rows that a statement returned, in their order, together with how many rows it changed.
///
/// The rows stay in the memory that the client library received them in; it is freed with the last copy of this value
/// or of one of its rows. How much that is, is up to the statement's `LIMIT`.
public struct PostgresRows: Sendable, RandomAccessCollection {
    let storage: ResultStorage

    /// The first row's number.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { storage.rowCount }
    /// The number of columns.
    public var columnCount: Int { storage.columnCount }
    /// How many rows the statement inserted, updated, deleted or returned.
    public var affectedRows: Int { storage.affectedRows }

    /// The row at `position`, which must be one of `indices`.
    public subscript(position: Int) -> PostgresRow {
        precondition(indices.contains(position), "a row outside of the result")
        return PostgresRow(storage: storage, index: position)
    }

    /// The number of the first column called `name`; nil if there is none.
    public func column(named name: String) -> Int? {
        let number = PQfnumber(storage.pointer, "\"\(name)\"")
        return number >= 0 ? Int(number) : nil
    }
}

/// One row of a result.
public struct PostgresRow: Sendable {
    let storage: ResultStorage
    let index: Int

    /// The number of columns.
    public var columnCount: Int { storage.columnCount }

    /// The value of a column, counted from 0.
    ///
    /// Throws `typeMismatch` if the column does not hold such a value; ask for an optional where NULL may be.
    public func decode<Value: PostgresDecodable>(
        _ type: Value.Type = Value.self, at column: Int
    ) throws(PostgresError) -> Value {
        try Value(from: cell(at: column))
    }

    /// Calls `body` with the UTF-8 of a text column (any text type, `json`, `jsonb`, enums) without copying it; nil for
    /// NULL.
    ///
    /// The bytes are valid during the call only. Throws `typeMismatch` for other types.
    public func withText<Result>(
        at column: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(PostgresError) -> Result? {
        let cell = try cell(at: column)
        guard cell.bytes != nil else { return nil }
        guard let text = cell.textBytes else { throw cell.mismatch("text") }
        return body(text)
    }

    /// Whether the column is NULL.
    ///
    /// Throws `typeMismatch` if there is no such column.
    public func isNull(at column: Int) throws(PostgresError) -> Bool {
        try cell(at: column).bytes == nil
    }

    private func cell(at column: Int) throws(PostgresError) -> PostgresCell {
        guard column >= 0, column < storage.columnCount else {
            throw PostgresError(
                .typeMismatch, "column \(column) was asked for, but a row has \(storage.columnCount) columns")
        }
        return storage.cell(row: index, column: column)
    }
}

/// Owns a result of the client library.
///
/// Unchecked: a result is never changed once it is complete, and the library allows reading it from any thread.
final class ResultStorage: @unchecked Sendable {
    let pointer: OpaquePointer
    let rowCount: Int
    let columnCount: Int

    /// Takes the result over.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
        rowCount = Int(PQntuples(pointer))
        columnCount = Int(PQnfields(pointer))
    }

    deinit {
        PQclear(pointer)
    }

    var affectedRows: Int {
        PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The command that completed, such as `COMMIT` or `ROLLBACK`.
    var commandTag: String {
        PQcmdStatus(pointer).map { String(cString: $0) } ?? ""
    }

    /// Row and column must exist.
    func cell(row: Int, column: Int) -> PostgresCell {
        let (row, field) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        let type = PostgresType(oid: PQftype(pointer, field))
        guard PQgetisnull(pointer, row, field) == 0, let value = PQgetvalue(pointer, row, field) else {
            return PostgresCell(type: type, bytes: nil, column: column)
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(pointer, row, field)))
        return PostgresCell(type: type, bytes: bytes, column: column)
    }
}
