/// A type that a column's value can be read as.
public protocol PostgresDecodable {
    /// Reads the value; throws `typeMismatch` if the column's type does not fit or the value is NULL.
    init(from cell: PostgresCell) throws(PostgresError)
}

/// A view of one value in a result, valid only during its decoding.
public struct PostgresCell {
    /// The column's type.
    public let type: PostgresType
    /// The value in the type's binary form; `nil` for NULL.
    ///
    /// Do not keep the pointer.
    public let bytes: UnsafeRawBufferPointer?

    /// The column's number, from 0.
    let column: Int
    /// The column's name; must not outlive the result.
    let name: UnsafePointer<CChar>?

    /// Returns the error of an attempt to read this value as the type `asked`.
    public func mismatch(_ asked: String) -> PostgresError {
        let held = bytes == nil ? "NULL" : "\(type)"
        let column = name.map { "\"\(String(cString: $0))\"" } ?? "\(self.column)"
        return PostgresError(.typeMismatch, "column \(column) holds \(held), not \(asked)")
    }

    /// The bytes of a value whose binary form is its text; `nil` for other types and NULL.
    var textBytes: UnsafeRawBufferPointer? {
        guard let bytes else { return nil }
        switch type {
        case .text, .varchar, .bpchar, .name, .char, .unknown, .json, .xml: return bytes
        // A version number precedes the text.
        case .jsonb: return bytes.first == 1 ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : nil
        // Enums and types like citext are sent as text; composites and similar types contain NULs.
        default: return type.isUserDefined && !bytes.contains(0) ? bytes : nil
        }
    }
}

extension Bool: PostgresDecodable {
    /// Reads a `boolean`.
    public init(from cell: PostgresCell) throws(PostgresError) {
        guard cell.type == .bool, let bytes = cell.bytes, bytes.count == 1 else { throw cell.mismatch("Bool") }
        self = bytes[0] != 0
    }
}

extension PostgresCell {
    /// The value of any of the integer types; `nil` for other types and NULL.
    fileprivate var integer: Int64? {
        guard let bytes else { return nil }
        var reader = BinaryReader(bytes)
        switch type {
        case .int8: return reader.int64()
        case .int4: return reader.int32().map(Int64.init)
        case .int2: return reader.int16().map(Int64.init)
        case .oid: return reader.uint32().map(Int64.init)
        default: return nil
        }
    }

    fileprivate func integer<Value: FixedWidthInteger>(as type: Value.Type) throws(PostgresError) -> Value {
        guard let integer, let value = Value(exactly: integer) else { throw mismatch("\(type)") }
        return value
    }
}

extension Int: PostgresDecodable {
    /// Reads a `smallint`, `integer` or `bigint`.
    public init(from cell: PostgresCell) throws(PostgresError) { self = try cell.integer(as: Int.self) }
}

extension Int16: PostgresDecodable {
    /// Reads a `smallint`, or a greater integer whose value fits.
    public init(from cell: PostgresCell) throws(PostgresError) { self = try cell.integer(as: Int16.self) }
}

extension Int32: PostgresDecodable {
    /// Reads a `smallint` or `integer`, or a `bigint` whose value fits.
    public init(from cell: PostgresCell) throws(PostgresError) { self = try cell.integer(as: Int32.self) }
}

extension Int64: PostgresDecodable {
    /// Reads a `smallint`, `integer` or `bigint`.
    public init(from cell: PostgresCell) throws(PostgresError) { self = try cell.integer(as: Int64.self) }
}

extension Double: PostgresDecodable {
    /// Reads a `real`, `double precision` or `numeric` (rounded to the nearest `Double`).
    public init(from cell: PostgresCell) throws(PostgresError) {
        guard let bytes = cell.bytes else { throw cell.mismatch("Double") }
        var reader = BinaryReader(bytes)
        switch cell.type {
        case .float8:
            guard let bits = reader.int64() else { throw cell.mismatch("Double") }
            self = Double(bitPattern: UInt64(bitPattern: bits))
        case .float4:
            guard let bits = reader.uint32() else { throw cell.mismatch("Double") }
            self = Double(Float(bitPattern: bits))
        case .numeric:
            guard let text = NumericText.text(of: bytes), let value = Double(text) else {
                throw cell.mismatch("Double")
            }
            self = value
        default: throw cell.mismatch("Double")
        }
    }
}

extension String: PostgresDecodable {
    /// Reads any text type, `json`, `jsonb`, `xml`, an enum, a `uuid`, or a `numeric` in decimal notation.
    public init(from cell: PostgresCell) throws(PostgresError) {
        if let text = cell.textBytes {
            guard let string = String(validating: text, as: UTF8.self) else { throw cell.mismatch("String") }
            self = string
            return
        }
        switch (cell.type, cell.bytes) {
        case (.uuid, .some(let bytes)) where bytes.count == 16: self = UUIDText.text(of: bytes)
        case (.numeric, .some(let bytes)):
            guard let text = NumericText.text(of: bytes) else { throw cell.mismatch("String") }
            self = text
        default: throw cell.mismatch("String")
        }
    }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    /// Reads NULL as `nil`, anything else as the wrapped type.
    public init(from cell: PostgresCell) throws(PostgresError) {
        self = cell.bytes == nil ? nil : try Wrapped(from: cell)
    }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
    /// Reads `[UInt8]` from a `bytea`, other arrays from a one-dimensional array without NULLs.
    public init(from cell: PostgresCell) throws(PostgresError) { self = try Element.decodeArray(from: cell) }
}
