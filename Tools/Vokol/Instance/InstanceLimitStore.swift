import GatewayClient
import Machine

/// The private store of limits of an instance: a Valkey or Redis server on loopback that keeps nothing on disk.
struct InstanceLimitStore: Sendable {
    /// The name of the process.
    static let process = "limits"

    let plan: ProcessPlan
    /// The file with the address that the gateways connect to.
    let addressFile: String

    /// Returns the server's program; `nil` if none is installed.
    static func program() -> String? {
        Environment.searchPath().flatMap { ["\($0)/valkey-server", "\($0)/redis-server"] }
            .first(where: Files.isExecutable)
    }

    /// Writes the configuration of a server, with a password of its own.
    ///
    /// - Throws: ``OperatorError`` if no server is installed.
    init(_ directory: InstanceDirectory, port: Int) throws {
        guard let program = Self.program() else {
            throw OperatorError(
                "--limits-store needs valkey-server or redis-server, and neither is installed: "
                    + "apt-get install redis-server")
        }
        let password = try directory.secret("limits-password")
        let configuration = "\(directory.secrets)/limits.conf"
        try Files.write(
            """
            bind 127.0.0.1
            port \(port)
            requirepass \(password)
            save ""
            appendonly no
            maxmemory 64mb
            maxmemory-policy volatile-ttl

            """.utf8, to: configuration, mode: Files.secretMode)
        addressFile = "\(directory.secrets)/limits-url"
        try Files.write("redis://:\(password)@127.0.0.1:\(port)\n".utf8, to: addressFile, mode: Files.secretMode)
        plan = ProcessPlan(
            name: Self.process,
            command: ChildCommand(
                executable: program, arguments: [configuration], environment: [:],
                log: directory.log(of: Self.process)),
            port: port, fault: { _ in Ports.isListening(on: port) ? nil : "is starting" })
    }
}
