/// A call's id exactly as the caller wrote it; returned and compared byte for byte.
public enum CallID: Hashable {
    case number(Int64)
    /// Any token that is not an integer; strings include their quotes.
    case token([UInt8])

    /// Creates an id from its raw token.
    public init(token: UnsafeRawBufferPointer) {
        if let number = Self.number(token) { self = .number(number) } else { self = .token(Array(token)) }
    }

    /// Parses a token of a sign and up to 16 digits, as many as ±2^53 needs.
    private static func number(_ token: UnsafeRawBufferPointer) -> Int64? {
        let isNegative = token.first == UInt8(ascii: "-")
        let digits = token.dropFirst(isNegative ? 1 : 0)
        guard (1...16).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else {
            return nil
        }
        var value: Int64 = 0
        for digit in digits {
            guard digit >= 48, digit <= 57 else { return nil }
            value = value * 10 + Int64(digit - 48)
        }
        guard !(isNegative && value == 0) else { return nil }
        return isNegative ? -value : value
    }
}

extension CallID: AnswerPart {
    public var maximumBytes: Int {
        switch self {
        case .number: 20
        case .token(let bytes): bytes.count
        }
    }

    public func append(to line: inout LineCursor) {
        switch self {
        case .number(let number): line.append(number)
        case .token(let bytes): line.append(bytes)
        }
    }
}
