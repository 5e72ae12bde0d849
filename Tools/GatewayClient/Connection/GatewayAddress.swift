import ArgumentParser
import NIOSSL

/// Where a gateway is, and whom to trust that it is the one.
struct GatewayAddress: Sendable {
    var host: String
    var port: Int
    /// The file of the certificate authority; `nil` for those of the system.
    var authorityFile: String?

    /// What a TLS connection needs.
    /// - Parameter protocols: what ALPN offers; empty for a client that knows no ALPN.
    func tls(protocols: [String]) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        if let authorityFile { configuration.trustRoots = .file(authorityFile) }
        return try NIOSSLContext(configuration: configuration)
    }

    /// The name to verify; `nil` for an IP address, which is verified as what was connected to.
    var serverName: String? { CertificateSubject.ipAddress(host) == nil ? host : nil }
}

/// The options by which commands find a gateway.
struct GatewayOptions: ParsableArguments {
    @Option(help: "The directory of the instance to talk to.")
    var directory = InstanceDirectory.standard

    @Option(help: "The gateway's HOST:PORT; that of the instance if not given.")
    var address: String?

    @Option(help: "PEM file of the certificate authority to trust; that of the instance if not given.")
    var authority: String?

    var instance: InstanceDirectory { InstanceDirectory(directory) }

    func resolve() throws -> GatewayAddress {
        let own = CertificateFolder(path: instance.certificates).authorityFile
        let authorityFile = authority ?? (Files.exists(own) ? own : nil)
        if let address {
            let (host, port) = try Self.split(address)
            return GatewayAddress(host: host, port: port, authorityFile: authorityFile)
        }
        guard let record = try InstanceRecord.read(instance) else {
            throw OperatorError(
                "there is no instance in \(directory): start one with `vokol up`, name its --directory, or the gateway's --address"
            )
        }
        return GatewayAddress(host: "localhost", port: record.port, authorityFile: authorityFile)
    }

    static func split(_ address: String) throws -> (String, Int) {
        guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
            (1...65_535).contains(port), colon != address.startIndex
        else { throw ValidationError("an address is HOST:PORT, not \(address)") }
        var host = address[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return (String(host), port)
    }
}
