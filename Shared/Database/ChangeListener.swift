import Contract
public import Logging
public import Postgres
import Resilience
public import ServiceLifecycle
public import ServiceRuntime
import Synchronization

/// Receives the changes that all replicas of a service announce, and passes them on as hints.
///
/// It needs a connection of the pool for itself (`listeners` of ``ServiceDatabase``).
public struct ChangeListener<Change: AnnouncedChange>: Service {
    let client: PostgresClient
    let hints: HintLog
    let logger: Logger
    let heard: @Sendable (Change) -> Void

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - hints: the log that gateways wait at.
    ///   - heard: called with each change before its hint is passed on, on the connection's thread; with `everything`
    ///     if changes may have been missed.
    public init(
        client: PostgresClient, hints: HintLog, logger: Logger, heard: @escaping @Sendable (Change) -> Void
    ) {
        self.client = client
        self.hints = hints
        self.logger = logger
        self.heard = heard
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown { await listen() }
    }

    /// Listens until the task is cancelled; connects again with growing pauses.
    private func listen() async {
        var backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))
        while !Task.isCancelled {
            let hasStarted = Atomic(false)
            do {
                try await client.listen(to: Change.channel) { event in
                    hasStarted.store(true, ordering: .relaxed)
                    receive(event)
                }
            } catch {
                logger.debug("changes are not received", metadata: ["error": .string("\(error)")])
            }
            if hasStarted.load(ordering: .relaxed) { backoff.reset() }
            guard (try? await Task.sleep(for: backoff.failed(random: .random(in: 0...1)))) != nil else { return }
        }
    }

    /// Passes an event on; called on the connection's thread.
    package func receive(_ event: ChannelEvent) {
        let announced: (version: Int64, change: Change)? =
            switch event {
            // Changes before it were missed.
            case .started: nil
            case .notified(let text): Self.read(text)
            }
        // First, because a client that gets the hint asks this replica at once.
        heard(announced?.change ?? .everything)
        if let hint = announced.flatMap({ $0.change.hint(version: $0.version) }) {
            hints.append(hint)
        } else {
            hints.reset()
        }
    }

    /// Reads an announcement; returns `nil` for one without a version, of another release.
    private static func read(_ text: String) -> (Int64, Change)? {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let version = Int64(parts[0]), version > 0 else { return nil }
        return (version, Change(payload: String(parts[1])))
    }
}
