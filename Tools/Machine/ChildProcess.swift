package import Glibc
import Platform
import ServiceRuntime
import Synchronization

/// A child process in a separate process group, so that Ctrl-C reaches only the parent.
///
/// A thread starts the child and waits for its end. The kernel ties the child's life to that thread, because
/// `PR_SET_PDEATHSIG` applies to threads rather than processes, so the thread has to outlive the child.
///
/// swift-subprocess 1.0.2 is no replacement. It cannot set the parent-death signal, so children would still be started
/// through `setpriv`. It runs a child within a closure, so supervision would still need a handle like this one. It adds
/// 14,000 lines and 36 s of CPU time to a release build; this file has 120 lines of code.
package final class ChildProcess: Sendable {
    private struct State {
        var exit: ChildExit?
        var waiting: [CheckedContinuation<ChildExit, Never>] = []
    }

    package let pid: pid_t
    private let state = Mutex(State())

    private init(pid: pid_t) { self.pid = pid }

    /// Starts a child.
    package static func start(_ command: ChildCommand) async throws -> ChildProcess {
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

    /// The child's exit; waits until the child has ended.
    package var exit: ChildExit {
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

    /// The child's exit; `nil` while it is running.
    package var exitIfEnded: ChildExit? { state.withLock { $0.exit } }

    /// Sends a signal if the child is still running; later, its process id may belong to another process.
    package func send(_ signal: Signal) {
        state.withLock { state in
            if state.exit == nil { _ = kill(pid, signal.number) }
        }
    }

    private func waitForEnd() {
        // Waits without reaping, so that the process id stays the child's until the lock prevents further signals.
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
        // A connection inherited by a child would stay open after this process has closed it. Descriptors are closed in
        // the child only, because another thread may be about to start a child that has to inherit one. Those that
        // other threads open meanwhile get the lowest free numbers; closing a free number does nothing.
        let highest = openDescriptors().max() ?? STDERR_FILENO
        for descriptor in STDERR_FILENO + 1...highest + openedMeanwhile {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }

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

    private static func openDescriptors() -> [Int32] {
        Files.names(in: "/proc/self/fd").compactMap { Int32($0) }
    }

    /// The maximum number of descriptors that other threads open while a child is started.
    private static let openedMeanwhile: Int32 = 64

    private static func tetherProgram() throws -> String {
        guard let program = ["/usr/bin/setpriv", "/bin/setpriv"].first(where: Files.isExecutable) else {
            throw OperatorError("the program setpriv is missing: apt-get install util-linux")
        }
        return program
    }

    /// Returns the prefix of the command that ties a child's life to this process and changes its user.
    ///
    /// The prefixed program replaces itself with the command, so the process id stays the same.
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
