/// An address of the web: `https://host:port/path?query`.
struct HTTPAddress: Sendable, Hashable {
    var isSecure: Bool
    var host: String
    var port: Int
    /// Path and query, as they stand in a request's first line.
    var target: String

    /// Reads an address; `nil` if it is none, holds a user or a fragment, or characters that must be written as `%XX`.
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

    /// Whether it is on this machine.
    var isHere: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// The host as a request names it.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// A text as part of a query or of a form: everything but letters, digits and `-._~` as `%XX`.
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
