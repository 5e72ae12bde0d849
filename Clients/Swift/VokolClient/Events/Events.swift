import Contract
import Resilience
import Values

/// A hint that data changed.
public enum ServerEvent: Hashable, Sendable {
    /// The data of one topic changed: load it again.
    case changed(topic: String)
    /// The stream is new, or events were lost: load the data of all topics.
    case resync
}

/// The events of some topics; opens a stream again whenever it ends.
///
/// The sequence ends by an error only: ``Problem`` if the server refuses the topics, or `CancellationError`.
public struct Events: AsyncSequence, Sendable {
    public typealias Element = ServerEvent

    let clock: ClientClock
    let open: @Sendable () async throws -> any EventSubscription

    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The longest pause before data is loaded again after a loss, which all clients of a server notice at once.
        private static let spread = Duration.seconds(2)

        let clock: ClientClock
        let open: @Sendable () async throws -> any EventSubscription
        private var stream: (any EventSubscription)?
        /// The newest version of each topic; the topics of a stream are limited.
        private var versions: [String: Int64] = [:]
        private var backoff = Backoff(
            first: .milliseconds(EventRules.retryMilliseconds), longest: .seconds(60))

        init(clock: ClientClock, open: @escaping @Sendable () async throws -> any EventSubscription) {
            (self.clock, self.open) = (clock, open)
        }

        public mutating func next() async throws -> ServerEvent? {
            while true {
                var pause = Duration.zero
                do {
                    if let event = try await streamEvent() {
                        guard let event = try await newer(event) else { continue }
                        return event
                    }
                } catch is TransportFailure {
                    // The next stream begins with a resync.
                } catch let problem as Problem where problem.isRetryable {
                    pause = problem.retryAfter ?? .zero
                }
                stream = nil
                try Task.checkCancellation()
                try await clock.sleep(pause + backoff.failed(random: clock.random()))
            }
        }

        private mutating func streamEvent() async throws -> StreamEvent? {
            let stream: any EventSubscription
            if let present = self.stream { stream = present } else { stream = try await open() }
            self.stream = stream
            return try await stream.next()
        }

        /// Returns what an event means for the reader; `nil` if it brings nothing new.
        private mutating func newer(_ event: StreamEvent) async throws -> ServerEvent? {
            switch event {
            case .changed(let topic, let version):
                guard version > versions[topic] ?? .min else { return nil }
                if versions.count >= EventRules.maximumTopics { versions = [:] }
                versions[topic] = version
                return .changed(topic: topic)
            case .ready: backoff.reset()
            case .resync: try await clock.sleep(Self.spread * clock.random())
            }
            // A restored database counts anew.
            versions = [:]
            return .resync
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(clock: clock, open: open) }
}
