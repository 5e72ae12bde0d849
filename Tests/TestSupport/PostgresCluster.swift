import Foundation
import Synchronization

/// A private PostgreSQL server in a temporary directory, for tests.
///
/// It listens on a Unix socket and on a free loopback port, runs as an ordinary user even where the tests run as root,
/// and ends with the test process, however that ends: a janitor process waits for the end of a pipe.
public final class PostgresCluster: Sendable {
    /// Why there is no server to test with.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The directory that holds everything of this server; its socket lies here too.
    public let directory: String
    /// The loopback port.
    public let port: Int
    private let programs: PostgresPrograms
    /// Held open for as long as this process lives.
    private let janitor: Process
    private let lifeline: Pipe
    private let lastDatabase = Atomic<Int>(0)

    /// Makes a cluster and starts it.
    public init() async throws {
        programs = try PostgresPrograms.find()
        directory = try programs.makeDirectory()
        port = try freeLoopbackPort()
        lifeline = Pipe()
        janitor = programs.process("/bin/sh", ["-c", Self.janitorScript, "janitor", directory])
        janitor.standardInput = lifeline
        try janitor.run()
        try lifeline.fileHandleForReading.close()
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try await programs.run(
            "initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-N", "--encoding=UTF8", "--locale=C.UTF-8"])
        try await start()
    }

    /// Ends the server and removes the directory once its input ends, which is when the test process has ended.
    private static let janitorScript = """
        read -r _
        for attempt in 1 2 3; do
            pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
            # While initdb is at work the number is negative.
            [ "${pid:-0}" -gt 0 ] && kill -QUIT "$pid" 2>/dev/null
            sleep 0.3
        done
        rm -rf "$1"
        """

    private var data: String { directory + "/data" }

    // MARK: The server as a whole

    /// Starts the server and waits until it accepts connections.
    public func start() async throws {
        let log = directory + "/log"
        let server = programs.process(
            programs.path(of: "postgres"),
            [
                "-D", data, "-p", "\(port)", "-c", "unix_socket_directories=\(directory)",
                "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "synchronous_commit=off",
                "-c", "full_page_writes=off", "-c", "max_connections=200", "-c", "shared_buffers=64MB",
                "-c", "log_destination=stderr", "-c", "lc_messages=C",
            ])
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(fileURLWithPath: log)) }
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try output.seekToEnd()
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = output
        server.standardError = output
        try server.run()
        try await wait("did not start; its log: \(log)", while: { server.isRunning && !self.isReady })
        guard server.isRunning else {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw Failure(description: "PostgreSQL did not start: \(text.suffix(2_000))")
        }
    }

    /// Starts the server if it does not run, and lets it go on if it was frozen.
    public func startIfNeeded() async throws {
        thaw()
        if pid == nil { try await start() }
    }

    /// Stops the server as an operator does: open sessions are ended.
    public func stop() async throws {
        try await end(with: SIGINT)
    }

    /// Stops the server and starts it again.
    public func restart() async throws {
        try await stop()
        try await start()
    }

    /// Ends the server and all sessions as a power failure does.
    public func kill() async throws {
        try await end(with: SIGKILL)
    }

    /// Stops the server's processes where they are: connections stay open, and nothing answers.
    public func freeze() {
        signalAll(SIGSTOP)
    }

    /// Lets the processes go on that `freeze` stopped.
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

    /// The fields of the server's lock file: the process id first, `ready` in the eighth line.
    private var lockFile: [Substring] {
        let text = (try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private var pid: pid_t? {
        // While initdb is at work the number is negative.
        lockFile.first.flatMap { pid_t($0) }.flatMap { $0 > 0 && isAlive($0) ? $0 : nil }
    }

    private var isReady: Bool {
        let lines = lockFile
        return lines.count >= 8 && lines[7].hasPrefix("ready") && pid != nil
    }

    private func isAlive(_ process: pid_t) -> Bool {
        guard Foundation.kill(process, 0) == 0 else { return false }
        return state(of: process)?.first != "Z"
    }

    private func children(of server: pid_t) -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { state(of: $0)?.last == "\(server)" }
    }

    /// State and parent of a process: what follows the name, which is in parentheses.
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

    /// Asks everyone who comes through TCP for a password from now on.
    public func requirePasswords() async throws {
        let path = data + "/pg_hba.conf"
        try "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
            .write(toFile: path, atomically: false, encoding: .utf8)
        try await execute("SELECT pg_reload_conf()")
    }

    /// Writes a file into the server's data directory that only the server may read.
    func write(_ text: String, to file: String) throws {
        let path = "\(data)/\(file)"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try programs.giveToServer(path)
    }

    // MARK: Databases

    /// The URL of a database of this server, through its Unix socket.
    public func url(of database: String) -> String {
        "postgresql://postgres@/\(database)?host=\(directory)&port=\(port)"
    }

    /// The URL of a database of this server, through TCP.
    public func loopbackURL(of database: String) -> String {
        "postgresql://postgres@127.0.0.1:\(port)/\(database)?sslmode=disable"
    }

    /// Makes an empty database of a new name; `options` is what follows in `CREATE DATABASE name`.
    public func createDatabase(_ options: String = "") async throws -> String {
        let name = "test_\(lastDatabase.wrappingAdd(1, ordering: .relaxed).newValue)"
        try await execute("CREATE DATABASE \(name) \(options)")
        return name
    }

    /// Removes a database, also while it is in use.
    public func dropDatabase(_ name: String) async throws {
        try await execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    /// Runs SQL through `psql`, apart from the client that is being tested, and returns its unaligned output.
    @discardableResult
    public func execute(_ sql: String, in database: String = "postgres") async throws -> String {
        try await programs.run("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url(of: database), "-c", sql])
    }
}

/// A port of the loopback interface that nobody uses at this moment.
///
/// Below those that the system gives to whoever connects to somebody: a server that starts a while later, or again, would
/// find such a one taken.
public func freeLoopbackPort() throws -> Int {
    for _ in 0..<100 {
        let port = UInt16.random(in: 10_000..<20_000)
        if try isFree(port) { return Int(port) }
    }
    throw PostgresCluster.Failure(description: "no free port between 10000 and 20000")
}

private func isFree(_ port: UInt16) throws -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw PostgresCluster.Failure(description: "no socket: error \(errno)") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
