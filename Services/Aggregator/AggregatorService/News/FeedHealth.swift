import Logging
import ServiceRuntime
import Synchronization
import Upstream

/// Tracks which feeds are readable, and logs changes only, since a line for each reading would be too much.
final class FeedHealth: Sendable {
    /// The latest outcome of each feed; bounded by the table of feeds.
    private let outcomes = Mutex<[String: FeedOutcome]>([:])
    private let count: @Sendable (FeedOutcome) -> Void
    private let logger: Logger

    /// Creates a tracker.
    ///
    /// - Parameter count: counts a reading.
    init(logger: Logger, count: @escaping @Sendable (FeedOutcome) -> Void) {
        self.logger = logger
        self.count = count
    }

    /// Reads a feed and records the outcome.
    func recording(
        _ feed: Feed, _ read: () async throws(UpstreamFailure) -> FeedReader.Reading
    ) async throws(UpstreamFailure) -> Loaded<[FeedItem]> {
        do throws(UpstreamFailure) {
            let reading = try await read()
            record(feed, reading.fault == nil ? .whole : .inPart, error: reading.fault.map { "\($0)" })
            return reading.loaded
        } catch {
            switch error {
            // The feed was not queried, or nobody waited for the answer.
            case .cancelled, .localLimit, .suspended: break
            default: record(feed, .failed, error: error.summary)
            }
            throw error
        }
    }

    /// Records the outcome of reading a feed.
    ///
    /// - Parameter error: the reason why the feed could not be read in full.
    func record(_ feed: Feed, _ outcome: FeedOutcome, error: String?) {
        count(outcome)
        let before = outcomes.withLock { $0.updateValue(outcome, forKey: feed.key) }
        guard outcome != before ?? .whole else { return }
        // The query is not logged, since that of some feeds contains a key.
        var metadata: Logger.Metadata = ["publisher": .string(feed.publisher), "path": .string(feed.path)]
        if let error { metadata["error"] = .string(error) }
        switch outcome {
        case .whole: logger.notice("a feed can be read again", metadata: metadata)
        case .inPart: logger.warning("a feed is broken and read in part", metadata: metadata)
        case .failed: logger.warning("a feed cannot be read", metadata: metadata)
        }
    }
}
