/// Base64 with the alphabet for URLs and without padding (RFC 4648 §5).
public enum Base64URL {
    // Specialized, since pictures pass through here on the gateway's event loops.
    @_specialize(where Bytes == [UInt8])
    public static func encode<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> bits & 63)])
            }
            buffer &= 1 << bits - 1
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; returns `nil` for an invalid character, an impossible length or unused bits that are not zero.
    ///
    /// Different texts never decode to the same bytes.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(utf8: text.utf8)
    }

    /// Decodes UTF-8 text; the same rules apply.
    @_specialize(where Text == UnsafeRawBufferPointer)
    public static func decode<Text: Collection<UInt8>>(utf8 text: Text) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for character in text {
            let value: UInt8
            switch character {
            case 65...90: value = character - 65
            case 97...122: value = character - 71
            case 48...57: value = character + 4
            case UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "_"): value = 63
            default: return nil
            }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
                buffer &= 1 << bits - 1
            }
        }
        return buffer == 0 ? bytes : nil
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
