import NIOCore
import RPC

/// One place where replicas of a service are to be found: an address, or a name that may stand for several.
struct ServiceTarget: Hashable, Sendable {
    /// A name for DNS, or an IPv4 or IPv6 address without brackets.
    var host: String
    /// 1…65535.
    var port: Int

    /// Why a text is not a list of targets.
    struct Fault: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    /// Reads a list such as `museums:7002` or `10.0.0.7:7002`, `[::1]:7002`.
    ///
    /// - Parameters:
    ///   - list: 1 to 64 targets; white space around them is ignored.
    ///   - defaultPort: the port of a target that names none.
    static func list(_ list: [String], defaultPort: Int) throws(Fault) -> [ServiceTarget] {
        var targets: [ServiceTarget] = []
        for part in list {
            let target = try ServiceTarget(part.drop(while: \.isWhitespace), defaultPort: defaultPort)
            if !targets.contains(target) { targets.append(target) }
        }
        guard (1...64).contains(targets.count) else { throw Fault(description: "must name 1 to 64 targets") }
        return targets
    }

    /// Whether it is an address that is not this machine's; a name is not known to be one until it is looked up.
    var isAddressElsewhere: Bool {
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
