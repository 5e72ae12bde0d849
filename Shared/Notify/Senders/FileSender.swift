import NIOPosix
import Platform

/// Appends messages to a file instead of sending them, one line of JSON per message, for tests and demonstrations.
///
/// Only its owner can read the file. Several processes may append to it; lines are never interleaved.
public struct FileSender: MessageSender {
    private let path: String

    public init(path: String) { self.path = path }

    public func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        let line = Array((delivery.message.line + "\n").utf8)
        let path = path
        do {
            try await NIOThreadPool.singleton.runIfActive { try Self.append(line, to: path) }
        } catch {
            throw error as? DeliveryFailure ?? DeliveryFailure(.transient, "outbox file: cancelled")
        }
    }

    private static func append(_ line: [UInt8], to path: String) throws(DeliveryFailure) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be opened") }
        defer { close(descriptor) }
        // The lock keeps lines whole, because the system may write one in several pieces; closing the file releases it.
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("cannot be locked") }
        }
        let end = lseek(descriptor, 0, SEEK_END)
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = failure("cannot be written")
                // Removes the partial line that a full disk leaves behind.
                if end >= 0 { _ = ftruncate(descriptor, end) }
                throw failure
            }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(_ what: String) -> DeliveryFailure {
        DeliveryFailure(.transient, "outbox file \(what): error \(errno)")
    }
}
