/// The address of a third party: `https://host:port/path`.
struct UpstreamAddress: Hashable, Sendable {
    var isSecure: Bool
    /// The host in lower case; an IPv6 address without its brackets.
    var host: String
    var port: Int
    /// The path; begins with `/` unless it is empty, and never ends with one.
    var path: String

    /// Reads the address of a third party.
    /// - Throws: ``UpstreamAddressFault`` if it is malformed, holds a user, a query or a fragment, or is neither
    ///   HTTPS nor on this machine.
    init(_ text: String) throws(UpstreamAddressFault) {
        guard let (address, target) = Self.parse(text[...]) else {
            throw UpstreamAddressFault("must be an address such as https://example.org/api")
        }
        guard !target.contains("?") else { throw UpstreamAddressFault("must not have a query") }
        self = address
        guard isSecure || isLoopback else {
            throw UpstreamAddressFault("must begin with https://; plain HTTP is for this machine only")
        }
        path = String(target)
        while path.hasSuffix("/") { path.removeLast() }
    }

    /// An absolute address and the text after the host; `nil` if it is malformed or holds a user.
    static func parse(_ text: Substring) -> (UpstreamAddress, target: Substring)? {
        guard let scheme = text.firstRange(of: "://"), text.utf8.count <= 4_096,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) })
        else { return nil }
        let isSecure: Bool
        switch text[..<scheme.lowerBound].lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: return nil
        }
        let rest = text[scheme.upperBound...].prefix { $0 != "#" }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let (host, port) = authority(rest[..<end], defaultPort: isSecure ? 443 : 80) else { return nil }
        return (UpstreamAddress(isSecure: isSecure, host: host, port: port), rest[end...])
    }

    private init(isSecure: Bool, host: String, port: Int) {
        (self.isSecure, self.host, self.port, path) = (isSecure, host, port, "")
    }

    private static func authority(_ text: Substring, defaultPort: Int) -> (host: String, port: Int)? {
        var name = text
        var port = defaultPort
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
                (1...65_535).contains(number)
            else { return nil }
            (port, name) = (number, text[..<colon])
        }
        if name.first == "[", name.last == "]" {
            name = name.dropFirst().dropLast()
        } else if name.contains(":") {
            return nil
        }
        guard !name.isEmpty, !name.contains("@"), !name.contains("["), !name.contains("]"), !name.contains("%") else {
            return nil
        }
        return (name.lowercased(), port)
    }

    /// True for an address on this machine.
    var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// True if another address has the same scheme, host and port.
    func isSameOrigin(as other: UpstreamAddress) -> Bool {
        isSecure == other.isSecure && host == other.host && port == other.port
    }

    /// The host and, unless it is the default, the port: `example.org:8443`.
    var name: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The URL of a target on the server.
    /// - Parameter target: path and query as in a request line.
    func url(_ target: String) -> String { (isSecure ? "https://" : "http://") + name + target }

    /// Path and query of a request.
    func target(_ request: UpstreamRequest) -> String {
        let members = (request.query + request.secrets).map {
            PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value)
        }
        let whole = path + request.path
        let place = whole.hasPrefix("/") ? whole : "/" + whole
        return members.isEmpty ? place : place + (place.contains("?") ? "&" : "?") + members.joined(separator: "&")
    }
}

/// The fault of an address to which calls must not go.
public struct UpstreamAddressFault: Error, Hashable, CustomStringConvertible {
    /// The fault, such as `must begin with https://`.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Percent-encoding for addresses.
public enum PercentEncoding {
    /// Encodes a segment of a path or a member of a query: everything but letters, digits and `-._~` as `%XX`.
    public static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
