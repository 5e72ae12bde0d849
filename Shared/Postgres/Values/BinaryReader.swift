/// Reads consecutive big-endian numbers; returns `nil` instead of reading past the end.
struct BinaryReader {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes
    }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }

    private mutating func load<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) -> Value? {
        take(MemoryLayout<Value>.size).map { Value(bigEndian: $0.loadUnaligned(as: type)) }
    }

    mutating func int16() -> Int16? { load(Int16.self) }
    mutating func uint16() -> UInt16? { load(UInt16.self) }
    mutating func int32() -> Int32? { load(Int32.self) }
    mutating func uint32() -> UInt32? { load(UInt32.self) }
    mutating func int64() -> Int64? { load(Int64.self) }
}

/// Converts a `uuid` to text.
enum UUIDText {
    static func text(of bytes: UnsafeRawBufferPointer) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Converts a `numeric` to text; its binary form is a sequence of base-10,000 digits and the weight of the first.
enum NumericText {
    static func text(of bytes: UnsafeRawBufferPointer) -> String? {
        var reader = BinaryReader(bytes)
        guard let count = reader.uint16(), let weight = reader.int16(), let sign = reader.uint16(),
            let scale = reader.uint16()
        else { return nil }
        switch sign {
        case 0x0000, 0x4000: break
        case 0xC000: return "NaN"
        case 0xD000: return "Infinity"
        case 0xF000: return "-Infinity"
        default: return nil
        }
        var digits: [UInt16] = []
        for _ in 0..<count {
            guard let digit = reader.uint16(), digit < 10_000 else { return nil }
            digits.append(digit)
        }
        func group(_ index: Int) -> UInt16 { digits.indices.contains(index) ? digits[index] : 0 }

        var text = sign == 0x4000 ? "-" : ""
        if weight < 0 {
            text += "0"
        } else {
            for index in 0...Int(weight) {
                text += index == 0 ? "\(group(0))" : padded(group(index))
            }
        }
        guard scale > 0 else { return text }
        var fraction = ""
        var index = Int(weight) + 1
        while fraction.utf8.count < Int(scale) {
            fraction += padded(group(index))
            index += 1
        }
        return text + "." + fraction.prefix(Int(scale))
    }

    private static func padded(_ group: UInt16) -> String {
        let text = "\(group)"
        return String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
    }
}
