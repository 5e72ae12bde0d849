/// Base64 with the standard alphabet (RFC 4648 §4), for formats that demand it; ours use ``Base64URL``.
package enum Base64 {
    /// Encodes bytes; with padding unless the format leaves it out.
    package static func encode(_ bytes: some Collection<UInt8>, isPadded: Bool = true) -> String {
        let text = String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return isPadded ? text + String(repeating: "=", count: (3 - bytes.count % 3) % 3) : text
    }

    /// Decodes a text without padding; returns `nil` for any text that ``encode(_:isPadded:)`` does not write.
    package static func decode(unpadded text: some StringProtocol) -> [UInt8]? {
        guard !text.contains(where: { $0 == "-" || $0 == "_" }) else { return nil }
        return Base64URL.decode(String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
    }
}
