import Platform

/// The server part of an address: scheme, host and port.
public struct HTTPOrigin: Hashable, Sendable {
    /// True for `https`.
    public var isSecure: Bool
    /// The host in lower case; an IPv6 address has no brackets.
    public var host: String
    public var port: Int

    /// Creates an origin.
    ///
    /// - Parameter host: a name in lower case or an IP address without brackets; not validated.
    public init(isSecure: Bool, host: String, port: Int) {
        (self.isSecure, self.host, self.port) = (isSecure, host, port)
    }

    /// Parses `host:port`; returns `nil` if it is malformed or contains a user.
    init?(isSecure: Bool, authority text: Substring) {
        var name = text
        var port = isSecure ? 443 : 80
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
        self.init(isSecure: isSecure, host: name.lowercased(), port: port)
    }

    /// True for a server on this machine.
    public var isLoopback: Bool { Loopback.contains(host) }

    /// The host and, unless it is the default, the port, as in the `Host` header: `example.org:8443`.
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
