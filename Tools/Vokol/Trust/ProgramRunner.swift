import Machine

/// Runs a program, given with its arguments, and returns its end and its output.
typealias ProgramRunner = @Sendable (_ words: [String]) async throws -> ProgramOutput

struct ProgramOutput {
    var exit: ChildExit
    var text: String

    /// The last line, which names the cause of a failure.
    var lastLine: String { text.split(separator: "\n").last.map(String.init) ?? "\(exit)" }
}

extension ProgramOutput {
    /// Runs a program of this machine without input; it ends with this process.
    static func run(_ words: [String]) async throws -> ProgramOutput {
        guard let program = words.first else { throw OperatorError("no program is given") }
        let scratch = try Files.makeTemporaryDirectory()
        defer { Files.removeDirectory(scratch) }
        let log = "\(scratch)/output"
        var environment = Environment.variables()
        environment["LC_ALL"] = "C.UTF-8"
        let child = try await ChildProcess.start(
            ChildCommand(
                executable: program, arguments: Array(words.dropFirst()), environment: environment, log: log))
        let exit = await child.exit
        return ProgramOutput(exit: exit, text: String(decoding: try Files.read(log) ?? [], as: UTF8.self))
    }
}
