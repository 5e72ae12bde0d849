import CLibPQ
import Synchronization

/// The rows that a statement returned, in order, and the number of rows that it affected.
///
/// The rows stay in the memory in which libpq received them. It is freed with the last copy of this value or of one of
/// its rows; the statement's `LIMIT` bounds its size.
public struct PostgresRows: Sendable, RandomAccessCollection {
    let storage: ResultStorage

    /// The first row's number.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { storage.rowCount }
    /// The number of columns.
    public var columnCount: Int { storage.columnCount }
    /// The number of rows that the statement inserted, updated, deleted or returned.
    public var affectedRows: Int { storage.affectedRows }

    /// Returns the row at `position`, which must be one of `indices`.
    public subscript(position: Int) -> PostgresRow {
        precondition(indices.contains(position), "a row outside of the result")
        return PostgresRow(storage: storage, index: position)
    }

    /// The row of a statement that always returns one.
    ///
    /// - Throws: `protocolViolation` if there is none.
    public var only: PostgresRow {
        get throws(PostgresError) {
            guard let row = first else { throw PostgresError(.protocolViolation, "a statement gave no row") }
            return row
        }
    }
}

/// One row of a result, possibly narrowed to the columns whose names begin with a prefix.
public struct PostgresRow: Sendable {
    let storage: ResultStorage
    let index: Int
    /// The prefix that is added to the name of every column read.
    private let prefix: String

    init(storage: ResultStorage, index: Int, prefix: String = "") {
        self.storage = storage
        self.index = index
        self.prefix = prefix
    }

    /// Returns the columns whose names begin with `prefix`, to be read by the rest of their names.
    ///
    /// It lets a nested type read its own columns from a row that holds others, too:
    ///
    ///     SELECT b.id, k.id AS "customer.id", k.name AS "customer.name" FROM …
    ///
    ///     booking = try Booking(row)
    ///     customer = try Customer(row.prefixed("customer."))
    public func prefixed(_ prefix: String) -> PostgresRow {
        PostgresRow(storage: storage, index: index, prefix: self.prefix + prefix)
    }

    /// Reads the column called `column`.
    ///
    /// Reading columns in the order of the statement's select list takes one name comparison each. A statement that
    /// selects two columns of the same name must rename one (`AS`); a debug build traps when such a column is read.
    ///
    /// - Throws: `typeMismatch` if there is no such column, or its value has another type; read an optional if it may
    ///   be NULL.
    public func read<Value: PostgresDecodable>(
        _ column: String, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        try Value(from: cell(named: column))
    }

    /// Returns true if the column called `column` is NULL.
    ///
    /// - Throws: `typeMismatch` if there is no such column.
    public func isNull(_ column: String) throws(PostgresError) -> Bool {
        try cell(named: column).bytes == nil
    }

    private func cell(named name: String) throws(PostgresError) -> PostgresCell {
        guard let column = storage.column(named: name, after: prefix) else {
            throw PostgresError(.typeMismatch, "a row has no column \"\(prefix)\(name)\"")
        }
        return storage.cell(row: index, column: column)
    }
}

/// Owns a result of the client library.
///
/// Unchecked: a complete result never changes, and libpq allows reading it from any thread.
final class ResultStorage: @unchecked Sendable {
    let pointer: OpaquePointer
    let rowCount: Int
    let columnCount: Int
    /// The column after the one read last; columns are mostly read in order.
    private let expectedColumn = Atomic<Int>(0)

    /// Takes ownership of the result.
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

    /// Returns the number of the column called `prefix` + `name`; the search starts after the column read last.
    func column(named name: String, after prefix: String) -> Int? {
        var (prefix, name) = (prefix, name)
        return prefix.withUTF8 { prefix in
            name.withUTF8 { name in
                let expected = expectedColumn.load(ordering: .relaxed)
                for step in 0..<columnCount {
                    let column = (expected + step) % columnCount
                    guard isColumn(column, called: name, after: prefix) else { continue }
                    assert(
                        (0..<columnCount).count { isColumn($0, called: name, after: prefix) } == 1,
                        "two columns are called \(String(decoding: [UInt8](prefix) + name, as: UTF8.self))")
                    expectedColumn.store(column + 1, ordering: .relaxed)
                    return column
                }
                return nil
            }
        }
    }

    private func isColumn(
        _ column: Int, called name: UnsafeBufferPointer<UInt8>, after prefix: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let held = PQfname(pointer, Int32(truncatingIfNeeded: column)), Self.begins(held, with: prefix) else {
            return false
        }
        let rest = held + prefix.count
        return Self.begins(rest, with: name) && rest[name.count] == 0
    }

    /// Compares bytes up to the first difference, and therefore never reads beyond the end of `text`.
    private static func begins(_ text: UnsafePointer<CChar>, with bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for (index, byte) in bytes.enumerated() where text[index] != CChar(bitPattern: byte) { return false }
        return true
    }

    /// Returns one value; row and column must exist.
    func cell(row: Int, column: Int) -> PostgresCell {
        let (row, field) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        let type = PostgresType(oid: PQftype(pointer, field))
        let name = UnsafePointer(PQfname(pointer, field))
        guard PQgetisnull(pointer, row, field) == 0, let value = PQgetvalue(pointer, row, field) else {
            return PostgresCell(type: type, bytes: nil, column: column, name: name)
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(pointer, row, field)))
        return PostgresCell(type: type, bytes: bytes, column: column, name: name)
    }
}
