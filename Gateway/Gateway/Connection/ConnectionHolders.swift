/// The addresses and networks that hold connections, ranked by how many they hold.
///
/// Every change takes constant time; so does finding the largest holder, apart from ranks that have become empty.
struct ConnectionHolders: Sendable {
    /// The connections of an address or a network.
    struct Holder: Sendable {
        let key: LimitKey
        /// The rank of one connection: greater for an address, since a network has a greater share.
        let weight: Int
        var tally = ConnectionTally()
        var handshakes = 0
        /// The addresses of a network that hold connections.
        var addresses = 0
        /// The connections that may be closed for a newcomer, longest idle first.
        var idle = NodeLists.List()
        fileprivate var rank = 0
    }

    private var numbers: [LimitKey: Int] = [:]
    private var holders = Numbered<Holder>()
    /// The holders of each rank with idle connections; rank 0 is unused.
    private var ranks: [NodeLists.List] = []
    private var lists = NodeLists()
    /// No holder has a higher rank.
    private var top = 0

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
        let rank = holder.idle.first == nil ? 0 : holder.weight * holder.tally.held
        if rank != holder.rank {
            if holder.rank > 0 { lists.remove(number, from: &ranks[holder.rank]) }
            while ranks.count <= rank { ranks.append(NodeLists.List()) }
            if rank > 0 { lists.append(number, to: &ranks[rank]) }
            holder.rank = rank
            top = max(top, rank)
        }
        holders[number] = holder
        if holder.tally.open == 0 {
            numbers[holder.key] = nil
            holders.remove(number)
        }
    }

    /// Returns the largest holder with idle connections.
    mutating func largest() -> Holder? {
        while top > 0 {
            if let number = ranks[top].first { return holders[number] }
            top -= 1
        }
        return nil
    }
}

/// Counts connections against a limit.
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
