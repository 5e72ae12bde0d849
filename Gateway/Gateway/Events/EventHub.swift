import Contract

/// A stream, as the hub sees it.
protocol EventListener: AnyObject {
    /// Receives the news that a topic changed.
    func changed(_ topic: String, version: Int64)
    /// Receives the news that hints may have been missed.
    func resync()
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

    /// The topics that a stream watches, and the services that announce their changes.
    struct Watch: Sendable {
        var topics: [WatchedTopic]
        var services: Set<ServiceName>
    }

    /// News for streams.
    enum News: Sendable {
        case hints([Hint])
        /// Hints of a service may have been missed.
        case resync(ServiceName)
    }

    private typealias Listeners = [ObjectIdentifier: any EventListener]

    private var byTopic: [WatchedTopic: Listeners] = [:]
    private var byService: [ServiceName: Listeners] = [:]

    /// The number of streams.
    private(set) var count = 0

    func add(_ listener: any EventListener, watching watch: Watch) {
        let id = ObjectIdentifier(listener)
        for topic in watch.topics { byTopic[topic, default: [:]][id] = listener }
        for service in watch.services { byService[service, default: [:]][id] = listener }
        count += 1
    }

    func remove(_ listener: any EventListener, watching watch: Watch) {
        let id = ObjectIdentifier(listener)
        for topic in watch.topics {
            byTopic[topic]?[id] = nil
            if byTopic[topic]?.isEmpty == true { byTopic[topic] = nil }
        }
        for service in watch.services { byService[service]?[id] = nil }
        count -= 1
    }

    func deliver(_ news: News) {
        switch news {
        case .resync(let service):
            for listener in (byService[service] ?? [:]).values { listener.resync() }
        case .hints(let hints):
            guard !byTopic.isEmpty else { return }
            // The last hint of a topic covers the others.
            var last: [WatchedTopic: Int] = [:]
            for (index, hint) in hints.enumerated() {
                last[WatchedTopic(topic: hint.topic, subject: hint.subject)] = index
            }
            for index in last.values.sorted() { deliver(hints[index]) }
        }
    }

    private func deliver(_ hint: Hint) {
        tell(WatchedTopic(topic: hint.topic), hint)
        if let subject = hint.subject { tell(WatchedTopic(topic: hint.topic, subject: subject), hint) }
    }

    private func tell(_ topic: WatchedTopic, _ hint: Hint) {
        for listener in (byTopic[topic] ?? [:]).values { listener.changed(hint.topic, version: hint.version) }
    }
}
