import Contracts
import Platform

/// The private PostgreSQL of an instance: one server, and for each service one database with one role.
///
/// It listens on a Unix socket only, in a directory that nobody else can enter. Its superuser is the system user that
/// runs it; the roles have passwords, so that a service reaches its own database and no other.
struct PostgresServer: Sendable {
    /// The name in the socket's file name; it is no TCP port.
    static let port = 5432

    let place: PostgresPlace
    let programs: PostgresPrograms
    let log: String
    let environment: [String: String]

    init(instance: InstanceDirectory, environment: [String: String]) throws {
        let identifier = try String(instance.secret("identifier").prefix(10))
        place = try PostgresPlace.choose(for: instance, identifier: identifier)
        let version = try Files.read("\(place.data)/PG_VERSION").map { bytes in
            String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        programs = try PostgresPrograms.find(version: version, environment: environment)
        log = instance.log(of: "postgres")
        // Settings of a PostgreSQL client must not reach our programs.
        self.environment = environment.filter { !$0.key.hasPrefix("PG") }
            .merging(["LC_ALL": "C.UTF-8"]) { _, ours in ours }
    }

    /// The server as a process to keep running.
    var command: ChildCommand {
        ChildCommand(
            executable: programs.path(of: "postgres"),
            arguments: [
                "-D", place.data, "-p", "\(Self.port)", "-c", "listen_addresses=",
                "-c", "unix_socket_directories=\(place.socketDirectory)", "-c", "unix_socket_permissions=0700",
                "-c", "log_destination=stderr", "-c", "logging_collector=off", "-c", "max_connections=200", "-c",
                "lc_messages=C",
                "-c", "log_line_prefix=%m [%p] %q%d ",
            ],
            environment: environment, log: log, user: place.user, signalOnOrphaning: .interrupt, workingDirectory: "/")
    }

    /// How the server is kept running.
    var plan: ProcessPlan {
        ProcessPlan(
            name: "postgres", command: command, stopSignal: .interrupt, forceSignal: .quit, fault: { fault(pid: $0) })
    }

    // MARK: The cluster

    /// Sees to it that the server can be started.
    func prepare() async throws {
        LogFile(path: log).rotate()
        if let remark = place.remark { Terminal.say("postgres", remark) }
        if !hasData {
            Terminal.say("postgres", "making a new cluster")
            try await initialize()
        }
        try removeStaleLock()
    }

    var hasData: Bool { Files.exists("\(place.data)/PG_VERSION") }

    /// Makes the cluster's files; a cluster that was begun and not finished is thrown away.
    func initialize() async throws {
        let draft = "\(place.directory)/data.new"
        try await run("/bin/rm", ["-rf", draft])
        try await run(
            programs.path(of: "initdb"),
            [
                "-D", draft, "-U", place.owner, "--encoding=UTF8", "--locale=C.UTF-8", "--auth-local=peer",
                "--auth-host=reject",
            ])
        let rules = """
            # Who may connect: the system user that runs the server, as superuser; services, with their passwords.
            local all \(quoted(place.owner)) peer
            local all all scram-sha-256

            """
        try Files.write(rules.utf8, to: "\(draft)/pg_hba.conf", mode: Files.secretMode)
        if let user = place.user, chown("\(draft)/pg_hba.conf", user.id, user.group) != 0 {
            throw Files.failure("give to the user \(user.name)", "\(draft)/pg_hba.conf")
        }
        guard rename(draft, place.data) == 0 else { throw Files.failure("make the directory", place.data) }
    }

    /// Removes the lock file of a server that is gone but could not do so itself, when its number is another process's now.
    func removeStaleLock() throws {
        let file = "\(place.data)/postmaster.pid"
        guard let pid = lockLines().first.flatMap({ Int32($0) }) else { return }
        let command = try Files.read("/proc/\(pid)/cmdline") ?? []
        if String(decoding: command, as: UTF8.self).contains("postgres") { return }
        unlink(file)
    }

    /// What stands in the way of connecting to the server that is this process; `nil` if nothing.
    func fault(pid: Int32) -> String? {
        let lines = lockLines()
        return lines.count >= 8 && lines[7].hasPrefix("ready") && lines[0] == "\(pid)" ? nil : "is starting"
    }

    /// The server's lock file: its process number in the first line, `ready` in the eighth.
    private func lockLines() -> [Substring] {
        let bytes = (try? Files.read("\(place.data)/postmaster.pid")) ?? nil
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    // MARK: Databases

    /// Sees to it that each service of an instance has its role, with its password, and its database.
    func provideDatabases(of instance: InstanceDirectory) async throws {
        let passwords = try ServiceName.allCases.map { service in
            (service: service.rawValue, password: try password(of: service.rawValue, in: instance))
        }
        // A statement that fails is logged with its text, and these hold passwords.
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
        if let user = place.user, chown(file, user.id, user.group) != 0 {
            throw Files.failure("give to the user \(user.name)", file)
        }
        try await run(
            programs.path(of: "psql"),
            [
                "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", place.socketDirectory, "-p", "\(Self.port)", "-d", "postgres",
                "-U", place.owner, "-f", file,
            ])
    }

    private func password(of service: String, in instance: InstanceDirectory) throws -> String {
        try instance.secret("postgres-\(service)")
    }

    /// Writes the file with the URL by which a service of an instance reaches its database.
    /// - Returns: its path.
    func urlFile(of service: String, in instance: InstanceDirectory) throws -> String {
        let file = instance.databaseURLFile(of: service)
        let url = url(of: service, password: try password(of: service, in: instance))
        try Files.write((url + "\n").utf8, to: file, mode: Files.secretMode)
        return file
    }

    /// The URL by which a service reaches its database.
    func url(of service: String, password: String) -> String {
        let name = Self.database(of: service)
        return "postgresql://\(name):\(password)@/\(name)?host=\(Self.escaped(place.socketDirectory))&port=\(Self.port)"
    }

    static func database(of service: String) -> String { "vokol_\(service)" }

    private func quoted(_ name: String) -> String { "\"\(name)\"" }

    /// A path as part of a URL's query.
    static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Runs a program to its end as the server's user.
    private func run(_ program: String, _ arguments: [String]) async throws {
        let child = try await ChildProcess.start(
            ChildCommand(
                executable: program, arguments: arguments, environment: environment, log: log, user: place.user,
                workingDirectory: "/"))
        let exit = await child.exit
        guard exit == .code(0) else {
            throw OperatorError(
                "\(program) failed (\(exit)); \(log) ends with:\n\(LogFile(path: log).lastWords())")
        }
    }
}
