import Foundation
import LocalPostgres
import Machine
import Synchronization

/// A private PostgreSQL server in a temporary directory, for tests.
///
/// It listens on a Unix socket and a free loopback port, and runs as an ordinary user even if the tests run as root. It
/// ends with the test process, however that ends: the kernel kills the server, and a janitor process removes the
/// directory.
public final class PostgresCluster: Sendable {
    /// An error that explains why no server is available.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The directory of all files of this server, including its socket.
    public let directory: String
    /// The loopback port.
    public let port: Int
    private let server: PostgresServer
    /// The process that removes the directory once `lifeline` closes, that is, when this process ends.
    private let janitor: Process
    private let lifeline: Pipe
    private let lastDatabase = Atomic<Int>(0)

    /// Creates a cluster and starts it.
    public init() async throws {
        let user = try PostgresServer.user()
        directory = try Self.makeDirectory()
        try user?.own(directory)
        port = try freeLoopbackPort()
        server = PostgresServer(
            programs: try PostgresPrograms.find(), user: user, data: "\(directory)/data",
            socket: .init(directory: directory, port: port), log: "\(directory)/log")
        lifeline = Pipe()
        janitor = Process()
        janitor.executableURL = URL(fileURLWithPath: "/bin/sh")
        janitor.arguments = ["-c", Self.janitorScript, "janitor", directory]
        janitor.currentDirectoryURL = URL(fileURLWithPath: "/")
        janitor.standardInput = lifeline
        try janitor.run()
        try lifeline.fileHandleForReading.close()
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try await server.run(
            "initdb", ["-D", server.data, "-U", "postgres", "-A", "trust", "-N", "--encoding=UTF8", "--locale=C.UTF-8"])
        try await start()
    }

    /// The script that kills the server and removes the directory at the end of its input, when the test process ends.
    private static let janitorScript = """
        read -r _
        for attempt in 1 2 3; do
            pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
            # The number is negative while initdb runs.
            [ "${pid:-0}" -gt 0 ] && kill -QUIT "$pid" 2>/dev/null
            sleep 0.3
        done
        rm -rf "$1"
        """

    /// Creates a directory whose path is short enough for a Unix socket in it.
    private static func makeDirectory() throws -> String {
        var template = Array("/tmp/vokol-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "no temporary directory: error \(errno)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: The server as a whole

    /// Starts the server and waits until it accepts connections.
    public func start() async throws {
        let child = try await ChildProcess.start(
            server.command(settings: [
                "listen_addresses=127.0.0.1", "fsync=off", "synchronous_commit=off", "full_page_writes=off",
                "shared_buffers=64MB",
            ]))
        try await wait("did not start; its log: \(server.log)") { child.exitIfEnded == nil && !self.isReady }
        guard child.exitIfEnded == nil else {
            throw Failure(description: "PostgreSQL did not start: \(LogFile(path: server.log).tail(lines: 20))")
        }
    }

    /// Starts the server unless it is running, and resumes it if frozen.
    public func startIfNeeded() async throws {
        thaw()
        if pid == nil { try await start() }
    }

    /// Stops the server with a fast shutdown; open sessions end.
    public func stop() async throws {
        try await end(with: SIGINT)
    }

    /// Stops the server, then starts it.
    public func restart() async throws {
        try await stop()
        try await start()
    }

    /// Kills the server and all its sessions, as a power failure does.
    public func kill() async throws {
        try await end(with: SIGKILL)
    }

    /// Suspends all processes of the server; connections stay open without an answer.
    public func freeze() {
        signalAll(SIGSTOP)
    }

    /// Resumes the processes that `freeze` suspended.
    public func thaw() {
        signalAll(SIGCONT)
    }

    private func end(with signal: Int32) async throws {
        guard let server = pid else { return }
        let sessions = children(of: server)
        _ = Foundation.kill(server, signal)
        if signal == SIGKILL { for session in sessions { _ = Foundation.kill(session, signal) } }
        try await wait("did not stop") { ([server] + sessions).contains { self.isAlive($0) } }
    }

    private func signalAll(_ signal: Int32) {
        guard let server = pid else { return }
        for process in [server] + children(of: server) { _ = Foundation.kill(process, signal) }
    }

    private var pid: pid_t? {
        // The number is negative while initdb runs.
        server.pid.flatMap { $0 > 0 && isAlive($0) ? $0 : nil }
    }

    private var isReady: Bool { server.isReady && pid != nil }

    private func isAlive(_ process: pid_t) -> Bool {
        guard Foundation.kill(process, 0) == 0 else { return false }
        return state(of: process)?.first != "Z"
    }

    private func children(of server: pid_t) -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { state(of: $0)?.last == "\(server)" }
    }

    /// Returns the state and the parent of a process, the first two fields after the name in parentheses.
    private func state(of process: pid_t) -> [Substring]? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        return Array(text[text.index(after: end)...].split(separator: " ").prefix(2))
    }

    private func wait(_ problem: String, while condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while condition() {
            guard ContinuousClock.now < end else { throw Failure(description: "PostgreSQL \(problem)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Requires passwords over TCP from now on.
    public func requirePasswords() async throws {
        let path = server.data + "/pg_hba.conf"
        try "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
            .write(toFile: path, atomically: false, encoding: .utf8)
        try await execute("SELECT pg_reload_conf()")
    }

    /// Writes a file into the data directory that only the server may read.
    func write(_ text: String, to file: String) throws {
        let path = "\(server.data)/\(file)"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try Files.sync(path, mode: Files.secretMode)
        try server.give(path)
    }

    // MARK: Databases

    /// Returns the URL of a database of this server, through its Unix socket.
    public func url(of database: String) -> String {
        "postgresql://postgres@/\(database)?host=\(directory)&port=\(port)"
    }

    /// Returns the URL of a database of this server, over TCP.
    public func loopbackURL(of database: String) -> String {
        "postgresql://postgres@127.0.0.1:\(port)/\(database)?sslmode=disable"
    }

    /// Creates an empty database with a new name.
    ///
    /// - Parameter options: text to append to `CREATE DATABASE name`.
    public func createDatabase(_ options: String = "") async throws -> String {
        let name = "test_\(lastDatabase.wrappingAdd(1, ordering: .relaxed).newValue)"
        try await execute("CREATE DATABASE \(name) \(options)")
        return name
    }

    /// Removes a database even if it is in use.
    public func dropDatabase(_ name: String) async throws {
        try await execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    /// Runs SQL through `psql`, independently of the client under test, and returns its unaligned output.
    @discardableResult
    public func execute(_ sql: String, in database: String = "postgres") async throws -> String {
        try await server.run("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url(of: database), "-c", sql])
            .trimmingCharacters(in: .newlines)
    }
}
