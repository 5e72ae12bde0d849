import Platform

/// A program that reads untrusted bytes: it gets little memory and time, and nothing of this process.
///
/// `ChildProcess` of the tools supervises programs that run as long as an instance; this one waits for a short one.
struct LimitedProgram: Sendable {
    /// The limits of a program.
    struct Limits: Sendable {
        /// The address space, in bytes: four times what the largest picture takes.
        var memory = 1 << 30
        var cpuSeconds = 30
        /// The time from start to end, in seconds.
        var seconds: Double = 60
        /// The size of a file that the program writes, in bytes.
        var fileBytes = 256 << 20
    }

    /// The failure of a program.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// The directory of the system's programs; the images' `PATH` lacks it.
    private static let directory = "/usr/bin/"

    var limits = Limits()

    /// Runs a program of the system, and waits for its end.
    ///
    /// - Parameters:
    ///   - output: the file that gets the program's standard output; `nil` to discard it.
    /// - Throws: ``Fault`` if the program is missing, fails, or exceeds a limit.
    func run(_ program: String, _ arguments: [String], output: String? = nil) async throws(Fault) {
        guard access(Self.directory + program, X_OK) == 0 else {
            throw Fault(description: "the program \(program) is missing: apt-get install webp libjpeg-turbo-progs")
        }
        let words =
            ["timeout", "--signal=KILL", "\(limits.seconds)", Self.directory + "prlimit", "--as=\(limits.memory)"]
            + ["--cpu=\(limits.cpuSeconds)", "--fsize=\(limits.fileBytes)", "--nofile=32", "--core=0"]
            + [Self.directory + program] + arguments
        let outcome: Result<Int32, Fault> = await withCheckedContinuation { continuation in
            do throws(SystemError) {
                // Waiting blocks a thread, which must not be one of Swift's.
                try OSThread.start { continuation.resume(returning: Self.waitForEnd(of: words, output: output)) }
            } catch {
                continuation.resume(returning: .failure(Fault(description: "\(error)")))
            }
        }
        let status = try outcome.get()
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
        guard code == 0 else {
            let isLimit = [SIGKILL, SIGXCPU, SIGXFSZ].contains(code - 128)
            throw Fault(description: "\(program) \(isLimit ? "exceeded its limits" : "failed")")
        }
    }

    /// Starts a program and returns its wait status.
    private static func waitForEnd(of words: [String], output: String?) -> Result<Int32, Fault> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (every, none) = (sigset_t(), sigset_t())
        sigfillset(&every)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let pointers = words.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        let environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var pid: pid_t = 0
        let failure = posix_spawn(
            &pid, directory + words[0], &actions, &attributes, pointers + [nil], environment)
        guard failure == 0 else {
            return .failure(Fault(description: "cannot start \(words[0]): \(String(cString: strerror(failure)))"))
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno != EINTR { return .failure(Fault(description: "lost the program \(words[0])")) }
        }
        return .success(status)
    }
}
