import Values
import Wire

/// What `instance.json` says of a running instance, for people, scripts and the next start.
struct InstanceRecord: Codable, Sendable {
    /// One process of the instance.
    struct Process: Codable, Sendable {
        /// Such as `auth` or `museums-2`.
        var name: String
        /// The service whose replica it is; absent for `gateway` and `postgres`.
        var service: String?
        var pid: Int32?
        var startTicks: UInt64?
        /// Where it takes calls.
        var port: Int?
        /// Where it tells `/healthz`, `/readyz` and `/metrics`.
        var adminPort: Int?

        var identity: ProcessIdentity? {
            get {
                guard let pid, let startTicks else { return nil }
                return ProcessIdentity(pid: pid, startTicks: startTicks)
            }
            set { (pid, startTicks) = (newValue?.pid, newValue?.startTicks) }
        }
    }

    /// Where the private PostgreSQL listens: on a socket in a directory, which is named by a port.
    struct Postgres: Codable, Sendable {
        var socketDirectory: String
        var port: Int
    }

    var version: String
    var startedAt: Instant
    var supervisor: ProcessIdentity
    var port: Int
    var redirectPort: Int
    var postgres: Postgres?
    var processes: [Process]

    func process(_ name: String) -> Process? { processes.first { $0.name == name } }

    /// The record of a directory; `nil` if there never was an instance, or none that can be read.
    static func read(_ directory: InstanceDirectory) throws -> InstanceRecord? {
        guard let bytes = try Files.read(directory.record) else { return nil }
        return try? JSONCoding.decode(InstanceRecord.self, from: bytes, unknownMembers: .ignored)
    }

    func write(_ directory: InstanceDirectory) throws {
        let text = JSONText.indented(try JSONCoding.encode(self))
        try Files.write(text + [UInt8(ascii: "\n")], to: directory.record, mode: Files.publicMode)
    }
}
