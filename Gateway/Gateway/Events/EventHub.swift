import Contract

/// A stream, as the hub sees it.
protocol EventListener: AnyObject {
    /// Receives the news that a topic changed, or everything if the topic is `nil`.
    func changed(_ topic: String?)
}

/// The event streams of one event loop, by what they watch.
///
/// To be used on that loop only.
final class EventHub {
    /// A watched topic.
    struct WatchedTopic: Hashable, Sendable {
        var topic: String
        /// The account whose changes are watched; `nil` for all changes of the topic.
        var subject: String?
    }

    /// News for streams.
    enum News: Sendable {
        case hints([Hint])
        /// Hints may have been missed.
        case everything
    }

    private var listeners: [WatchedTopic: [ObjectIdentifier: any EventListener]] = [:]
    private var all: [ObjectIdentifier: any EventListener] = [:]

    /// The number of streams.
    var count: Int { all.count }

    func add(_ listener: any EventListener, watching topics: [WatchedTopic]) {
        let id = ObjectIdentifier(listener)
        all[id] = listener
        for topic in topics { listeners[topic, default: [:]][id] = listener }
    }

    func remove(_ listener: any EventListener, watching topics: [WatchedTopic]) {
        let id = ObjectIdentifier(listener)
        all[id] = nil
        for topic in topics {
            listeners[topic]?[id] = nil
            if listeners[topic]?.isEmpty == true { listeners[topic] = nil }
        }
    }

    func deliver(_ news: News) {
        guard !all.isEmpty else { return }
        switch news {
        case .everything:
            for listener in all.values { listener.changed(nil) }
        case .hints(let hints):
            for hint in Set(hints) { deliver(hint) }
        }
    }

    private func deliver(_ hint: Hint) {
        for listener in (listeners[WatchedTopic(topic: hint.topic)] ?? [:]).values { listener.changed(hint.topic) }
        guard let subject = hint.subject else { return }
        for listener in (listeners[WatchedTopic(topic: hint.topic, subject: subject)] ?? [:]).values {
            listener.changed(hint.topic)
        }
    }
}
