/// A web address: `https://host:port/path?query`.
struct HTTPAddress: Sendable, Hashable {
    var isSecure: Bool
    var host: String
    var port: Int
    /// Path and query as a request line holds them.
    var target: String

    /// Parses an address; `nil` if it is malformed, has a user or a fragment, or has characters that need `%XX`.
    init?(_ text: String) {
        var rest = text[...]
        if rest.hasPrefix("https://") {
            isSecure = true
            rest = rest.dropFirst(8)
        } else if rest.hasPrefix("http://") {
            isSecure = false
            rest = rest.dropFirst(7)
        } else {
            return nil
        }
        guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !rest.contains("#"), !rest.contains("\"") else {
            return nil
        }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let path = rest[end...]
        target = path.first == "/" ? String(path) : "/" + path
        var name = rest[..<end]
        port = isSecure ? 443 : 80
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
            guard let number = Int(name[name.index(after: colon)...]), (1...65_535).contains(number) else { return nil }
            port = number
            name = name[..<colon]
        }
        if name.first == "[", name.last == "]" { name = name.dropFirst().dropLast() }
        guard !name.isEmpty, !name.contains("@") else { return nil }
        host = String(name)
    }

    /// True if the host is this machine.
    var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// The host and port as the `Host` header holds them.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Encodes a text for a query or a form: everything but letters, digits and `-._~` becomes `%XX`.
    static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
