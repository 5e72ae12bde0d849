import Contract
import Synchronization

/// The limits on open event streams, over all connections and event loops.
final class StreamLimits: Sendable {
    /// A stream's place within the limits.
    struct Place: Sendable {
        /// The user or the address that the stream counts against.
        fileprivate(set) var key: LimitKey
        fileprivate var isUser: Bool
    }

    struct Maxima: Equatable, Sendable {
        /// All streams: fewer than the connections, because each stream occupies one.
        var total = 4_096
        /// Streams per user: the windows of a browser share one, so these are four devices.
        var user = EventRules.streamsOfAccount
        /// Streams without a token per address: many people of a campus or a mobile operator share one address.
        var address = 256
    }

    private let maxima: Maxima
    private let users: InFlightLimiter
    private let addresses: InFlightLimiter
    private let total = Atomic<Int>(0)

    init(_ maxima: Maxima = Maxima()) {
        self.maxima = maxima
        // Twice as many slots as streams, so that a full table never refuses before the limit does.
        users = InFlightLimiter(capacity: 2 * maxima.total, maximum: maxima.user)
        addresses = InFlightLimiter(capacity: 2 * maxima.total, maximum: maxima.address)
    }

    /// Counts a new stream; returns its place, or the limit that it would exceed.
    ///
    /// - Parameter user: the signed-in user; `nil` counts the stream to the address.
    func begin(user: LimitKey?, address: LimitKey) -> Result<Place, EventMetrics.Refusal> {
        guard total.wrappingAdd(1, ordering: .relaxed).newValue <= maxima.total else {
            total.wrappingSubtract(1, ordering: .relaxed)
            return .failure(.total)
        }
        let place = Place(key: user ?? address, isUser: user != nil)
        guard limiter(of: place).begin(place.key) else {
            total.wrappingSubtract(1, ordering: .relaxed)
            return .failure(place.isUser ? .user : .address)
        }
        return .success(place)
    }

    /// Counts the end of a stream.
    func end(_ place: Place) {
        limiter(of: place).end(place.key)
        total.wrappingSubtract(1, ordering: .relaxed)
    }

    /// The number of open streams.
    var count: Int { total.load(ordering: .relaxed) }

    private func limiter(of place: Place) -> InFlightLimiter { place.isUser ? users : addresses }
}

extension EventMetrics.Refusal: Error {}
