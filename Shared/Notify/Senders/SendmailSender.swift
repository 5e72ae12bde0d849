import Contracts
import NIOPosix
import Platform

/// Hands mail to a program that speaks as `sendmail` does: `PROGRAM -i -f SENDER -- RECIPIENT`, the mail on its input.
public struct SendmailSender: MessageSender {
    private let program: String
    private let from: MailAddress

    /// A sender that runs `program`, such as `/usr/sbin/sendmail`.
    /// - Throws: ``SenderFault`` if there is no such program or `from` is no address.
    public init(program: String, from: MailAddress) throws(SenderFault) {
        guard program.hasPrefix("/"), access(program, X_OK) == 0 else {
            throw SenderFault("\(program) is no program that can be run")
        }
        guard from.isSafe else { throw SenderFault("the sender's address is no e-mail address") }
        self.program = program
        self.from = from
    }

    public func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        let mail = try MailText(delivery, from: from)
        let arguments = [program, "-i", "-f", from.address, "--", delivery.message.recipient]
        let program = program
        let limit = delivery.limit
        do {
            try await NIOThreadPool.singleton.runIfActive {
                try ChildProgram.run(program, arguments, input: mail.bytes, limit: limit)
            }
        } catch {
            throw error as? DeliveryFailure ?? DeliveryFailure(.transient, "sendmail: cancelled")
        }
    }
}

/// Runs a program with bytes on its input and waits for its end.
private enum ChildProgram {
    static func run(
        _ path: String, _ arguments: [String], input: [UInt8], limit: Duration
    ) throws(DeliveryFailure) {
        // A socket, because writing to one whose reader has gone can be told not to raise a signal.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, streamType, 0, &ends) == 0 else { throw failure("no socket") }
        let (ours, theirs) = (ends[0], ends[1])
        var child = pid_t(0)
        let status = spawn(path, arguments, input: theirs, child: &child)
        close(theirs)
        guard status == 0 else {
            close(ours)
            throw failure("cannot be run: error \(status)")
        }
        let end = ContinuousClock.now + limit
        let isWritten = write(input, to: ours, until: end)
        close(ours)
        guard let code = wait(for: child, until: end) else { throw failure("did not end in time") }
        switch code {
        case 0 where isWritten: return
        // sysexits.h: no such user or host, refused data.
        case 65, 67, 68: throw DeliveryFailure(.permanent, "sendmail ended with \(code)")
        default: throw failure("ended with \(code)")
        }
    }

    private static func failure(_ what: String) -> DeliveryFailure { DeliveryFailure(.transient, "sendmail \(what)") }

    private static func spawn(_ path: String, _ arguments: [String], input: Int32, child: inout pid_t) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var texts = arguments.map { strdup($0) } + [nil]
        // None of our environment: it holds secrets.
        var environment = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
        defer { for text in texts + environment { free(text) } }
        return posix_spawn(&child, path, &actions, nil, &texts, &environment)
    }

    private static func write(_ input: [UInt8], to socket: Int32, until end: ContinuousClock.Instant) -> Bool {
        var rest = input[...]
        while !rest.isEmpty {
            var ready = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            let wait = (end - ContinuousClock.now).wholeMilliseconds
            guard wait > 0, poll(&ready, 1, Int32(clamping: wait)) != 0 else { return false }
            let count = rest.withUnsafeBytes {
                systemSend(socket, $0.baseAddress, $0.count, quietly)
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The program's exit code; -1 if a signal ended it; `nil` if it had to be ended.
    private static func wait(for child: pid_t, until end: ContinuousClock.Instant) -> Int32? {
        var status: Int32 = 0
        while true {
            let result = waitpid(child, &status, WNOHANG)
            if result == child { return status & 0x7F == 0 ? status >> 8 & 0xFF : -1 }
            if result < 0, errno != EINTR { return -1 }
            if ContinuousClock.now >= end {
                kill(child, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                return nil
            }
            // There is no wait with a limit; a few milliseconds are nothing to a mail.
            usleep(5_000)
        }
    }
}

#if canImport(Glibc)
    private let streamType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private let quietly = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    private let systemSend = Glibc.send
#elseif canImport(Musl)
    private let streamType = SOCK_STREAM | SOCK_CLOEXEC
    private let quietly = MSG_NOSIGNAL | MSG_DONTWAIT
    private let systemSend = Musl.send
#elseif canImport(Darwin)
    private let streamType = SOCK_STREAM
    private let quietly = MSG_NOSIGNAL | MSG_DONTWAIT
    private let systemSend = Darwin.send
#endif
