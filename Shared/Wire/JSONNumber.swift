/// Numbers of JSON (RFC 8259 §6).
public enum JSONNumber {
    /// The integer that a number stands for.
    public enum Integer<Value: FixedWidthInteger> {
        case value(Value)
        /// The number has a fraction other than zero.
        case fraction
        /// The type cannot represent the number.
        case outOfRange
    }

    /// Reads a number exactly: `30`, `30.0` and `3e1` are the same integer, as in JSON Schema.
    ///
    /// - Parameter token: a number in JSON's grammar.
    public static func integer<Value: FixedWidthInteger>(
        _ type: Value.Type, _ token: UnsafeRawBufferPointer
    ) -> Integer<Value> {
        let isNegative = token.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        let end = token.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? token.count
        let mantissa = UnsafeRawBufferPointer(rebasing: token[start..<end])
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
        guard let last = mantissa.lastIndex(where: { $0 &- UInt8(ascii: "1") < 9 }) else { return .value(0) }
        // `last` is the last digit other than zero; the digits after it only move the decimal point.
        let exponent = exponent(UnsafeRawBufferPointer(rebasing: token[end...]))
        let zeros = exponent + (last < point ? point - last - 1 : point - last)
        guard zeros >= 0 else { return .fraction }
        var value: Value = 0
        for byte in mantissa[...last] where byte != UInt8(ascii: ".") {
            guard append(byte &- UInt8(ascii: "0"), to: &value, isNegative: isNegative) else { return .outOfRange }
        }
        // Overflows after a few rounds at most, however large the exponent, since the value is not zero.
        for _ in 0..<zeros {
            guard append(0, to: &value, isNegative: isNegative) else { return .outOfRange }
        }
        return .value(value)
    }

    /// Appends a digit; returns false if the type cannot represent the result.
    private static func append<Value: FixedWidthInteger>(
        _ digit: UInt8, to value: inout Value, isNegative: Bool
    ) -> Bool {
        let digit = Value(truncatingIfNeeded: digit)
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, isOut) =
            isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
        value = sum
        return !isTooLarge && !isOut
    }

    /// Reads an exponent with its `e`, cut to a number far beyond the length of any token; 0 for no bytes.
    private static func exponent(_ token: UnsafeRawBufferPointer) -> Int {
        let limit = 1 << 40
        var value = 0
        for byte in token.dropFirst() where byte &- UInt8(ascii: "0") < 10 {
            value = min(value * 10 + Int(byte &- UInt8(ascii: "0")), limit)
        }
        return token.dropFirst().first == UInt8(ascii: "-") ? -value : value
    }
}
