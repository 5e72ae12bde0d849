/// Percent-encoding (RFC 3986 §2.1) of path segments, query parameters and forms.
public enum PercentEncoding {
    /// Encodes a text: everything but letters, digits and `-._~` becomes `%XX`.
    ///
    /// - Parameter keepsSlashes: leaves `/` as it is, which a query may contain.
    public static func encoded(_ text: String, keepsSlashes: Bool = false) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        encode(text.utf8, into: &bytes, keepsSlashes: keepsSlashes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the encoded bytes to `target`.
    public static func encode(
        _ bytes: some Sequence<UInt8>, into target: inout [UInt8], keepsSlashes: Bool = false
    ) {
        for byte in bytes {
            if isUnreserved(byte) || keepsSlashes && byte == UInt8(ascii: "/") {
                target.append(byte)
            } else {
                target += [UInt8(ascii: "%"), upper(Hex.digit(byte >> 4)), upper(Hex.digit(byte & 15))]
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func upper(_ digit: UInt8) -> UInt8 { digit >= UInt8(ascii: "a") ? digit - 32 : digit }
}
