import Logging
import NIOPosix
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
            let offer = try TakeoverOffer(path: path, listeners: listeners, logger: logger)
            guard try await offer.isAccepted() else { return }
            logger.notice("replaced", metadata: ["path": .string(path)])
            drain()
            // Nothing else ends this service: the process drains first.
            try? await gracefulShutdown()
        }
    }
}
