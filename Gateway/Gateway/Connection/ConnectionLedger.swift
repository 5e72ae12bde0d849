/// Counts connections: in all, per address and network, and in their handshakes.
///
/// Remembers what each connection counts for, so that everything is released exactly once, however a connection ends.
/// At a limit of connections the longest idle one makes room for the newcomer: at the limit of an address or a network
/// one of its own, at the limit of all one of the largest holder. A few addresses therefore cannot keep the others out.
/// ``Connections`` describes how one connection's place passes to another.
struct ConnectionLedger: Sendable {
    /// The limit that a connection exceeded.
    enum Refusal: Error, Equatable, Sendable {
        case total, network, address, handshakes
    }

    enum Admission: Equatable, Sendable {
        /// Admitted; the named connection must be asked to close for it.
        case admitted(closing: ObjectIdentifier?)
        case refused(Refusal)
    }

    struct Limits: Equatable, Sendable {
        /// The maximum number of connections in all, and from one address (IPv4 /32, IPv6 /64); its network (/24, /48)
        /// may have ``networkFactor`` times as many.
        var connections: Int
        var connectionsPerAddress: Int
        /// The maximum number of unfinished handshakes in all.
        var handshakes: Int
        /// The share of one address in ``handshakes``, and likewise of its network.
        var handshakesPerAddress: Int

        /// The share of a network, in shares of an address.
        static let networkFactor = 2

        fileprivate func multiplied(_ limit: Int) -> Int { limit * Self.networkFactor }
    }

    private enum State: Equatable, Sendable {
        case handshaking
        /// Not in use when last heard of.
        case idle
        /// In use when last heard of.
        case busy
        /// Asked to close for another.
        case closing
    }

    private struct Place: Sendable {
        let id: ObjectIdentifier
        /// The client's address and network, as numbers of holders; `nil` while unknown behind a load balancer.
        var client: (address: Int, network: Int)?
        var state = State.handshaking
    }

    var limits: Limits
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var places = Numbered<Place>()
    private var holders = ConnectionHolders()
    /// The idle connections of each holder; a place has two nodes, one for its address and one for its network.
    private var idle = NodeLists()
    private var all = ConnectionTally()
    private(set) var handshakes = 0

    init(_ limits: Limits) { self.limits = limits }

    /// The number of open connections.
    var open: Int { all.open }

    /// The number of addresses and networks that hold connections.
    var holderCount: Int { holders.count }

    // MARK: Admission

    /// Counts a connection and its handshake, or refuses it.
    ///
    /// - Parameters:
    ///   - id: the connection's channel.
    ///   - client: `nil` for a connection that no client holds alone, such as a load balancer's, whose client
    ///     ``assigned(_:to:)`` names.
    mutating func opened(_ id: ObjectIdentifier, from client: AddressKeys?) -> Admission {
        guard handshakes < limits.handshakes else { return .refused(.handshakes) }
        do throws(Refusal) {
            let other = try exchange(for: client, isNew: true)
            let number = places.add(Place(id: id))
            numbers[id] = number
            all.open += 1
            handshakes += 1
            if let client { assign(number, to: client) }
            return .admitted(closing: other.flatMap { startClosing($0) })
        } catch {
            return .refused(error)
        }
    }

    /// Assigns an admitted connection to its client; a refused one stays counted until it is closed.
    mutating func assigned(_ id: ObjectIdentifier, to client: AddressKeys) -> Admission {
        guard let number = numbers[id] else { return .admitted(closing: nil) }
        do throws(Refusal) {
            let other = try exchange(for: client, isNew: false)
            assign(number, to: client)
            return .admitted(closing: other.flatMap { startClosing($0) })
        } catch {
            return .refused(error)
        }
    }

    /// Returns the connection to close for one more of a client; `nil` if none must.
    private mutating func exchange(for client: AddressKeys?, isNew: Bool) throws(Refusal) -> Int? {
        var other: Int?
        if let client {
            let (address, network) = (holders.holder(client.narrow), holders.holder(client.wide))
            guard address?.handshakes ?? 0 < limits.handshakesPerAddress,
                network?.handshakes ?? 0 < limits.multiplied(limits.handshakesPerAddress)
            else { throw .handshakes }
            if let address {
                try Self.find(&other, within: limits.connectionsPerAddress, of: address.tally, or: .address) {
                    Self.longestIdle(of: address)
                }
            }
            if let network {
                let limit = limits.multiplied(limits.connectionsPerAddress)
                try Self.find(&other, within: limit, of: network.tally, or: .network) {
                    Self.longestIdle(of: Self.holder(for: address, in: network))
                }
            }
        }
        guard isNew else { return other }
        try Self.find(&other, within: limits.connections, of: all, or: .total) {
            Self.longestIdle(of: holders.largest())
        }
        return other
    }

    /// Finds a connection to close if a limit requires one and an earlier limit did not.
    private static func find(
        _ other: inout Int?, within limit: Int, of tally: ConnectionTally, or refusal: Refusal,
        _ longestIdle: () -> Int?
    ) throws(Refusal) {
        switch tally.room(within: limit) {
        case .free: return
        case .exchange: if other == nil { other = longestIdle() }
        case .none: throw refusal
        }
        if other == nil { throw refusal }
    }

