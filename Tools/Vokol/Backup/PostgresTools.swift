import Platform

/// How PostgreSQL's programs reach one database.
struct DatabaseAccess: Sendable {
    /// libpq's variables: `PGHOST`, `PGDATABASE`, `PGPASSWORD` and others.
    var variables: [String: String]
    /// As whom the programs run, where the server believes the system; `nil` for the same user.
    var user: SystemUser?

    /// The database's name.
    var name: String { variables["PGDATABASE"] ?? variables["PGUSER"] ?? "" }

    /// The same server and role, and another database.
    func to(_ database: String) -> DatabaseAccess {
        var other = self
        other.variables["PGDATABASE"] = database
        return other
    }
}

/// Runs PostgreSQL's programs to their end, each for a limited time, without a password on a command line.
struct PostgresTools: Sendable {
    let programs: PostgresPrograms
    /// How long one of them may take.
    let limit: Duration
    /// What may end them sooner.
    let interruption: Interruption
    /// How often something is said of one that takes long.
    static let remarkInterval: Duration = .seconds(10)

    /// Runs one program.
    /// - Parameters:
    ///   - input: what it reads from standard input.
    ///   - remark: what to say now and then while it runs.
    /// - Returns: what it wrote.
    /// - Throws: ``OperatorError`` with its last words.
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
        // What this process's environment says of a PostgreSQL is of another one.
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
                "\(program) failed at the database \(place.name) (\(exit)): \(LogFile(path: log).lastWords())")
        }
        return String(decoding: try Files.read(log) ?? [], as: UTF8.self)
    }

    /// Runs SQL by `psql`, which stops at the first error.
    /// - Parameter values: for `:'name'` and `:"name"` in the text; nothing secret.
    /// - Returns: the rows, their values separated by `|`.
    @discardableResult
    func query(_ sql: String, _ values: [String: String] = [:], at place: DatabaseAccess) async throws -> [String] {
        var arguments = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--no-password"]
        arguments += ["--set", "ON_ERROR_STOP=1"]
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { arguments += ["--set", "\(name)=\(value)"] }
        let text = try await run("psql", arguments, at: place, input: "SET client_min_messages = error;\n\(sql)\n")
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits for the end of a program, and ends it when it takes too long.
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
            throw OperatorError("\(program) took longer than \(limit.seconds) and was ended; see --limit")
        }
        return exit
    }
}
