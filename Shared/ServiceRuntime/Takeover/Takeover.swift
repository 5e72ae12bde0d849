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

    func run() async throws {
        try await cancelWhenGracefulShutdown { [self] in
            if let predecessor {
                while listeners.hasInherited || !faults().isEmpty {
                    // Ends with the process, before it was ready.
                    guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return }
                }
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
