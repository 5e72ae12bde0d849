/// Counts connections: in all, per address and network, and in their handshakes.
///
/// Remembers what each connection counts for, so that everything is released exactly once, however a connection ends.
/// At a limit of connections the longest idle one makes room for the newcomer: at the limit of an address or a network
/// one of its own, at the limit of all one of the largest holder. At the limit of all handshakes the oldest one of the
/// largest holder ends, unless the newcomer would hold as many. A few addresses therefore cannot keep the others out.
/// ``Connections`` describes how one connection's place passes to another.
struct ConnectionLedger: Sendable {
    /// The limit that a connection exceeded.
    enum Refusal: Error, Equatable, Sendable {
        case total, network, address, handshakes
    }

    enum Admission: Equatable, Sendable {
        /// Admitted; the named connections must be asked to close for it: at most an idle one and a handshake.
        case admitted(closing: [ObjectIdentifier])
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
        static let networkFactor = AddressKeys.networkShare

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
        /// True until the handshake has ended, also if the connection was asked to close meanwhile.
        var isInHandshake = true
    }

    var limits: Limits
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var places = Numbered<Place>()
    private var holders = ConnectionHolders()
    /// The handshakes and the idle connections of each holder; a place has two nodes, one for its address and one for
    /// its network.
    private var lists = NodeLists()
    private var all = ConnectionTally()
    private var allHandshakes = ConnectionTally()

    init(_ limits: Limits) { self.limits = limits }

    /// The number of open connections.
    var open: Int { all.open }

    /// The number of unfinished handshakes.
    var handshakes: Int { allHandshakes.open }

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
        do throws(Refusal) {
            let others = try exchange(for: client, isNew: true)
            let number = places.add(Place(id: id))
            numbers[id] = number
            all.open += 1
            allHandshakes.open += 1
            if let client { assign(number, to: client) }
            return .admitted(closing: others.compactMap { startClosing($0) })
        } catch {
            return .refused(error)
        }
    }

    /// Assigns an admitted connection to its client; a refused one stays counted until it is closed.
    mutating func assigned(_ id: ObjectIdentifier, to client: AddressKeys) -> Admission {
        guard let number = numbers[id] else { return .admitted(closing: []) }
        do throws(Refusal) {
            let others = try exchange(for: client, isNew: false)
            assign(number, to: client)
            return .admitted(closing: others.compactMap { startClosing($0) })
        } catch {
            return .refused(error)
        }
    }

    /// Returns the connections to close for one more of a client.
    private mutating func exchange(for client: AddressKeys?, isNew: Bool) throws(Refusal) -> [Int] {
        let address = client.flatMap { holders.holder($0.narrow) }
        let network = client.flatMap { holders.holder($0.wide) }
        guard address?.handshakes.open ?? 0 < limits.handshakesPerAddress,
            network?.handshakes.open ?? 0 < limits.multiplied(limits.handshakesPerAddress)
        else { throw .handshakes }
        var other: Int?
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
        guard isNew else { return other.map { [$0] } ?? [] }
        var handshake: Int?
        try Self.find(&handshake, within: limits.handshakes, of: allHandshakes, or: .handshakes) {
            // A newcomer that holds as many is refused: if all clients connect at once, those who came first finish.
            holders.largestInHandshakes(aboveOneMoreOf: address, network, weight: Limits.networkFactor)
                .flatMap { Self.number(of: $0.handshaking.first) }
        }
        // A handshake that ends makes room for a connection as well, though not for one of this client.
        var total = other ?? handshake
        try Self.find(&total, within: limits.connections, of: all, or: .total) {
            Self.longestIdle(of: holders.largest())
        }
        return Set([total, handshake].compactMap { $0 }).sorted()
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

    private static func longestIdle(of holder: ConnectionHolders.Holder?) -> Int? { number(of: holder?.idle.first) }

    /// Returns the number of a node's connection.
    private static func number(of node: Int?) -> Int? { node.map { $0 / 2 } }

    private mutating func assign(_ number: Int, to client: AddressKeys) {
        // An address and its network are compared by the part of their shares that they hold.
        let isFirst = holders.holder(client.narrow) == nil
        let address = holders.number(of: client.narrow, weight: Limits.networkFactor)
        let network = holders.number(of: client.wide, weight: 1)
        places[number]?.client = (address, network)
        let isInHandshake = places[number]?.isInHandshake ?? false
        changeLists(of: number) { holder, node, lists in
            holder.tally.open += 1
            guard isInHandshake else { return }
            holder.handshakes.open += 1
            lists.append(node, to: &holder.handshaking)
        }
        if isFirst { holders.update(network) { $0.addresses += 1 } }
    }

    private mutating func startClosing(_ number: Int) -> ObjectIdentifier? {
        guard let place = places[number] else { return nil }
        if place.isInHandshake { leaveHandshakes(number) } else { leaveIdle(number) }
        all.closing += 1
        if place.isInHandshake { allHandshakes.closing += 1 }
        updateHolders(of: number) { holder, _ in
            holder.tally.closing += 1
            if place.isInHandshake { holder.handshakes.closing += 1 }
        }
        places[number]?.state = .closing
        return place.id
    }

    // MARK: Life of a connection

    /// Counts the end of a handshake, successful or not.
    mutating func handshakeEnded(_ id: ObjectIdentifier) {
        guard let number = numbers[id], let place = places[number], place.isInHandshake else { return }
        endHandshake(number, of: place)
        // One that was asked to close meanwhile does so, or declines because it is in use by then.
        if place.state == .handshaking { joinIdle(number) }
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
        if place.isInHandshake { endHandshake(number, of: place) }
        switch place.state {
        case .handshaking, .busy: break
        case .idle: leaveIdle(number)
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

    private mutating func endHandshake(_ number: Int, of place: Place) {
        let wasClosing = place.state == .closing
        if !wasClosing { leaveHandshakes(number) }
        allHandshakes.open -= 1
        if wasClosing { allHandshakes.closing -= 1 }
        updateHolders(of: number) { holder, _ in
            holder.handshakes.open -= 1
            if wasClosing { holder.handshakes.closing -= 1 }
        }
        places[number]?.isInHandshake = false
    }

    // MARK: Order of handshakes and idle connections

    private mutating func leaveHandshakes(_ number: Int) {
        changeLists(of: number) { holder, node, lists in lists.remove(node, from: &holder.handshaking) }
    }

    private mutating func joinIdle(_ number: Int) {
        changeLists(of: number) { holder, node, lists in lists.append(node, to: &holder.idle) }
        places[number]?.state = .idle
    }

    private mutating func leaveIdle(_ number: Int) {
        changeLists(of: number) { holder, node, lists in lists.remove(node, from: &holder.idle) }
    }

    private mutating func changeLists(
        of number: Int, _ change: (inout ConnectionHolders.Holder, _ node: Int, inout NodeLists) -> Void
    ) {
        // Taken out of `self`, which the closure cannot change as well.
        var lists = NodeLists()
        swap(&lists, &self.lists)
        updateHolders(of: number) { holder, node in change(&holder, node, &lists) }
        swap(&lists, &self.lists)
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
