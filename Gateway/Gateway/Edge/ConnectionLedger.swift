/// Counts connections: in all, per address, and in their handshakes.
///
/// Remembers what each connection counts for, so that everything is released exactly once, however a connection ends.
struct ConnectionLedger: Sendable {
    /// The limit that a connection exceeded.
    enum Refusal: Equatable, Sendable {
        case total, address, handshakes
    }

    struct Limits: Equatable, Sendable {
        /// The maximum number of connections in all, and from one address.
        var connections: Int
        var connectionsPerAddress: Int
        /// The maximum number of unfinished handshakes in all.
        var handshakes: Int
        /// The share of one address (IPv4 /32, IPv6 /64) in ``handshakes``; its network (/24, /48) may have twice as
        /// many.
        var handshakesPerAddress: Int
    }

    private struct Place {
        /// The client of the connection; `nil` while the client behind a load balancer is unknown.
        var client: AddressKeys?
        var isHandshaking = true
    }

    var limits: Limits
    private var places: [ObjectIdentifier: Place] = [:]
    private var perAddress = Counts()
    private var handshakesOf = Counts()
    private(set) var handshakes = 0

    init(_ limits: Limits) { self.limits = limits }

    /// The number of open connections.
    var open: Int { places.count }

    /// Counts a connection and its handshake, or refuses it.
    ///
    /// - Parameters:
    ///   - id: the connection's channel.
    ///   - client: `nil` for a load balancer's connection, whose client ``assigned(_:to:)`` names.
    mutating func opened(_ id: ObjectIdentifier, from client: AddressKeys?) -> Refusal? {
        guard places.count < limits.connections else { return .total }
        guard handshakes < limits.handshakes else { return .handshakes }
        places[id] = Place()
        handshakes += 1
        guard let client, let refusal = assigned(id, to: client) else { return nil }
        _ = closed(id)
        return refusal
    }

    /// Assigns an admitted connection to its client; a refused one stays counted until it is closed.
    mutating func assigned(_ id: ObjectIdentifier, to client: AddressKeys) -> Refusal? {
        guard perAddress[client.narrow] < limits.connectionsPerAddress else { return .address }
        guard handshakesOf[client.narrow] < limits.handshakesPerAddress,
            handshakesOf[client.wide] < 2 * limits.handshakesPerAddress
        else { return .handshakes }
        perAddress[client.narrow] += 1
        handshakesOf[client.narrow] += 1
        handshakesOf[client.wide] += 1
        places[id]?.client = client
        return nil
    }

    /// Counts the end of a handshake, successful or not.
    mutating func handshakeEnded(_ id: ObjectIdentifier) {
        guard let place = places[id], place.isHandshaking else { return }
        places[id]?.isHandshaking = false
        handshakes -= 1
        guard let client = place.client else { return }
        handshakesOf[client.narrow] -= 1
        handshakesOf[client.wide] -= 1
    }

    /// Counts the end of an admitted connection.
    ///
    /// - Returns: true if no connection is open any more.
    mutating func closed(_ id: ObjectIdentifier) -> Bool {
        handshakeEnded(id)
        if let client = places.removeValue(forKey: id)?.client { perAddress[client.narrow] -= 1 }
        return places.isEmpty
    }

    /// Counters by key; a count of zero takes no memory.
    private struct Counts {
        private var counts: [LimitKey: Int] = [:]

        subscript(key: LimitKey) -> Int {
            get { counts[key, default: 0] }
            set { counts[key] = newValue > 0 ? newValue : nil }
        }
    }
}

extension EdgeLimits {
    /// The limits of the TLS port.
    var ledger: ConnectionLedger.Limits {
        ConnectionLedger.Limits(
            connections: connections, connectionsPerAddress: connectionsPerAddress, handshakes: handshakes,
            handshakesPerAddress: handshakesPerAddress)
    }

    /// The limits of the plain port: it gives one answer per connection, so a connection counts like a handshake.
    var redirectLedger: ConnectionLedger.Limits {
        ConnectionLedger.Limits(
            connections: handshakes, connectionsPerAddress: handshakesPerAddress, handshakes: handshakes,
            handshakesPerAddress: handshakesPerAddress)
    }
}
