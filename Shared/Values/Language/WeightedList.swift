/// The items of a list with weights, such as `Accept-Language` or `Accept-Encoding` (RFC 9110 §12.4.2), read without
/// allocating.
public struct WeightedList: Sequence, IteratorProtocol {
    /// One item: `ru-RU;q=0.9` has the value `ru-RU` and the weight 900.
    public struct Item {
        /// The text before the first parameter, without surrounding white space.
        public let value: Slice<UnsafeRawBufferPointer>
        /// The weight in thousandths; 1,000 without a well-formed one.
        public let weight: Int
    }

    private var rest: Slice<UnsafeRawBufferPointer>
    private var left = Self.maximumItems

    /// The maximum number of items that are read.
    public static let maximumItems = 16

    /// Creates the list.
    ///
    /// - Parameter bytes: the field's value; must outlive the list.
    public init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    public mutating func next() -> Item? {
        guard left > 0, !rest.isEmpty else { return nil }
        left -= 1
        let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
        let item = Self.read(rest[..<end])
        rest = rest[end...].dropFirst()
        return item
    }

    private static func read(_ item: Slice<UnsafeRawBufferPointer>) -> Item {
        let end = item.firstIndex(of: UInt8(ascii: ";")) ?? item.endIndex
        var weight = 1_000
        var rest = item[end...].dropFirst()
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            weight = Self.weight(trimmed(rest[..<end])) ?? weight
            rest = rest[end...].dropFirst()
        }
        return Item(value: trimmed(item[..<end]), weight: weight)
    }

    /// Reads `q=0.8` in thousandths; returns `nil` for any other parameter.
    private static func weight(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard text.count > 2, text.starts(with: "q=".utf8) else { return nil }
        var digits = text.dropFirst(2)
        guard let whole = digits.popFirst(), whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else {
            return nil
        }
        var value = whole == UInt8(ascii: "1") ? 1_000 : 0
        guard let point = digits.popFirst() else { return value }
        guard point == UInt8(ascii: ".") else { return nil }
        var unit = 100
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return value <= 1_000 ? value : nil
    }

    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var text = text
        while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }
}

extension WeightedList.Item {
    /// Returns true if the value is `text`, ignoring case.
    ///
    /// - Parameter text: the text, in lower case.
    public func isNamed(_ text: StaticString) -> Bool {
        guard value.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            zip(value, text).allSatisfy { ((65...90).contains($0) ? $0 | 0x20 : $0) == $1 }
        }
    }
}
