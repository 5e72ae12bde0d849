import Glibc

/// A program to start.
package struct ChildCommand: Sendable {
    package var executable: String
    package var arguments: [String]
    package var environment: [String: String]
    /// The file on standard input.
    package var input: String
    /// The file that standard output and standard error are appended to.
    package var log: String
    /// The user to become; `nil` keeps the current one.
    package var user: SystemUser?
    /// The signal that the kernel sends the child when this process ends for any reason.
    package var signalOnOrphaning: Signal
    /// The directory to work in; `nil` keeps the current one.
    package var workingDirectory: String?

    package init(
        executable: String, arguments: [String] = [], environment: [String: String] = [:],
        input: String = "/dev/null", log: String, user: SystemUser? = nil, signalOnOrphaning: Signal = .terminate,
        workingDirectory: String? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.input = input
        self.log = log
        self.user = user
        self.signalOnOrphaning = signalOnOrphaning
        self.workingDirectory = workingDirectory
    }
}

/// The signals that end a process.
package enum Signal: Sendable {
    /// Services finish calls in flight; PostgreSQL waits for every session.
    case terminate
    /// PostgreSQL ends all sessions and shuts down cleanly.
    case interrupt
    /// Services finish calls in flight; PostgreSQL waits for every session.
    case quit
    case kill

    package var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .quit: SIGQUIT
        case .kill: SIGKILL
        }
    }

    /// The name without `SIG`.
    package var name: String {
        switch self {
        case .terminate: "TERM"
        case .interrupt: "INT"
        case .quit: "QUIT"
        case .kill: "KILL"
        }
    }
}

/// The end of a child process.
package enum ChildExit: Sendable, Equatable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    package var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let signal): "signal \(signal)"
        }
    }
}
