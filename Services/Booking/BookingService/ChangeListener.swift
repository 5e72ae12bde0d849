import Contract
import Logging
import Postgres
import Resilience
import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Receives the changes that all replicas announce, and passes them on as hints.
struct ChangeListener: Service {
    let client: PostgresClient
    let cache: SlotCache
    let hints: HintLog
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown { await listen() }
    }

    /// Listens until the task is cancelled; connects again with growing pauses.
    private func listen() async {
        var backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))
        while !Task.isCancelled {
            let hasStarted = Atomic(false)
            do {
                try await client.listen(to: BookingChange.channel) { event in
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
    func receive(_ event: ChannelEvent) {
        let hint: Hint? =
            switch event {
            // Changes before it were missed.
            case .started: nil
            case .notified(let payload): BookingChange(payload: payload).hint
            }
        // First, because a client that gets the hint asks this replica at once.
        cache.checkVersionsAnew()
        if let hint { hints.append(hint) } else { hints.reset() }
    }
}
