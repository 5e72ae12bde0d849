extension UInt8: PostgresArrayElement {
    /// Appends the bytes as a `bytea`.
    public static func encode(array: [UInt8], into parameters: inout PostgresParameters) {
        parameters.append(binary: array)
    }

    /// Reads a `bytea`.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [UInt8] {
        guard cell.type == .bytea, let bytes = cell.bytes else { throw cell.mismatch("[UInt8]") }
        return Array(bytes)
    }
}

extension String: PostgresArrayElement {
    /// Appends the texts as an array literal; throws `invalidParameter` if one holds a NUL.
    public static func encode(array: [String], into parameters: inout PostgresParameters) throws(PostgresError) {
        var literal: [UInt8] = []
        ArrayLiteral.append(array, to: &literal) { text, bytes in
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        try parameters.append(utf8: literal)
    }

    /// Reads an array of a text type, of `uuid` or of an enum.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [String] {
        try cell.decodeElements()
    }
}

extension Int: PostgresArrayElement {
    /// Appends the numbers as an array literal.
    public static func encode(array: [Int], into parameters: inout PostgresParameters) {
        parameters.appendText { ArrayLiteral.append(array, to: &$0) { $0.appendDecimal(to: &$1) } }
    }

    /// Reads an array of `smallint`, `integer` or `bigint`.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [Int] {
        try cell.decodeElements()
    }
}

extension Int32: PostgresArrayElement {
    /// Appends the numbers as an array literal.
    public static func encode(array: [Int32], into parameters: inout PostgresParameters) {
        parameters.appendText { ArrayLiteral.append(array, to: &$0) { $0.appendDecimal(to: &$1) } }
    }

    /// Reads an array of `smallint` or `integer`.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [Int32] {
        try cell.decodeElements()
    }
}

extension Int64: PostgresArrayElement {
    /// Appends the numbers as an array literal.
    public static func encode(array: [Int64], into parameters: inout PostgresParameters) {
        parameters.appendText { ArrayLiteral.append(array, to: &$0) { $0.appendDecimal(to: &$1) } }
    }

    /// Reads an array of `smallint`, `integer` or `bigint`.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [Int64] {
        try cell.decodeElements()
    }
}

extension Double: PostgresArrayElement {
    /// Appends the numbers as an array literal.
    public static func encode(array: [Double], into parameters: inout PostgresParameters) {
        parameters.appendText {
            ArrayLiteral.append(array, to: &$0) { $1.append(contentsOf: $0.description.utf8) }
        }
    }

    /// Reads an array of `real`, `double precision` or `numeric`.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [Double] {
        try cell.decodeElements()
    }
}

extension Bool: PostgresArrayElement {
    /// Appends the truth values as an array literal.
    public static func encode(array: [Bool], into parameters: inout PostgresParameters) {
        parameters.appendText {
            ArrayLiteral.append(array, to: &$0) { $1.append($0 ? UInt8(ascii: "t") : UInt8(ascii: "f")) }
        }
    }

    /// Reads an array of `boolean`.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [Bool] {
        try cell.decodeElements()
    }
}

/// Writes PostgreSQL's text form of an array, `{a,b}`.
private enum ArrayLiteral {
    static func append<Element>(
        _ array: [Element], to bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "{"))
        for (index, element) in array.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element, &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

extension PostgresCell {
    /// Reads the elements of a one-dimensional array in PostgreSQL's binary form: the number of dimensions, a flag for
    /// NULLs, the element type, the length and lower bound of each dimension, then each element with its length.
    func decodeElements<Element: PostgresDecodable>() throws(PostgresError) -> [Element] {
        let typeName = "[\(Element.self)]"
        guard let bytes, type.isArray else { throw mismatch(typeName) }
        var reader = BinaryReader(bytes)
        guard let dimensions = reader.int32(), reader.int32() != nil, let element = reader.uint32() else {
            throw mismatch(typeName)
        }
        if dimensions == 0 { return [] }
        guard dimensions == 1, let count = reader.int32(), reader.int32() != nil, count >= 0 else {
            throw mismatch(typeName)
        }
        var elements: [Element] = []
        // Each element takes at least four bytes, so a wrong count cannot reserve too much memory.
        elements.reserveCapacity(min(Int(count), bytes.count / 4))
        for _ in 0..<count {
            guard let length = reader.int32(), length >= 0, let value = reader.take(Int(length)) else {
                throw mismatch(typeName)
            }
            elements.append(
                try Element(
                    from: PostgresCell(type: PostgresType(oid: element), bytes: value, column: column, name: name)))
        }
        return elements
    }
}
