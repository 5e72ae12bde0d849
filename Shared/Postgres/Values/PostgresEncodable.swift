/// A value that can be a statement's parameter.
public protocol PostgresEncodable: Sendable {
    /// Appends exactly one value; throws `invalidParameter` if it cannot be sent.
    func encode(into parameters: inout PostgresParameters) throws(PostgresError)
}

/// An element of an array parameter or column, which encodes and decodes the array as a whole.
public protocol PostgresArrayElement: Sendable {
    /// Appends the whole array as one value.
    static func encode(array: [Self], into parameters: inout PostgresParameters) throws(PostgresError)
    /// Reads a whole array; throws `typeMismatch` if the column holds something else.
    static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [Self]
}

extension Bool: PostgresEncodable {
    /// Appends `t` or `f`.
    public func encode(into parameters: inout PostgresParameters) {
        parameters.appendText { $0.append(self ? UInt8(ascii: "t") : UInt8(ascii: "f")) }
    }
}

extension FixedWidthInteger {
    /// Appends the decimal digits.
    func appendDecimal(to bytes: inout [UInt8]) {
        if self < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = magnitude
        let start = bytes.count
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        bytes[start...].reverse()
    }
}

extension Int: PostgresEncodable {
    /// Appends the decimal number.
    public func encode(into parameters: inout PostgresParameters) {
        parameters.appendText { appendDecimal(to: &$0) }
    }
}

extension Int16: PostgresEncodable {
    /// Appends the decimal number.
    public func encode(into parameters: inout PostgresParameters) {
        parameters.appendText { appendDecimal(to: &$0) }
    }
}

extension Int32: PostgresEncodable {
    /// Appends the decimal number.
    public func encode(into parameters: inout PostgresParameters) {
        parameters.appendText { appendDecimal(to: &$0) }
    }
}

extension Int64: PostgresEncodable {
    /// Appends the decimal number.
    public func encode(into parameters: inout PostgresParameters) {
        parameters.appendText { appendDecimal(to: &$0) }
    }
}

extension Double: PostgresEncodable {
    /// Appends the shortest text that reads back as the same number, or `inf` or `nan`, which PostgreSQL accepts.
    public func encode(into parameters: inout PostgresParameters) {
        parameters.appendText { $0.append(contentsOf: description.utf8) }
    }
}

extension String: PostgresEncodable {
    /// Appends the text; also fits `uuid`, `json`, `jsonb`, `timestamptz`, enums and other types with a text form.
    public func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        try parameters.append(text: self)
    }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    /// Appends the value, or NULL for `nil`.
    public func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        switch self {
        case .some(let value): try value.encode(into: &parameters)
        case .none: parameters.appendNull()
        }
    }
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
    /// Appends the array: `[UInt8]` as `bytea`, everything else as a PostgreSQL array.
    public func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        try Element.encode(array: self, into: &parameters)
    }
}
