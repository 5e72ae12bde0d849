package import ArgumentParser
import Machine

/// The command-line options that identify a gateway.
package struct GatewayOptions: ParsableArguments {
    package init() {}

    @Option(help: "The instance's directory.")
    package var directory = InstanceDirectory.standard

    @Option(help: "The gateway's HOST:PORT; default: the instance's.")
    package var address: String?

    @Option(help: "PEM file of the certificate authority to trust; default: the instance's.")
    package var authority: String?

    package var instance: InstanceDirectory { InstanceDirectory(directory) }

    package func resolve() throws -> GatewayAddress {
        let own = instance.authorityFile
        let authorityFile = authority ?? (Files.exists(own) ? own : nil)
        if let address {
            let (host, port) = try Self.split(address)
            return GatewayAddress(host: host, port: port, authorityFile: authorityFile)
        }
        guard let record = try InstanceRecord.read(instance) else {
            throw OperatorError(
                "no instance in \(directory): start one with `vokol up`, or give --directory or --address"
            )
        }
        return GatewayAddress(host: "localhost", port: record.port, authorityFile: authorityFile)
    }

    package static func split(_ address: String) throws -> (String, Int) {
        guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
            (1...65_535).contains(port), colon != address.startIndex
        else { throw ValidationError("\(address) is not HOST:PORT") }
        var host = address[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return (String(host), port)
    }
}
