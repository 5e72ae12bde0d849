import NIOCore
import NIOHTTP1

/// The hosts by which clients may address the admin port: IP addresses, `localhost`, and the names of a setting.
///
/// A page of any other name could otherwise read the metrics in a browser on this machine, by resolving its name to
/// this machine (DNS rebinding). A browser names the page's host in `Host`, whatever it resolves to.
struct AdminHosts: Sendable {
    private let names: Set<String>

    init(_ names: [String]) { self.names = Set(names.map(Self.normalized) + ["localhost"]) }

    /// Returns true if the request names one of the hosts; without `Host` it must be HTTP/1.0, which no browser sends.
    func admits(_ head: HTTPRequestHead) -> Bool {
        let fields = head.headers["host"]
        guard let field = fields.first else { return head.version == .http1_0 }
        return fields.count == 1 && admits(field)
    }

    /// Returns true if a `Host` field, with or without a port, names one of the hosts.
    func admits(_ field: String) -> Bool {
        guard let host = Self.host(of: field) else { return false }
        return names.contains(Self.normalized(host)) || (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }

    /// Returns the host without its port, and an IPv6 address without its brackets; `nil` for a malformed field.
    private static func host(of field: String) -> String? {
        let isBracketed = field.hasPrefix("[")
        let end = isBracketed ? field.firstIndex(of: "]") : field.firstIndex(of: ":") ?? field.endIndex
        guard let end else { return nil }
        let port = isBracketed ? field[field.index(after: end)...] : field[end...]
        guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return nil
        }
        return String(isBracketed ? field[..<end].dropFirst() : field[..<end])
    }

    /// Returns the name in lower case, without the dot at its end.
    private static func normalized(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
