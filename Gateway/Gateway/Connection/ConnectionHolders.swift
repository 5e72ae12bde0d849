/// The addresses and networks that hold connections, ranked by how many they hold and how many handshakes.
///
/// Every change takes constant time; so does finding the largest holder, apart from ranks that have become empty.
struct ConnectionHolders: Sendable {
    /// The connections of an address or a network.
    struct Holder: Sendable {
        let key: LimitKey
        /// The rank of one connection: greater for an address, since a network has a greater share.
        let weight: Int
        var tally = ConnectionTally()
        /// The unfinished handshakes among the connections.
        var handshakes = ConnectionTally()
        /// The addresses of a network that hold connections.
        var addresses = 0
        /// The connections that may be closed for a newcomer, longest idle first.
        var idle = NodeLists.List()
        /// The handshakes that may be ended for a newcomer's, oldest first.
        var handshaking = NodeLists.List()
        fileprivate var ranks = (idle: 0, handshaking: 0)
    }

    private var numbers: [LimitKey: Int] = [:]
    private var holders = Numbered<Holder>()
    /// The holders with idle connections, by their connections.
    private var byConnections = HolderRanks()
    /// The holders with handshakes that may be ended, by their handshakes.
    private var byHandshakes = HolderRanks()

    /// The number of holders.
    var count: Int { holders.count }

    /// Returns a holder; `nil` if it holds nothing.
    func holder(_ key: LimitKey) -> Holder? { numbers[key].flatMap { holders[$0] } }

    subscript(number: Int) -> Holder? { holders[number] }

    /// Returns the number of a holder, which lasts as long as it holds connections.
    ///
    /// - Parameter weight: of a holder that holds nothing yet.
    mutating func number(of key: LimitKey, weight: Int) -> Int {
        if let number = numbers[key] { return number }
        let number = holders.add(Holder(key: key, weight: weight))
        numbers[key] = number
        return number
    }

    /// Changes a holder, and forgets it if it holds nothing any more.
    mutating func update(_ number: Int, _ change: (inout Holder) -> Void) {
        guard var holder = holders[number] else { return }
        change(&holder)
        let ranks = (
            idle: holder.idle.first == nil ? 0 : holder.weight * holder.tally.held,
            handshaking: holder.handshaking.first == nil ? 0 : holder.weight * holder.handshakes.held
        )
        byConnections.move(number, from: holder.ranks.idle, to: ranks.idle)
        byHandshakes.move(number, from: holder.ranks.handshaking, to: ranks.handshaking)
        holder.ranks = ranks
        holders[number] = holder
        if holder.tally.open == 0 {
            numbers[holder.key] = nil
            holders.remove(number)
        }
    }

    /// Returns the largest holder with idle connections.
    mutating func largest() -> Holder? { byConnections.first().flatMap { holders[$0] } }

    /// Returns the holder of the most handshakes, if it has a greater part of its share than a client would have with
    /// one more.
    ///
    /// - Parameters:
    ///   - address: the client's address, if it holds connections.
    ///   - network: the client's network, likewise.
    ///   - weight: the weight of an address.
    mutating func largestInHandshakes(aboveOneMoreOf address: Holder?, _ network: Holder?, weight: Int) -> Holder? {
        let rank = max(weight * ((address?.handshakes.held ?? 0) + 1), (network?.handshakes.held ?? 0) + 1)
        guard let largest = byHandshakes.first().flatMap({ holders[$0] }), largest.ranks.handshaking > rank else {
            return nil
        }
        return largest
    }
}

/// Numbers of holders in the order of their ranks; a holder of rank 0 is not contained.
private struct HolderRanks: Sendable {
    private var members: [NodeLists.List] = []
    private var lists = NodeLists()
    /// No holder has a higher rank.
    private var top = 0

    mutating func move(_ number: Int, from old: Int, to new: Int) {
        guard new != old else { return }
        if old > 0 { lists.remove(number, from: &members[old]) }
        while members.count <= new { members.append(NodeLists.List()) }
        if new > 0 { lists.append(number, to: &members[new]) }
        top = max(top, new)
    }

    /// Returns a holder of the highest rank.
    mutating func first() -> Int? {
        while top > 0 {
            if let number = members[top].first { return number }
            top -= 1
        }
        return nil
    }
}

/// Counts connections, or handshakes, against a limit.
struct ConnectionTally: Equatable, Sendable {
    /// The room for one more connection.
    enum Room: Equatable, Sendable {
        case free
        /// Another one must close for it.
        case exchange
        case none
    }

    /// The open connections, with those that were asked to close for others.
    var open = 0
    /// The connections that were asked to close and have not answered.
    var closing = 0

    /// The connections that keep their places.
    var held: Int { open - closing }

    /// Returns the room for one more connection.
    func room(within limit: Int) -> Room {
        guard open < limit + Self.excess(limit) else { return .none }
        return held < limit ? .free : .exchange
    }

    /// The connections beyond a limit that may be open while others close for them.
    static func excess(_ limit: Int) -> Int { max(1, limit / 64) }
}
