import NIOCore
import RPC

/// One place to find replicas of a service: an address, or a name that may resolve to several.
struct ServiceTarget: Hashable, Sendable {
    /// A DNS name, or an IPv4 or IPv6 address without brackets.
    var host: String
    /// The port, 1 to 65535.
    var port: Int

    /// The reason a text is not a list of targets.
    struct Fault: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    /// Reads a list such as `museums:7002` or `10.0.0.7:7002`, `[::1]:7002`.
    ///
    /// - Parameters:
    ///   - list: 1 to 64 targets; white space around them is ignored.
    ///   - defaultPort: the port of a target without one.
    static func list(_ list: [String], defaultPort: Int) throws(Fault) -> [ServiceTarget] {
        var targets: [ServiceTarget] = []
        for part in list {
            let target = try ServiceTarget(part.drop(while: \.isWhitespace), defaultPort: defaultPort)
            if !targets.contains(target) { targets.append(target) }
        }
        guard (1...64).contains(targets.count) else { throw Fault(description: "must name 1 to 64 targets") }
        return targets
    }

    /// True for an address of another machine; false for names, which are not resolved yet.
    var isRemoteAddress: Bool {
        (try? SocketAddress(ipAddress: host, port: port)).map { !$0.isLoopback } ?? false
    }

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    private init(_ text: Substring, defaultPort: Int) throws(Fault) {
        var rest = text
        while rest.last?.isWhitespace == true { rest.removeLast() }
        let written = String(rest)
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else {
                throw Fault(description: "\"\(written)\" has no closing bracket")
            }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            host = String(rest[..<end])
            rest = rest[end...]
        }
        guard !host.isEmpty else { throw Fault(description: "\"\(written)\" names no host") }
        guard !rest.isEmpty else {
            port = defaultPort
            return
        }
        guard rest.first == ":", let number = Int(rest.dropFirst()), (1...65_535).contains(number) else {
            throw Fault(description: "\"\(written)\" has no port between 1 and 65535")
        }
        port = number
    }
}
