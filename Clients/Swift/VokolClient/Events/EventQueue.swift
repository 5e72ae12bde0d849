import Contract

/// Events that wait to be read: the newest change of each topic, or one event for all of them.
///
/// It never holds more than one event for each topic that a stream may have.
struct EventQueue {
    private enum Start { case ready, resync }

    private var start: Start?
    private var changes: [(topic: String, version: Int64)] = []

    mutating func append(_ event: StreamEvent) {
        switch event {
        case .ready: (start, changes) = (.ready, [])
        case .resync: (start, changes) = (start ?? .resync, [])
        case .changed(let topic, let version):
            changes.removeAll { $0.topic == topic }
            guard changes.count < EventRules.maximumTopics else { return append(.resync) }
            changes.append((topic, version))
        }
    }

    mutating func popFirst() -> StreamEvent? {
        if let start {
            self.start = nil
            return start == .ready ? .ready : .resync
        }
        guard !changes.isEmpty else { return nil }
        let (topic, version) = changes.removeFirst()
        return .changed(topic: topic, version: version)
    }
}
