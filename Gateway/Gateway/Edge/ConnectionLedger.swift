/// How many connections there are, in all, from each address, and in their handshakes.
///
/// It remembers what each connection holds, so that nothing can be given back twice or not at all, however a connection ends.
struct ConnectionLedger: Sendable {
    /// Which limit a connection met.
    enum Refusal: Equatable, Sendable {
        case total, address, handshakes
    }

    struct Limits: Equatable, Sendable {
        /// Connections in all, and from one address.
        var connections: Int
        var connectionsPerAddress: Int
        /// Handshakes that have not ended, in all.
        var handshakes: Int
        /// Of these, the share of one address (IPv4 /32, IPv6 /64); its network (/24, /48) has twice as many.
        var handshakesPerAddress: Int
    }

    private struct Place {
        /// `nil` for a load balancer's connection whose client is not known yet.
        var client: AddressKeys?
        var isHandshaking = true
    }

    private let limits: Limits
    private var places: [ObjectIdentifier: Place] = [:]
    private var perAddress = Counts()
    private var handshakesOf = Counts()
    private(set) var handshakes = 0

    init(_ limits: Limits) { self.limits = limits }

    /// Connections that are open.
    var open: Int { places.count }

    /// A connection asks to be let in; counted unless refused, its handshake too.
    /// - Parameters:
    ///   - id: the connection's channel.
    ///   - client: `nil` for one of a load balancer, whose client ``assigned(_:to:)`` will tell.
    mutating func opened(_ id: ObjectIdentifier, from client: AddressKeys?) -> Refusal? {
        guard places.count < limits.connections else { return .total }
        guard handshakes < limits.handshakes else { return .handshakes }
        places[id] = Place()
        handshakes += 1
        guard let client, let refusal = assigned(id, to: client) else { return nil }
        _ = closed(id)
        return refusal
    }

    /// A connection that was let in turned out to be this client's; one that is refused stays counted until it is closed.
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

    /// The handshake of a connection ended, well or not.
    mutating func handshakeEnded(_ id: ObjectIdentifier) {
        guard let place = places[id], place.isHandshaking else { return }
        places[id]?.isHandshaking = false
        handshakes -= 1
        guard let client = place.client else { return }
        handshakesOf[client.narrow] -= 1
        handshakesOf[client.wide] -= 1
    }

    /// A connection that was let in is gone.
    /// - Returns: whether it was the last.
    mutating func closed(_ id: ObjectIdentifier) -> Bool {
        handshakeEnded(id)
        if let client = places.removeValue(forKey: id)?.client { perAddress[client.narrow] -= 1 }
        return places.isEmpty
    }

    /// Counts by key that keep nothing of a key whose count is nought.
    private struct Counts {
        private var counts: [LimitKey: Int] = [:]

        subscript(key: LimitKey) -> Int {
            get { counts[key, default: 0] }
            set { counts[key] = newValue > 0 ? newValue : nil }
        }
    }
}

extension EdgeLimits {
    /// What may connect for lines and HTTPS.
    var ledger: ConnectionLedger.Limits {
        ConnectionLedger.Limits(
            connections: connections, connectionsPerAddress: connectionsPerAddress, handshakes: handshakes,
            handshakesPerAddress: handshakesPerAddress)
    }

    /// What may connect to the plain port: one answer is all that there is, so a connection weighs as a handshake does.
    var redirectLedger: ConnectionLedger.Limits {
        ConnectionLedger.Limits(
            connections: handshakes, connectionsPerAddress: handshakesPerAddress, handshakes: handshakes,
            handshakesPerAddress: handshakesPerAddress)
    }
}