    /// Returns the holder that makes room for one more of an address in its network, which has no more room.
    ///
    /// An address that holds more than its neighbours on average makes room itself, and does not displace them.
    private static func holder(
        for address: ConnectionHolders.Holder?, in network: ConnectionHolders.Holder
    ) -> ConnectionHolders.Holder {
        guard let address, address.idle.first != nil,
            address.tally.held * network.addresses > network.tally.held
        else { return network }
        return address
    }

    private static func longestIdle(of holder: ConnectionHolders.Holder?) -> Int? {
        holder?.idle.first.map { $0 / 2 }
    }

    private mutating func assign(_ number: Int, to client: AddressKeys) {
        // An address and its network are compared by the part of their shares that they hold.
        let isFirst = holders.holder(client.narrow) == nil
        let address = holders.number(of: client.narrow, weight: Limits.networkFactor)
        let network = holders.number(of: client.wide, weight: 1)
        places[number]?.client = (address, network)
        updateHolders(of: number) { holder, _ in
            holder.tally.open += 1
            holder.handshakes += 1
        }
        if isFirst { holders.update(network) { $0.addresses += 1 } }
    }

    private mutating func startClosing(_ number: Int) -> ObjectIdentifier? {
        leaveIdle(number)
        all.closing += 1
        updateHolders(of: number) { holder, _ in holder.tally.closing += 1 }
        places[number]?.state = .closing
        return places[number]?.id
    }

    // MARK: Life of a connection

    /// Counts the end of a handshake, successful or not.
    mutating func handshakeEnded(_ id: ObjectIdentifier) {
        guard let number = numbers[id], places[number]?.state == .handshaking else { return }
        endHandshake(number)
        joinIdle(number)
    }

    /// Records that a connection was used and whether it still is, which makes it the last to close for another.
    mutating func used(_ id: ObjectIdentifier, isBusy: Bool) {
        guard let number = numbers[id], let state = places[number]?.state else { return }
        switch state {
        case .handshaking, .closing: return
        case .idle: leaveIdle(number)
        case .busy: break
        }
        if isBusy { places[number]?.state = .busy } else { joinIdle(number) }
    }

    /// Records that a connection did not close for another because it is in use.
    ///
    /// - Returns: the connection to ask instead, if there is one.
    mutating func declined(_ id: ObjectIdentifier) -> ObjectIdentifier? {
        guard let number = numbers[id], let place = places[number], place.state == .closing else { return nil }
        all.closing -= 1
        updateHolders(of: number) { holder, _ in holder.tally.closing -= 1 }
        places[number]?.state = .busy
        let (address, network) = (
            place.client.flatMap { holders[$0.address] }, place.client.flatMap { holders[$0.network] }
        )
        var other: Int?
        if address?.tally.held ?? 0 > limits.connectionsPerAddress {
            other = Self.longestIdle(of: address)
        } else if network?.tally.held ?? 0 > limits.multiplied(limits.connectionsPerAddress) {
            other = Self.longestIdle(of: network)
        } else if all.held > limits.connections {
            other = Self.longestIdle(of: holders.largest())
        }
        return other.flatMap { startClosing($0) }
    }

    /// Counts the end of an admitted connection.
    ///
    /// - Returns: true if no connection is open any more.
    mutating func closed(_ id: ObjectIdentifier) -> Bool {
        guard let number = numbers.removeValue(forKey: id), let place = places[number] else { return all.open == 0 }
        let wasClosing = place.state == .closing
        switch place.state {
        case .handshaking: endHandshake(number)
        case .idle: leaveIdle(number)
        case .busy: break
        case .closing: all.closing -= 1
        }
        all.open -= 1
        if let client = place.client, holders[client.address]?.tally.open == 1 {
            holders.update(client.network) { $0.addresses -= 1 }
        }
        updateHolders(of: number) { holder, _ in
            holder.tally.open -= 1
            if wasClosing { holder.tally.closing -= 1 }
        }
        places.remove(number)
        return all.open == 0
    }

    private mutating func endHandshake(_ number: Int) {
        handshakes -= 1
        updateHolders(of: number) { holder, _ in holder.handshakes -= 1 }
    }

    // MARK: Order of idle connections

    private mutating func joinIdle(_ number: Int) {
        changeIdle(of: number) { idle, node, list in idle.append(node, to: &list) }
        places[number]?.state = .idle
    }

    private mutating func leaveIdle(_ number: Int) {
        changeIdle(of: number) { idle, node, list in idle.remove(node, from: &list) }
    }

    private mutating func changeIdle(
        of number: Int, _ change: (inout NodeLists, _ node: Int, inout NodeLists.List) -> Void
    ) {
        // Taken out of `self`, which the closure cannot change as well.
        var lists = NodeLists()
        swap(&lists, &idle)
        updateHolders(of: number) { holder, node in change(&lists, node, &holder.idle) }
        swap(&lists, &idle)
    }

    /// Changes both holders of a connection; each gets the connection's node in its list.
    private mutating func updateHolders(
        of number: Int, _ change: (inout ConnectionHolders.Holder, _ node: Int) -> Void
    ) {
        guard let client = places[number]?.client else { return }
        holders.update(client.address) { change(&$0, 2 * number) }
        holders.update(client.network) { change(&$0, 2 * number + 1) }
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
