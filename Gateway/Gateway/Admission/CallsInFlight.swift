import Contract

/// The limits on admitted calls in flight: per user, and per address for calls without a token.
struct CallsInFlight: Sendable {
    struct Maxima: Equatable, Sendable {
        /// Calls of a user, in total and to one service: as many as a connection may have.
        var user = InFlightLimiter.Maxima(total: 64, service: 32)
        /// Calls without a token of an address to one service: a lecture of 300 students may share an address.
        var addressService = 512

        fileprivate var address: InFlightLimiter.Maxima { .init(total: .max, service: addressService) }
    }

    let users: InFlightLimiter
    let addresses: InFlightLimiter

    /// Creates the limits.
    ///
    /// - Parameter capacity: the number of users, and the number of addresses, with calls in flight.
    init(capacity: Int, maxima: Maxima = Maxima()) {
        let services = ServiceName.allCases.count
        users = InFlightLimiter(capacity: capacity, maxima: maxima.user, services: services)
        addresses = InFlightLimiter(capacity: capacity, maxima: maxima.address, services: services)
    }

    /// Creates limits with other maxima that count together with `other`.
    init(_ other: CallsInFlight, maxima: Maxima) {
        users = InFlightLimiter(other.users, maxima: maxima.user)
        addresses = InFlightLimiter(other.addresses, maxima: maxima.address)
    }

    /// Counts the start of a call; returns false without counting if there are too many.
    ///
    /// - Parameter service: the place of the called service among all.
    func begin(_ caller: VerifiedToken?, _ client: AddressKeys, service: Int) -> Bool {
        if let caller { return users.begin(caller.userKey, service: service) }
        return addresses.begin(client.narrow, service: service)
    }

    /// Counts the end of a call that ``begin(_:_:service:)`` counted.
    func end(_ caller: VerifiedToken?, _ client: AddressKeys, service: Int) {
        if let caller { return users.end(caller.userKey, service: service) }
        addresses.end(client.narrow, service: service)
    }
}
