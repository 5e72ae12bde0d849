import Contract

/// The limits on admitted calls in flight: per user, and for calls without a token per address and per network.
struct CallsInFlight: Sendable {
    struct Maxima: Equatable, Sendable {
        /// Calls of a user, in total and to one service: as many as a connection may have.
        var user = InFlightLimiter.Maxima(total: 64, service: 32)
        /// Calls without a token of an address to one service: a lecture of 300 students may share an address.
        var addressService = 512
        /// The ratio of the calls of the network around an address to those of the address.
        var networkFactor = CallGate.Policies.networkFactor

        fileprivate var address: InFlightLimiter.Maxima { .init(total: .max, service: addressService) }
        fileprivate var network: InFlightLimiter.Maxima {
            .init(total: .max, service: addressService * networkFactor)
        }
    }

    let users: InFlightLimiter
    let addresses: InFlightLimiter
    let networks: InFlightLimiter

    /// Creates the limits.
    ///
    /// - Parameter capacity: the number of users, of addresses and of networks, each with calls in flight.
    init(capacity: Int, maxima: Maxima = Maxima()) {
        let services = ServiceName.allCases.count
        users = InFlightLimiter(capacity: capacity, maxima: maxima.user, services: services)
        addresses = InFlightLimiter(capacity: capacity, maxima: maxima.address, services: services)
        networks = InFlightLimiter(capacity: capacity, maxima: maxima.network, services: services)
    }

    /// Creates limits with other maxima that count together with `other`.
    init(_ other: CallsInFlight, maxima: Maxima) {
        users = InFlightLimiter(other.users, maxima: maxima.user)
        addresses = InFlightLimiter(other.addresses, maxima: maxima.address)
        networks = InFlightLimiter(other.networks, maxima: maxima.network)
    }

    /// Counts the start of a call; returns false without counting if there are too many.
    ///
    /// - Parameter service: the place of the called service among all.
    func begin(_ caller: VerifiedToken?, _ client: AddressKeys, service: Int) -> Bool {
        if let caller { return users.begin(caller.userKey, service: service) }
        guard addresses.begin(client.narrow, service: service) else { return false }
        if networks.begin(client.wide, service: service) { return true }
        addresses.end(client.narrow, service: service)
        return false
    }

    /// Counts the end of a call that ``begin(_:_:service:)`` counted.
    func end(_ caller: VerifiedToken?, _ client: AddressKeys, service: Int) {
        if let caller { return users.end(caller.userKey, service: service) }
        networks.end(client.wide, service: service)
        addresses.end(client.narrow, service: service)
    }
}
