import DequeModule

/// The state of the connections to one server and of the calls that wait for one; ``HTTPClient`` acts on its decisions.
struct ConnectionPool<Connection, Call: AnyObject> {
    typealias ID = Int

    /// The next step for a call.
    enum Step {
        case use(Connection, Call)
        /// Open a connection, to be known by this number.
        case connect(ID, Call)
        /// Reject the call, because too many are waiting.
        case reject(Call)
        /// Nothing to do: the call waits, or there is none.
        case none
    }

    private let maximum: Int
    private let maximumWaiting: Int
    /// All connections by number; `nil` while one is being opened.
    private var connections: [ID: Connection?] = [:]
    /// The idle connections, the most recently used last, so that the others time out.
    private var idle: [ID] = []
    private var waiting = Deque<Call>()
    private var nextID = 0

    /// Creates an empty pool.
    ///
    /// - Parameters:
    ///   - maximum: the maximum number of connections.
    ///   - maximumWaiting: the maximum number of waiting calls.
    init(maximum: Int, maximumWaiting: Int) {
        self.maximum = maximum
        self.maximumWaiting = maximumWaiting
    }

    /// True if there are neither connections nor calls.
    var isEmpty: Bool { connections.isEmpty && waiting.isEmpty }

    /// Finds a connection for a call, or makes the call wait.
    mutating func take(_ call: Call) -> Step {
        if let id = idle.popLast(), let connection = connections[id] ?? nil { return .use(connection, call) }
        if connections.count < maximum { return connect(call) }
        guard waiting.count < maximumWaiting else { return .reject(call) }
        waiting.append(call)
        return .none
    }

    /// Records that a connection has been opened, for the call that requested it.
    mutating func opened(_ id: ID, _ connection: Connection) { connections[id] = .some(connection) }

    /// Records that a connection can carry another call; returns the next step.
    mutating func released(_ id: ID) -> Step {
        guard let connection = connections[id] ?? nil else { return .none }
        if let call = waiting.popFirst() { return .use(connection, call) }
        idle.append(id)
        return .none
    }

    /// Records that a connection has been closed or could not be opened; returns the next step.
    mutating func closed(_ id: ID) -> Step {
        guard connections.removeValue(forKey: id) != nil else { return .none }
        idle.removeAll { $0 == id }
        return waiting.popFirst().map { connect($0) } ?? .none
    }

    /// Removes a waiting call whose caller has given up.
    mutating func gaveUp(_ call: Call) { waiting.removeAll { $0 === call } }

    /// Removes all connections and waiting calls and returns them, to be closed and failed.
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
