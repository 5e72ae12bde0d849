import Glibc

/// A program to start.
package struct ChildCommand: Sendable {
    package var executable: String
    package var arguments: [String]
    package var environment: [String: String]
    /// The file used as standard input.
    package var input: String
    /// The file to which standard output and standard error are appended.
    package var log: String
    /// The user to run as; `nil` for the current user.
    package var user: SystemUser?
    /// The signal that the kernel sends to the child when this process ends, for any reason.
    package var signalOnOrphaning: Signal
    /// The working directory; `nil` for the current directory.
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

/// A signal that ends a process.
package enum Signal: Sendable {
    /// SIGTERM: services finish the calls in flight; PostgreSQL waits for all sessions to end.
    case terminate
    /// SIGINT: PostgreSQL ends all sessions and shuts down cleanly.
    case interrupt
    /// SIGQUIT: PostgreSQL ends at once without shutting down cleanly, and recovers at its next start.
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

    /// The signal's name without `SIG`.
    package var name: String {
        switch self {
        case .terminate: "TERM"
        case .interrupt: "INT"
        case .quit: "QUIT"
        case .kill: "KILL"
        }
    }
}

/// The way in which a child process ended.
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
