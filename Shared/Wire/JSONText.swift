/// The content of JSON strings, between the quotes.
public enum JSONText {
    /// Resolves the escapes in content that a scanner or decoder has validated; any other content gives some text.
    public static func unescaped(_ content: UnsafeRawBufferPointer) -> String {
        var scalars: [UInt8] = []
        scalars.reserveCapacity(content.count)
        var rest = content[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                scalars.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): scalars.append(0x08)
            case UInt8(ascii: "f"): scalars.append(0x0C)
            case UInt8(ascii: "n"): scalars.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): scalars.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): scalars.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "u"):
                var value = takeUnit(&rest)
                if value & 0xFC00 == 0xD800 {
                    rest = rest.dropFirst(2)
                    value = 0x10000 &+ ((value & 0x3FF) &<< 10 | (takeUnit(&rest) & 0x3FF))
                }
                scalars.append(
                    contentsOf: UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
            default: scalars.append(escape)
            }
        }
        return String(decoding: scalars, as: UTF8.self)
    }

    /// Reads four hexadecimal digits.
    private static func takeUnit(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt32 {
        var value: UInt32 = 0
        for byte in rest.prefix(4) { value = value &<< 4 | UInt32(ByteWord.hexadecimal(byte) ?? 0) }
        rest = rest.dropFirst(4)
        return value
    }
}
