import Contract
import NIOCore

/// The state of one event stream: the events that wait, and the times of the next ones.
///
/// The first news is written at once; further ones gather for ``Limits/spacing``, so that a busy day costs each stream
/// a few events a second. A topic waits at most once, with its greatest version.
struct EventStream {
    struct Limits: Equatable, Sendable {
        /// The minimum time between two batches of events.
        var spacing: TimeAmount = .milliseconds(200)
        /// The number of topics that may wait for a client that does not read; more become one `resync`.
        var waiting = 8
        /// The time without an event after which a sign of life follows.
        var silence: TimeAmount = .seconds(Int64(EventRules.commentSeconds))
    }

    /// An event to write.
    enum Event: Equatable {
        case ready
        case changed(String, version: Int64)
        case resync
        case alive

        var kind: EventKind {
            switch self {
            case .ready: .ready
            case .changed: .changed
            case .resync: .resync
            case .alive: .alive
            }
        }
    }

    private struct Change {
        var topic: String
        var version: Int64
    }

    private let limits: Limits
    private var waiting: [Change] = []
    private var hasLostHints = false
    private var lastWrite: NIODeadline
    private var lastBatch: NIODeadline?

    /// Opens a stream; ``Event/ready`` is its first event.
    init(limits: Limits = Limits(), at now: NIODeadline) {
        self.limits = limits
        lastWrite = now
    }

    /// Adds the news that a topic changed.
    ///
    /// - Returns: the number of hints that were dropped because too many wait.
    mutating func changed(_ topic: String, version: Int64) -> Int {
        guard !hasLostHints else { return 0 }
        if let index = waiting.firstIndex(where: { $0.topic == topic }) {
            waiting[index].version = max(waiting[index].version, version)
            return 0
        }
        guard waiting.count < limits.waiting else {
            let dropped = waiting.count + 1
            resync()
            return dropped
        }
        waiting.append(Change(topic: topic, version: version))
        return 0
    }

    /// Adds the news that hints may have been missed.
    mutating func resync() {
        waiting.removeAll()
        hasLostHints = true
    }

    /// Drops waiting news of other topics.
    mutating func keep(_ isWatched: (_ topic: String) -> Bool) { waiting.removeAll { !isWatched($0.topic) } }

    /// Takes the events that are due now.
    ///
    /// - Parameter isReading: false while earlier events wait for the client.
    mutating func due(at now: NIODeadline, isReading: Bool) -> [Event] {
        guard isReading else { return [] }
        var events: [Event] = []
        if lastBatch.map({ now >= $0 + limits.spacing }) ?? true {
            events = hasLostHints ? [.resync] : waiting.map { .changed($0.topic, version: $0.version) }
            (waiting, hasLostHints) = ([], false)
        }
        if !events.isEmpty { lastBatch = now }
        if events.isEmpty, now >= lastWrite + limits.silence { events = [.alive] }
        if !events.isEmpty { lastWrite = now }
        return events
    }
}
