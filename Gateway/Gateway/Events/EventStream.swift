import Contract
import NIOCore

/// The state of one event stream: the events that wait, and the times of the next ones.
///
/// The first news is written at once; further ones gather for ``spacing``, so that a busy day costs each stream a few
/// events a second. A topic waits at most once.
struct EventStream {
    struct Limits: Equatable, Sendable {
        /// The least time between two batches of events.
        var spacing: TimeAmount = .milliseconds(200)
        /// The number of topics that may wait for a client that does not read; more become one `everything`.
        var waiting = 8
        var comment: TimeAmount = .seconds(Int64(EventRules.commentSeconds))
    }

    /// An event to write.
    enum Event: Equatable {
        case ready
        case changed(String)
        case everything
        case comment

        var kind: EventKind? {
            switch self {
            case .ready: .ready
            case .changed: .changed
            case .everything: .everything
            case .comment: nil
            }
        }
    }

    private let limits: Limits
    private var topics: [String] = []
    private var hasLostTopics = false
    private var nextID: UInt64 = 0
    private var lastWrite: NIODeadline
    private var lastBatch: NIODeadline?

    /// Opens a stream; ``ready`` is its first event.
    init(limits: Limits = Limits(), at now: NIODeadline) {
        self.limits = limits
        lastWrite = now
    }

    /// Adds the news that a topic changed, or everything if it is `nil`.
    ///
    /// - Returns: the number of hints that were dropped because too many wait.
    mutating func changed(_ topic: String?) -> Int {
        guard let topic else {
            topics.removeAll()
            hasLostTopics = true
            return 0
        }
        guard !hasLostTopics, !topics.contains(topic) else { return 0 }
        guard topics.count < limits.waiting else {
            defer { topics.removeAll() }
            hasLostTopics = true
            return topics.count + 1
        }
        topics.append(topic)
        return 0
    }

    /// Takes the events that are due now.
    ///
    /// - Parameter isReading: false while earlier events wait for the client.
    mutating func due(at now: NIODeadline, isReading: Bool) -> [Event] {
        guard isReading else { return [] }
        var events: [Event] = []
        if lastBatch.map({ now >= $0 + limits.spacing }) ?? true {
            events = hasLostTopics ? [.everything] : topics.map { .changed($0) }
            (topics, hasLostTopics) = ([], false)
        }
        if !events.isEmpty { lastBatch = now }
        if events.isEmpty, now >= lastWrite + limits.comment { events = [.comment] }
        if !events.isEmpty { lastWrite = now }
        return events
    }

    /// Writes an event in the form of server-sent events.
    mutating func write(_ event: Event, into out: inout ByteBuffer) {
        guard let kind = event.kind else {
            out.writeStaticString(":\n\n")
            return
        }
        if event == .ready {
            out.writeStaticString("retry: ")
            out.writeString(String(EventRules.retryMilliseconds))
            out.writeStaticString("\n")
        }
        out.writeStaticString("id: ")
        out.writeString(String(nextID))
        nextID += 1
        out.writeStaticString("\nevent: ")
        out.writeString(kind.rawValue)
        out.writeStaticString("\ndata: {")
        if case .changed(let topic) = event {
            // Topics come from the contract and hold no character that JSON escapes.
            out.writeStaticString("\"topic\":\"")
            out.writeString(topic)
            out.writeStaticString("\"")
        }
        out.writeStaticString("}\n\n")
    }
}
