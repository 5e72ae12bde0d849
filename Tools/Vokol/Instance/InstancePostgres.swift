import Contract
import GatewayClient
import Glibc
import LocalPostgres
import Machine
import Values

/// The private PostgreSQL of an instance: one server, with a database and a role for each service.
///
/// The server listens only on a Unix socket in a private directory. Its superuser is the system user that runs it.
/// Roles have passwords, so that each service can access only its own database.
struct InstancePostgres: Sendable {
    /// The port, which is part of the socket's file name; the server does not listen on TCP.
    static let port = 5432

    let place: PostgresPlace
    let server: PostgresServer

    init(_ instance: InstanceDirectory) throws {
        let identifier = try String(instance.secret("identifier").prefix(10))
        place = try PostgresPlace.choose(for: instance, identifier: identifier)
        let version = try Files.read("\(place.data)/PG_VERSION").map { bytes in
            String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        server = PostgresServer(
            programs: try PostgresPrograms.find(version: version), user: place.user, data: place.data,
            socket: .init(directory: place.socketDirectory, port: Self.port), log: instance.log(of: "postgres"))
    }

    /// The plan for running the server as a supervised process.
    var plan: ProcessPlan {
        ProcessPlan(
            name: "postgres",
            command: server.command(settings: [
                "listen_addresses=", "unix_socket_permissions=0700", "log_line_prefix=%m [%p] %q%d ",
            ]),
            stopSignal: .interrupt, forceSignal: .quit,
            fault: { [server] pid in server.isReady && server.pid == pid ? nil : "is starting" })
    }

    // MARK: The cluster

    /// Prepares the start of the server: creates the cluster if necessary and removes a stale lock.
    func prepare() async throws {
        LogFile(path: server.log).rotate()
        if let remark = place.remark { Terminal.print("postgres", remark) }
        if !Files.exists("\(place.data)/PG_VERSION") {
            Terminal.print("postgres", "creating a new cluster")
            try await initialize()
        }
        try server.removeStaleLock()
    }

    /// Creates the cluster, replacing one whose creation was interrupted.
    private func initialize() async throws {
        let draft = "\(place.directory)/data.new"
        try await server.run("/bin/rm", ["-rf", draft])
        try await server.run(
            "initdb",
            [
                "-D", draft, "-U", place.owner, "--encoding=UTF8", "--locale=C.UTF-8", "--auth-local=peer",
                "--auth-host=reject",
            ])
        let rules = """
            # The system user that runs the server connects as superuser, services with their passwords.
            local all "\(place.owner)" peer
            local all all scram-sha-256

            """
        try Files.write(rules.utf8, to: "\(draft)/pg_hba.conf", mode: Files.secretMode)
        try server.give("\(draft)/pg_hba.conf")
        guard rename(draft, place.data) == 0 else { throw Files.failure("create the directory", place.data) }
    }

    // MARK: Databases

    /// Creates the missing roles and databases of an instance and sets the roles' passwords.
    func provideDatabases(of instance: InstanceDirectory) async throws {
        let passwords = try ServiceName.allCases.map { service in
            (service: service.rawValue, password: try password(of: service.rawValue, in: instance))
        }
        // The server logs the text of failed statements, which contain passwords.
        var script = "SET log_min_error_statement = panic;\n"
        for (service, password) in passwords {
            let name = Self.database(of: service)
            script += """
                SELECT 'CREATE ROLE \(name) LOGIN' WHERE NOT EXISTS
                    (SELECT FROM pg_roles WHERE rolname = '\(name)') \\gexec
                ALTER ROLE \(name) PASSWORD '\(password)';
                SELECT 'CREATE DATABASE \(name) OWNER \(name)' WHERE NOT EXISTS
                    (SELECT FROM pg_database WHERE datname = '\(name)') \\gexec
                REVOKE ALL ON DATABASE \(name) FROM PUBLIC;

                """
        }
        let file = "\(place.directory)/databases.sql"
        try Files.write(script.utf8, to: file, mode: Files.secretMode)
        defer { unlink(file) }
        try server.give(file)
        try await server.run(
            "psql",
            [
                "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", place.socketDirectory, "-p", "\(Self.port)", "-d", "postgres",
                "-U", place.owner, "-f", file,
            ])
    }

    private func password(of service: String, in instance: InstanceDirectory) throws -> String {
        try instance.secret("postgres-\(service)")
    }

    /// Writes the URL of a service's database to a file.
    ///
    /// - Returns: the path of the file.
    func urlFile(of service: String, in instance: InstanceDirectory) throws -> String {
        let file = instance.databaseURLFile(of: service)
        let url = url(of: service, password: try password(of: service, in: instance))
        try Files.write((url + "\n").utf8, to: file, mode: Files.secretMode)
        return file
    }

    /// Returns the URL of a service's database.
    func url(of service: String, password: String) -> String {
        let name = Self.database(of: service)
        let directory = PercentEncoding.encoded(place.socketDirectory, keepsSlashes: true)
        return "postgresql://\(name):\(password)@/\(name)?host=\(directory)&port=\(Self.port)"
    }

    static func database(of service: String) -> String { "vokol_\(service)" }
}
