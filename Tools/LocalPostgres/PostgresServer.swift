package import Machine

/// A PostgreSQL server on this machine: programs, data directory, socket and owner.
package struct PostgresServer: Sendable {
    /// The Unix socket of a server; its file name contains the port.
    package struct Socket: Sendable {
        package var directory: String
        package var port: Int

        package init(directory: String, port: Int) {
            self.directory = directory
            self.port = port
        }
    }

    package let programs: PostgresPrograms
    /// The user that runs the server; `nil` for the current user.
    package let user: SystemUser?
    package let data: String
    package let socket: Socket
    /// The server's log file.
    package let log: String
    private let environment: [String: String]

    package init(programs: PostgresPrograms, user: SystemUser?, data: String, socket: Socket, log: String) {
        self.programs = programs
        self.user = user
        self.data = data
        self.socket = socket
        self.log = log
        // Settings meant for PostgreSQL clients must not affect the server and its programs.
        environment = Environment.variables().filter { !$0.key.hasPrefix("PG") }
            .merging(["LC_ALL": "C.UTF-8"]) { _, ours in ours }
    }

    /// Returns the user to run a server as, because PostgreSQL refuses to run as root.
    ///
    /// - Returns: `nil` for the current user.
    package static func user() throws -> SystemUser? {
        guard SystemUser.isRoot else { return nil }
        guard let user = SystemUser.named("postgres") ?? SystemUser.named("nobody") else {
            throw OperatorError(
                "PostgreSQL must not run as root, and there is no user postgres: adduser --system postgres")
        }
        return user
    }

    /// Returns the command that runs the server.
    ///
    /// - Parameter settings: server parameters such as `listen_addresses=`.
    package func command(settings: [String]) -> ChildCommand {
        let common = [
            "unix_socket_directories=\(socket.directory)", "log_destination=stderr", "logging_collector=off",
            "max_connections=200", "lc_messages=C",
        ]
        return ChildCommand(
            executable: programs.path(of: "postgres"),
            arguments: ["-D", data, "-p", "\(socket.port)"] + (common + settings).flatMap { ["-c", $0] },
            environment: environment, log: log, user: user, signalOnOrphaning: .interrupt, workingDirectory: "/")
    }

    /// Runs a program to completion as the server's user, and returns its output.
    ///
    /// - Parameter program: a path, or the name of one of PostgreSQL's programs.
    /// - Throws: ``OperatorError`` with the last lines of the output.
    @discardableResult
    package func run(_ program: String, _ arguments: [String]) async throws -> String {
        let scratch = try Files.makeTemporaryDirectory()
        defer { Files.removeDirectory(scratch) }
        let output = LogFile(path: "\(scratch)/output")
        let child = try await ChildProcess.start(
            ChildCommand(
                executable: program.hasPrefix("/") ? program : programs.path(of: program), arguments: arguments,
                environment: environment, log: output.path, user: user, workingDirectory: "/"))
        let exit = await child.exit
        guard exit == .code(0) else {
            throw OperatorError("\(program) failed (\(exit)): \(output.tail())")
        }
        return String(decoding: try Files.read(output.path) ?? [], as: UTF8.self)
    }

    /// Makes the server's user the owner of a file.
    package func give(_ path: String) throws {
        try user?.take(path, mode: Files.secretMode)
    }

    // MARK: The lock file

    /// The server's process id; `nil` if there is no lock file, negative while `initdb` is running.
    package var pid: Int32? { lockLines().first.flatMap { Int32($0) } }

    /// True if the lock file says that the server accepts connections; a crashed server's file may say so, too.
    package var isReady: Bool {
        let lines = lockLines()
        return lines.count >= 8 && lines[7].hasPrefix("ready")
    }

    /// Removes the lock file of a crashed server whose process id now belongs to another process.
    package func removeStaleLock() throws {
        guard let pid else { return }
        let command = try Files.read("/proc/\(pid)/cmdline") ?? []
        if String(decoding: command, as: UTF8.self).contains("postgres") { return }
        Files.remove(lockFile)
    }

    private var lockFile: String { "\(data)/postmaster.pid" }

    /// Returns the lines of the lock file: the first is the process id, the eighth the state.
    private func lockLines() -> [Substring] {
        let bytes = (try? Files.read(lockFile)) ?? nil
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
}
