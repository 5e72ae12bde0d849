import Foundation

/// PostgreSQL's programs on this machine, and the user that they run as.
struct PostgresPrograms: Sendable {
    /// The directory that holds `initdb`, `postgres` and `psql`.
    let directory: String
    /// The user to become where the tests run as root, which PostgreSQL refuses to do.
    let user: String?

    static func find() throws -> PostgresPrograms {
        let files = FileManager.default
        let versions = ((try? files.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? [])
            .sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
            .map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let complete = (versions + path + ["/usr/local/pgsql/bin"]).first { directory in
            ["initdb", "postgres", "psql"].allSatisfy { files.isExecutableFile(atPath: "\(directory)/\($0)") }
        }
        guard let complete else {
            throw PostgresCluster.Failure(
                description: "PostgreSQL is missing: apt-get install postgresql (initdb, postgres and psql are looked "
                    + "for in PATH and /usr/lib/postgresql/*/bin)")
        }
        guard getuid() == 0 else { return PostgresPrograms(directory: complete, user: nil) }
        return PostgresPrograms(directory: complete, user: getpwnam("postgres") == nil ? "nobody" : "postgres")
    }

    func path(of program: String) -> String { "\(directory)/\(program)" }

    /// A new directory that the server's user owns, with a path short enough for a Unix socket in it.
    func makeDirectory() throws -> String {
        var template = Array("/tmp/vokol-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw PostgresCluster.Failure(description: "no temporary directory: error \(errno)")
        }
        let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try giveToServer(directory)
        return directory
    }

    /// Makes the server's user the owner of a file or directory, and the only one who may use it.
    func giveToServer(_ path: String) throws {
        var isDone = chmod(path, FileManager.default.isExecutableFile(atPath: path) ? 0o700 : 0o600) == 0
        if let user, let entry = getpwnam(user) {
            isDone = isDone && chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0
        }
        guard isDone else {
            throw PostgresCluster.Failure(description: "\(path) cannot be given to the server: error \(errno)")
        }
    }

    /// The program as a process of the server's user, not yet started.
    func process(_ path: String, _ arguments: [String]) -> Process {
        let process = Process()
        if let user {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments =
                ["--reuid", user, "--regid", "\(getpwnam(user).pointee.pw_gid)", "--clear-groups", "--", path]
                + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
        }
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        return process
    }

    /// Runs a program to its end and returns what it printed; throws with that if it failed.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) async throws -> String {
        let process = process(path(of: program), arguments)
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        // The output of these programs fits a pipe's buffer: they end before it is read.
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        guard process.terminationStatus == 0 else {
            throw PostgresCluster.Failure(description: "\(program) failed: \(output.suffix(2_000))")
        }
        return output.trimmingCharacters(in: .newlines)
    }
}
