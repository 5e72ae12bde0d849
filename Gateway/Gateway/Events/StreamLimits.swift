import Contract
import Synchronization

/// The limits on open event streams, over all connections and event loops.
final class StreamLimits: Sendable {
    /// A stream's place within the limits.
    struct Place: Sendable {
        /// The user or the address that the stream counts against.
        let key: LimitKey
        /// The network around the address; `nil` for a user's stream.
        fileprivate let network: LimitKey?
    }

    struct Maxima: Equatable, Sendable {
        /// All streams: fewer than the connections, because each stream occupies one.
        var total = 4_096
        /// Streams per user: the windows of a browser share one, so these are four devices.
        var user = EventRules.streamsOfAccount
        /// Streams without a token per address: many people of a campus or a mobile operator share one address.
        var address = 256

        /// Streams without a token per network.
        var network: Int { address * AddressKeys.networkShare }
        /// All streams without a token; the rest of the total is kept for users.
        var anonymous: Int { total / 2 }
    }

    private let maxima: Maxima
    private let users: InFlightLimiter
    private let addresses: InFlightLimiter
    private let networks: InFlightLimiter
    private let total = Atomic<Int>(0)
    private let anonymous = Atomic<Int>(0)

    init(_ maxima: Maxima = Maxima()) {
        self.maxima = maxima
        // A table that is full at the place of a key refuses before the limit does; this large, none is.
        let capacity = 4 * maxima.total
        users = InFlightLimiter(capacity: capacity, maximum: maxima.user)
        addresses = InFlightLimiter(capacity: capacity, maximum: maxima.address)
        networks = InFlightLimiter(capacity: capacity, maximum: maxima.network)
    }

    /// Counts a new stream; returns its place, or the limit that it would exceed.
    ///
    /// - Parameters:
    ///   - user: the signed-in user; `nil` counts the stream to the address and its network.
    ///   - client: the keys of the client's address.
    func begin(user: LimitKey?, client: AddressKeys) -> Result<Place, EventMetrics.Refusal> {
        let place = Place(key: user ?? client.narrow, network: user == nil ? client.wide : nil)
        guard Self.add(to: total, within: maxima.total) else { return .failure(.total) }
        do throws(EventMetrics.Refusal) {
            if let network = place.network {
                try beginAnonymous(place.key, network)
            } else if !users.begin(place.key) {
                throw .user
            }
            return .success(place)
        } catch {
            total.wrappingSubtract(1, ordering: .relaxed)
            return .failure(error)
        }
    }

    private func beginAnonymous(_ address: LimitKey, _ network: LimitKey) throws(EventMetrics.Refusal) {
        guard addresses.begin(address) else { throw .address }
        guard networks.begin(network) else {
            addresses.end(address)
            throw .network
        }
        guard Self.add(to: anonymous, within: maxima.anonymous) else {
            networks.end(network)
            addresses.end(address)
            throw .anonymous
        }
    }

    /// Counts the end of a stream.
    func end(_ place: Place) {
        if let network = place.network {
            anonymous.wrappingSubtract(1, ordering: .relaxed)
            networks.end(network)
            addresses.end(place.key)
        } else {
            users.end(place.key)
        }
        total.wrappingSubtract(1, ordering: .relaxed)
    }

    /// The number of open streams.
    var count: Int { total.load(ordering: .relaxed) }

    /// Counts one more, unless that exceeds the maximum.
    private static func add(to count: borrowing Atomic<Int>, within maximum: Int) -> Bool {
        guard count.wrappingAdd(1, ordering: .relaxed).newValue > maximum else { return true }
        count.wrappingSubtract(1, ordering: .relaxed)
        return false
    }
}

extension EventMetrics.Refusal: Error {}
