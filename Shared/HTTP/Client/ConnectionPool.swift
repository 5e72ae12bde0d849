import DequeModule

/// The connections to one server and the calls that wait for one: a value that decides, carried out by ``HTTPClient``.
struct ConnectionPool<Connection, Call: AnyObject> {
    typealias ID = Int

    /// The next thing to do for a call.
    enum Step {
        case use(Connection, Call)
        /// Make a connection under this number.
        case connect(ID, Call)
        /// Too many calls wait already.
        case refuse(Call)
        /// Nothing: the call waits, or none does.
        case none
    }

    private let maximum: Int
    private let maximumWaiting: Int
    /// All connections that count; `nil` while one is being made.
    private var connections: [ID: Connection?] = [:]
    /// The idle ones; the one used last at the end, so that the others time out.
    private var idle: [ID] = []
    private var waiting = Deque<Call>()
    private var nextID = 0

    /// - Parameters:
    ///   - maximum: the most connections.
    ///   - maximumWaiting: the most calls that wait.
    init(maximum: Int, maximumWaiting: Int) {
        self.maximum = maximum
        self.maximumWaiting = maximumWaiting
    }

    /// True if the pool knows neither connections nor calls.
    var isEmpty: Bool { connections.isEmpty && waiting.isEmpty }

    /// Finds a connection for a call.
    mutating func take(_ call: Call) -> Step {
        if let id = idle.popLast(), let connection = connections[id] ?? nil { return .use(connection, call) }
        if connections.count < maximum { return connect(call) }
        guard waiting.count < maximumWaiting else { return .refuse(call) }
        waiting.append(call)
        return .none
    }

    /// A connection is made; it belongs to the call for which it was made.
    mutating func opened(_ id: ID, _ connection: Connection) { connections[id] = .some(connection) }

    /// A connection can carry another call.
    mutating func released(_ id: ID) -> Step {
        guard let connection = connections[id] ?? nil else { return .none }
        if let call = waiting.popFirst() { return .use(connection, call) }
        idle.append(id)
        return .none
    }

    /// A connection is closed or could not be made.
    mutating func closed(_ id: ID) -> Step {
        guard connections.removeValue(forKey: id) != nil else { return .none }
        idle.removeAll { $0 == id }
        return waiting.popFirst().map { connect($0) } ?? .none
    }

    /// A call is over; it waits no longer.
    mutating func gaveUp(_ call: Call) { waiting.removeAll { $0 === call } }

    /// Removes everything: no call waits any longer, and every connection is to be closed.
    mutating func removeAll() -> (connections: [Connection], calls: [Call]) {
        defer { (connections, idle, waiting) = ([:], [], []) }
        return (connections.values.compactMap { $0 }, Array(waiting))
    }

    private mutating func connect(_ call: Call) -> Step {
        nextID += 1
        connections[nextID] = .some(nil)
        return .connect(nextID, call)
    }
}
