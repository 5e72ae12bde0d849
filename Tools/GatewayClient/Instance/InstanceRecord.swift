package import Machine
package import Values
import Wire

/// The content of `instance.json`: ports and processes, for users, scripts and the next start.
package struct InstanceRecord: Codable, Sendable {
    /// One process of the instance.
    package struct Process: Codable, Sendable {
        /// A name such as `auth` or `museums-2`.
        package var name: String
        /// The service that the process is a replica of; absent for `gateway` and `postgres`.
        package var service: String?
        package var pid: Int32?
        package var startTicks: UInt64?
        /// The port for calls.
        package var port: Int?
        /// The port for `/healthz`, `/readyz` and `/metrics`.
        package var adminPort: Int?

        package init(name: String, service: String? = nil, port: Int? = nil, adminPort: Int? = nil) {
            self.name = name
            self.service = service
            self.port = port
            self.adminPort = adminPort
        }

        package var identity: ProcessIdentity? {
            get {
                guard let pid, let startTicks else { return nil }
                return ProcessIdentity(pid: pid, startTicks: startTicks)
            }
            set { (pid, startTicks) = (newValue?.pid, newValue?.startTicks) }
        }
    }

    /// The location of the instance's private PostgreSQL: a Unix socket, whose file name contains the port.
    package struct Postgres: Codable, Sendable {
        package var socketDirectory: String
        package var port: Int

        package init(socketDirectory: String, port: Int) {
            self.socketDirectory = socketDirectory
            self.port = port
        }
    }

    package var version: String
    package var startedAt: Instant
    package var supervisor: ProcessIdentity
    package var port: Int
    package var redirectPort: Int
    package var postgres: Postgres?
    package var processes: [Process]

    package init(
        version: String, startedAt: Instant, supervisor: ProcessIdentity, port: Int, redirectPort: Int,
        postgres: Postgres, processes: [Process]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.supervisor = supervisor
        self.port = port
        self.redirectPort = redirectPort
        self.postgres = postgres
        self.processes = processes
    }

    package func process(_ name: String) -> Process? { processes.first { $0.name == name } }

    /// Reads the record in a directory; returns `nil` if it is missing or unreadable.
    package static func read(_ directory: InstanceDirectory) throws -> InstanceRecord? {
        guard let bytes = try Files.read(directory.record) else { return nil }
        return try? JSONCoding.decode(InstanceRecord.self, from: bytes, unknownMembers: .ignored)
    }

    package func write(_ directory: InstanceDirectory) throws {
        let text = IndentedJSON.indented(try JSONCoding.encode(self))
        try Files.write(text + [UInt8(ascii: "\n")], to: directory.record, mode: Files.publicMode)
    }
}
