import Logging
import NIOPosix
import Platform
import ServiceLifecycle

/// Takes over from a running process, and afterwards offers this process's own sockets to a successor.
///
/// The predecessor goes on accepting until this process is ready, so a start that fails changes nothing. From then on
/// all new connections reach this process, and the predecessor drains as on SIGTERM.
struct Takeover: Service {
    let path: String
    /// The process to replace, if there is one.
    let predecessor: Predecessor?
    let listeners: Listeners
    /// Returns the reasons why this process does not accept calls yet; empty once it does.
    let faults: @Sendable () -> [String]
    let logger: Logger
    /// Drains this process and ends it.
    let drain: @Sendable () -> Void
    /// The time in which this process has to become ready: less than a predecessor waits.
    var readyTime: Duration = .seconds(100)

    func run() async throws {
        try await cancelWhenGracefulShutdown { [self] in
            if let predecessor {
                // False if the process ends before it was ready.
                guard try await becomesReady() else { return }
                try await NIOThreadPool.singleton.runIfActive { try predecessor.replace() }
                logger.notice("took over", metadata: ["path": .string(path)])
            }
            if let offer = try offer() {
                guard try await offer.isAccepted() else { return }
                logger.notice("replaced", metadata: ["path": .string(path)])
                drain()
            }
            // Nothing else ends this service: the process drains first.
            try? await gracefulShutdown()
        }
    }

    /// Waits until this process accepts calls; returns false if the task is cancelled before.
    ///
    /// - Throws: ``SystemError`` if that takes too long. The predecessor then goes on.
    private func becomesReady() async throws -> Bool {
        let end = ContinuousClock.now + readyTime
        while listeners.hasInherited || !faults().isEmpty {
            guard ContinuousClock.now < end else {
                let faults = faults().joined(separator: "; ")
                throw SystemError(
                    "did not take over, since this process is not ready: "
                        + (faults.isEmpty ? "it does not use all sockets of the running one" : faults),
                    code: ETIMEDOUT)
            }
            guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return false }
        }
        return true
    }

    /// Offers the sockets to a successor; returns `nil` if that is impossible after a takeover.
    private func offer() throws(SystemError) -> TakeoverOffer? {
        do throws(SystemError) {
            return try TakeoverOffer(path: path, listeners: listeners, logger: logger)
        } catch {
            guard predecessor != nil else { throw error }
            // The predecessor drains already: if this process ended as well, none would serve.
            logger.error(
                "cannot be replaced", metadata: ["path": .string(path), "cause": .string(error.description)])
            return nil
        }
    }
}
