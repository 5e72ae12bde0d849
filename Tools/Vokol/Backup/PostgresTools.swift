import LocalPostgres
import Machine
import Platform

/// The access to one database for PostgreSQL's programs.
struct DatabaseAccess: Sendable {
    /// The environment variables of libpq: `PGHOST`, `PGDATABASE`, `PGPASSWORD` and others.
    var variables: [String: String]
    /// The user to run the programs as, for peer authentication; `nil` for the current user.
    var user: SystemUser?

    /// The database's name.
    var name: String { variables["PGDATABASE"] ?? variables["PGUSER"] ?? "" }

    /// Returns the access to another database with the same role.
    func to(_ database: String) -> DatabaseAccess {
        var other = self
        other.variables["PGDATABASE"] = database
        return other
    }
}

/// Runs PostgreSQL's programs with a time limit, and without passwords on their command lines.
struct PostgresTools: Sendable {
    let programs: PostgresPrograms
    /// The time limit for one program.
    let limit: Duration
    /// The request to stop that ends a program early.
    let interruption: Interruption
    /// The interval between progress reports.
    static let remarkInterval: Duration = .seconds(10)

    /// Runs one program and returns its output.
    ///
    /// - Parameters:
    ///   - input: the text for standard input.
    ///   - remark: called at intervals while the program is running.
    /// - Throws: ``OperatorError`` with the last lines of the output.
    @discardableResult
    func run(
        _ program: String, _ arguments: [String], at place: DatabaseAccess, input: String = "",
        remark: (@Sendable (_ waited: Duration) -> Void)? = nil
    ) async throws -> String {
        try interruption.check()
        let scratch = try Files.makeTemporaryDirectory()
        defer { Files.removeDirectory(scratch) }
        let log = "\(scratch)/output"
        try Files.write(input.utf8, to: "\(scratch)/input", mode: Files.secretMode)
        // PostgreSQL variables in the environment may point to a different server.
        var environment = Environment.variables().filter { !$0.key.hasPrefix("PG") }
        environment.merge(place.variables) { _, ours in ours }
        environment["LC_ALL"] = "C.UTF-8"
        environment["PGCONNECT_TIMEOUT"] = "10"
        let child = try await ChildProcess.start(
            ChildCommand(
                executable: programs.path(of: program), arguments: arguments, environment: environment,
                input: "\(scratch)/input", log: log, user: place.user, workingDirectory: "/"))
        let exit = try await end(of: child, program, remark)
        guard exit == .code(0) else {
            throw OperatorError(
                "\(program) failed at the database \(place.name) (\(exit)): \(LogFile(path: log).tail())")
        }
        return String(decoding: try Files.read(log) ?? [], as: UTF8.self)
    }

    /// Runs SQL with `psql`, stopping at the first error.
    ///
    /// - Parameter values: the values of `:'name'` and `:"name"` in the SQL; they must not be secret.
    /// - Returns: the rows, with their values separated by `|`.
    @discardableResult
    func query(_ sql: String, _ values: [String: String] = [:], at place: DatabaseAccess) async throws -> [String] {
        var arguments = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--no-password"]
        arguments += ["--set", "ON_ERROR_STOP=1"]
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { arguments += ["--set", "\(name)=\(value)"] }
        let text = try await run("psql", arguments, at: place, input: "SET client_min_messages = error;\n\(sql)\n")
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits for a program to end, and terminates it after the time limit.
    private func end(
        of child: ChildProcess, _ program: String, _ remark: (@Sendable (Duration) -> Void)?
    ) async throws -> ChildExit {
        let began = ContinuousClock.now
        interruption.note(child)
        let exit = await withTaskGroup(of: Void.self) { group in
            group.addTask { [limit] in
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                child.send(.terminate)
                guard (try? await Task.sleep(for: .seconds(10))) != nil else { return }
                child.send(.kill)
            }
            group.addTask {
                var waited: Duration = .zero
                while (try? await Task.sleep(for: Self.remarkInterval)) != nil {
                    waited += Self.remarkInterval
                    remark?(waited)
                }
            }
            defer { group.cancelAll() }
            return await child.exit
        }
        interruption.note(nil)
        if exit == .code(0) { return exit }
        try interruption.check()
        if ContinuousClock.now - began >= limit {
            throw OperatorError("\(program) exceeded the limit of \(limit.seconds) and was ended; see --limit")
        }
        return exit
    }
}
