import Platform
import ServiceRuntime
import Synchronization

/// What to start, and how.
struct ChildCommand: Sendable {
    var executable: String
    var arguments: [String] = []
    var environment: [String: String] = [:]
    /// The file that it reads as standard input.
    var input = "/dev/null"
    /// Where standard output and standard error are appended to.
    var log: String
    /// The user to become; `nil` for the same.
    var user: SystemUser?
    /// What the kernel sends the child when this process is gone, however that happened.
    var signalOnOrphaning = Signal.terminate
    /// The directory to work in; `nil` for the same.
    var workingDirectory: String?
}

/// The signals by which processes are asked to end.
enum Signal: Sendable {
    /// A service: finish what is in flight. PostgreSQL: wait for every session.
    case terminate
    /// PostgreSQL: end all sessions, then end properly.
    case interrupt
    /// PostgreSQL: end now, recover at the next start.
    case quit
    case kill

    var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .quit: SIGQUIT
        case .kill: SIGKILL
        }
    }

    /// The name without `SIG`.
    var name: String {
        switch self {
        case .terminate: "TERM"
        case .interrupt: "INT"
        case .quit: "QUIT"
        case .kill: "KILL"
        }
    }
}

/// How a child ended.
enum ChildExit: Sendable, Equatable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let signal): "signal \(signal)"
        }
    }
}

/// A process that this one started, in a process group of its own, so that Ctrl-C reaches only us.
///
/// Each has a thread that starts it and then waits for its end. The kernel ties the child's life to that thread
/// (`PR_SET_PDEATHSIG` goes by thread, not by process), which is why the thread may not end before the child.
final class ChildProcess: Sendable {
    private struct State {
        var exit: ChildExit?
        var waiting: [CheckedContinuation<ChildExit, Never>] = []
    }

    let pid: pid_t
    private let state = Mutex(State())

    private init(pid: pid_t) { self.pid = pid }

    /// Starts a process.
    static func start(_ command: ChildCommand) async throws -> ChildProcess {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try OSThread.start(blocksSignals: false) {
                    do {
                        let child = ChildProcess(pid: try spawn(command))
                        continuation.resume(returning: child)
                        child.waitForEnd()
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// How the child ended; waits until then.
    var exit: ChildExit {
        get async {
            await withCheckedContinuation { continuation in
                let ended = state.withLock { state -> ChildExit? in
                    if state.exit == nil { state.waiting.append(continuation) }
                    return state.exit
                }
                if let ended { continuation.resume(returning: ended) }
            }
        }
    }

    /// How the child ended; `nil` while it runs.
    var exitIfEnded: ChildExit? { state.withLock { $0.exit } }

    /// Sends a signal, unless the child has ended: its number may then be another process's.
    func send(_ signal: Signal) {
        state.withLock { state in
            if state.exit == nil { _ = kill(pid, signal.number) }
        }
    }

    private func waitForEnd() {
        // Waits without reaping, so that the number stays the child's until nobody signals it any more.
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let waiting = state.withLock { state in
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            state.exit = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let exit = exitIfEnded else { return }
        for continuation in waiting { continuation.resume(returning: exit) }
    }

    // MARK: Starting

    private static func spawn(_ command: ChildCommand) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, command.input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, command.log, O_WRONLY | O_CREAT | O_APPEND, Files.secretMode)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var every = sigset_t()
        var none = sigset_t()
        sigfillset(&every)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let program = try tetherProgram()
        let words = [program] + tether(command) + [command.executable] + command.arguments
        let variables = command.environment.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        let failure = withCStrings(words) { words in
            withCStrings(variables) { variables in
                posix_spawn(&pid, program, &actions, &attributes, words, variables)
            }
        }
        guard failure == 0 else {
            throw OperatorError("cannot start \(command.executable): \(String(cString: strerror(failure)))")
        }
        return pid
    }

    private static func tetherProgram() throws -> String {
        guard let program = ["/usr/bin/setpriv", "/bin/setpriv"].first(where: Files.isExecutable) else {
            throw OperatorError("the program setpriv is missing: apt-get install util-linux")
        }
        return program
    }

    /// What ties a command's life to ours and lets it run as another user.
    ///
    /// The program before the command replaces itself by it, so that the process number stays.
    private static func tether(_ command: ChildCommand) -> [String] {
        var words = ["--pdeathsig", command.signalOnOrphaning.name]
        if let user = command.user {
            words += ["--reuid", "\(user.id)", "--regid", "\(user.group)", "--clear-groups"]
        }
        return words + ["--"] + (command.workingDirectory.map { ["/usr/bin/env", "-C", $0] } ?? [])
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
