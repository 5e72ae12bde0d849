import HTTPParsing

/// A request target, split into path and query as sent.
///
/// Must not outlive the bytes it was made from.
struct RequestTarget {
    /// The path, from its leading slash to the first `?`.
    let path: UnsafeRawBufferPointer
    /// Everything after the first `?`; `nil` if there is none.
    let query: UnsafeRawBufferPointer?

    /// Reads the origin form `/path?query`, or the absolute form (RFC 9112 §3.2.2), whose authority ``RequestHead``
    /// compared with `Host`.
    ///
    /// Returns `nil` for any other form, and for fragments, white space and control characters.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) else { return nil }
        var start = 0
        if bytes.first != UInt8(ascii: "/") {
            guard let authority = Self.authorityStart(bytes),
                let slash = bytes[authority...].firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
                ),
                bytes[slash] == UInt8(ascii: "/")
            else { return nil }
            start = slash
        }
        guard let mark = HTTPBytes.firstIndex(of: UInt8(ascii: "?"), in: start..<bytes.count, of: bytes) else {
            (path, query) = (UnsafeRawBufferPointer(rebasing: bytes[start...]), nil)
            return
        }
        path = UnsafeRawBufferPointer(rebasing: bytes[start..<mark])
        query = UnsafeRawBufferPointer(rebasing: bytes[(mark + 1)...])
    }

    private static func authorityStart(_ bytes: UnsafeRawBufferPointer) -> Int? {
        for scheme: StaticString in ["https://", "http://"] {
            let matches = scheme.withUTF8Buffer { scheme in
                bytes.count > scheme.count && zip(bytes, scheme).allSatisfy { $0 | 0x20 == $1 | 0x20 }
            }
            if matches { return scheme.utf8CodeUnitCount }
        }
        return nil
    }
}
