import Machine
import Platform

/// The programs in the directory of this one.
enum SiblingProgram {
    /// Replaces this process by a program; returns only by throwing.
    static func run(_ name: String, _ arguments: [String]) throws {
        let program = "\(try Environment.executableDirectory())/\(name)"
        execv(program, ([program] + arguments).map { strdup($0) } + [nil])
        throw OperatorError("cannot start \(program): \(String(cString: strerror(errno)))")
    }
}
