import Logging
import ServiceLifecycle
import Values

/// Logs once that all services of a process have started, with their ports.
struct Announcement: Service {
    let boot: Bootstrap
    let started: ContinuousClock.Instant

    func run() async throws {
        var metadata: Logger.Metadata = [:]
        for (purpose, port) in boot.listeners.ports { metadata["port.\(purpose)"] = .stringConvertible(port) }
        metadata["startMs"] = .stringConvertible(Int64((ContinuousClock.now - started).wholeMilliseconds))
        boot.logger.notice("started", metadata: metadata)
        try? await gracefulShutdown()
    }
}
