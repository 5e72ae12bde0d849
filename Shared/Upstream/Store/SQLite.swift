import CSQLite

/// SQLite's result code of a failed statement.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// The primary code, such as `SQLITE_FULL`.
    let code: Int32

    init(_ code: Int32) { self.code = code & 0xFF }

    var description: String { String(cString: sqlite3_errstr(code)) }

    /// True if only a new file helps, because this one is not a database or has different tables.
    var isCorruption: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR }
    /// True if another process has locked the file.
    var isLock: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
}

/// A connection to a database file, for one thread at a time.
final class SQLiteConnection {
    private let handle: OpaquePointer

    /// Opens a file, or creates it.
    init(path: String) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw SQLiteError(code)
        }
        self.handle = handle
    }

    /// The connection stays open until its last statement is released.
    deinit { sqlite3_close_v2(handle) }

    /// Runs one or more statements and ignores their rows.
    func run(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code) }
    }

    func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw SQLiteError(code) }
        return SQLiteStatement(statement)
    }

    /// Returns the number that a query yields; 0 if it has no row.
    func number(_ sql: String) throws(SQLiteError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.number(0) : 0
    }
}

/// A prepared statement.
final class SQLiteStatement {
    /// A parameter's value.
    enum BoundValue {
        case text(String)
        case blob([UInt8])
        case number(Int64)
        case null
    }

    private let handle: OpaquePointer

    fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement and ignores its rows; takes the values for its parameters in order.
    func run(_ values: [BoundValue]) throws(SQLiteError) {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    /// Runs the statement and reads its first row; returns `nil` if there is none.
    func first<Row>(_ values: [BoundValue], _ read: (SQLiteStatement) -> Row) throws(SQLiteError) -> Row? {
        defer { reset() }
        try bind(values)
        return try step() ? read(self) : nil
    }

    private func bind(_ values: [BoundValue]) throws(SQLiteError) {
        // SQLite copies bound values before the call returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            let at = Int32(index + 1)
            let code =
                switch value {
                case .text(let text): sqlite3_bind_text(handle, at, text, Int32(clamping: text.utf8.count), copied)
                case .blob(let bytes): sqlite3_bind_blob(handle, at, bytes, Int32(clamping: bytes.count), copied)
                case .number(let number): sqlite3_bind_int64(handle, at, number)
                case .null: sqlite3_bind_null(handle, at)
                }
            guard code == SQLITE_OK else { throw SQLiteError(code) }
        }
    }

    /// Steps to the next row; returns `false` after the last.
    fileprivate func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteError(code)
        }
    }

    private func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Returns a column of the current row, counted from 0.
    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns a column of the current row; `nil` if it is NULL.
    func text(_ column: Int32) -> String? {
        sqlite3_column_text(handle, column).map { String(cString: $0) }
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
