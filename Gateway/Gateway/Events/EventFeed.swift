import Contract
import Logging
import Resilience
import ServiceLifecycle

/// Follows the hints of the services, and passes them to the event loops.
///
/// One call waits at each service; it goes to the same replica as long as that is up, since each replica hears of all
/// changes. After a failure the replica's log of hints covers the gap; another replica, which counts its own, reports
/// that hints may have been missed.
struct EventFeed: Service {
    /// A service whose hints are followed.
    struct Source: Sendable {
        var service: ServiceName
        /// Waits for the hints after a position; `hasFailed` tells that the previous wait failed.
        var fetch: @Sendable (_ position: HintPosition, _ hasFailed: Bool) async throws -> HintPage
    }

    struct Times: Sendable {
        /// The pause between two answers, in which hints gather.
        var spacing: Duration = .milliseconds(50)
        /// The pause after a failure, which doubles up to the longest one.
        var firstRetry: Duration = .milliseconds(100)
        var longestRetry: Duration = .seconds(1)
        /// The number of failures in a row after which a warning is logged.
        var patience = 10
    }

    let sources: [Source]
    var times = Times()
    let logger: Logger
    /// Passes news to all event loops.
    let deliver: @Sendable (EventHub.News) -> Void
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { tasks in
                for source in sources { tasks.addTask { await follow(source) } }
            }
        }
    }

    /// Follows one service until the task is cancelled.
    func follow(_ source: Source) async {
        var position = HintPosition()
        var backoff = Backoff(first: times.firstRetry, longest: times.longestRetry)
        var failures = 0
        while !Task.isCancelled {
            var pause = times.spacing
            do {
                let page = try await source.fetch(position, failures > 0)
                position = page.position
                if page.isIncomplete { deliver(.resync(source.service)) }
                if !page.items.isEmpty { deliver(.hints(page.items)) }
                backoff.reset()
                failures = 0
            } catch {
                if Task.isCancelled { return }
                failures += 1
                if failures == times.patience { report(error, of: source) }
                pause = backoff.failed(random: .random(in: 0...1))
            }
            guard (try? await sleep(pause)) != nil else { return }
        }
    }

    private func report(_ error: any Error, of source: Source) {
        logger.warning(
            "events of a service are not received",
            metadata: ["of": .string(source.service.rawValue), "cause": .string("\(error)")])
    }
}
