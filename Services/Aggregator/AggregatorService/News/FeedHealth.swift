import Logging
import ServiceRuntime
import Synchronization
import Upstream

/// How a feed was read.
enum FeedOutcome: String, CaseIterable {
    case whole
    /// To where it is cut off or broken.
    case inPart = "in-part"
    case failed
}

/// Knows which feeds can be read, and logs when that changes: a line for each reading would be too many.
final class FeedWatch: Sendable {
    /// By feed: no more than the table has, and the BBC's few.
    private let outcomes = Mutex<[String: FeedOutcome]>([:])
    private let count: @Sendable (FeedOutcome) -> Void
    private let logger: Logger

    /// - Parameter count: counts a reading.
    init(logger: Logger, count: @escaping @Sendable (FeedOutcome) -> Void) {
        self.logger = logger
        self.count = count
    }

    /// What reading a feed gives, after a note of how it went.
    func noting(
        _ feed: Feed, _ read: () async throws(UpstreamFailure) -> FeedReader.Reading
    ) async throws(UpstreamFailure) -> Loaded<[FeedItem]> {
        do throws(UpstreamFailure) {
            let reading = try await read()
            note(feed, reading.fault == nil ? .whole : .inPart, error: reading.fault.map { "\($0)" })
            return reading.loaded
        } catch {
            switch error {
            // Nobody was asked, or nobody waited for the answer.
            case .cancelled, .crowded, .notAsked: break
            default: note(feed, .failed, error: error.summary)
            }
            throw error
        }
    }

    /// Takes down how a feed was read.
    /// - Parameter error: why it could not be read, or not to its end.
    func note(_ feed: Feed, _ outcome: FeedOutcome, error: String?) {
        count(outcome)
        let before = outcomes.withLock { $0.updateValue(outcome, forKey: feed.key) }
        guard outcome != before ?? .whole else { return }
        // Not the query: there are feeds with a key in it.
        var metadata: Logger.Metadata = ["publisher": .string(feed.publisher), "path": .string(feed.path)]
        if let error { metadata["error"] = .string(error) }
        switch outcome {
        case .whole: logger.notice("a feed can be read again", metadata: metadata)
        case .inPart: logger.warning("a feed is broken and read in part", metadata: metadata)
        case .failed: logger.warning("a feed cannot be read", metadata: metadata)
        }
    }
}
