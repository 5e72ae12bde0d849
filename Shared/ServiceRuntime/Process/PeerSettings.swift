public import Contract
public import RPC

/// The settings of a service that calls another service.
public enum PeerSettings {
    /// Declares the address of `service`: a host name that resolves to its replicas, or an IP address.
    public static func address(of service: ServiceName) -> Setting<String> {
        Setting<String>(
            "peer.\(service.rawValue)", default: "127.0.0.1:\(service.defaultPort)",
            summary: "Address of \(service.rawValue), HOST:PORT; an IPv6 address in brackets"
        ) { hostAndPort($0) == nil ? "must be HOST:PORT" : nil }
    }
    public static let plaintext = Setting<Bool>(
        "link.plaintext", default: false, summary: "Allow calls without TLS to services on other machines")

    static func hostAndPort(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : (String(host), port)
    }
}

extension Bootstrap {
    /// Creates a client of `service` for calls by `caller`; it connects on first use.
    ///
    /// The caller declares ``PeerSettings/address(of:)`` and ``PeerSettings/plaintext`` among its settings.
    public func client(of service: ServiceName, for caller: ServiceName) throws -> RPCClient {
        let setting = PeerSettings.address(of: service)
        guard let (host, port) = PeerSettings.hostAndPort(try settings.value(setting)) else {
            throw SettingFault(name: setting.name, detail: "must be HOST:PORT")
        }
        var link = LinkConfiguration(name: caller.rawValue, peer: service.rawValue)
        link.tls = try settings.linkTLS()
        link.secret = try settings.linkSecret()
        link.allowPlaintextOffLoopback = try settings.value(PeerSettings.plaintext)
        return RPCClient(host: host, port: port, configuration: link, group: group)
    }
}
