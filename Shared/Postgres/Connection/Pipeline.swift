import DequeModule

/// The commands in flight on one connection, in order, matched with the server's replies.
///
/// Commands are sent in units, each ended by a sync, and each unit succeeds or fails independently of the others. The
/// server answers every command and the sync; after an error it skips ahead to the sync. An error may also follow the
/// last command, because deferred constraints are checked at the sync. A unit's outcome is therefore known only at its
/// sync.
struct Pipeline<Payload, Value> {
    struct Unit {
        var payload: Payload
        /// The results of the commands that succeeded, in order.
        fileprivate(set) var values: [Value] = []
        fileprivate(set) var failure: PostgresError?

        /// Returns true if the command with this number, counted from 0, failed or was skipped after a failure.
        func hasFailed(at command: Int) -> Bool { failure != nil && values.count <= command }
    }

    enum Event {
        case result(Value)
        case failed(PostgresError)
        /// A command was skipped because of an earlier failure in its unit.
        case aborted
        /// The end of one command's results.
        case end
        case sync
    }

    enum Action {
        case wait
        case completed(Unit)
        /// A reply to no command: the connection cannot be trusted any more.
        case violation
    }

    private(set) var units = Deque<Unit>()

    var isEmpty: Bool { units.isEmpty }
    var count: Int { units.count }
    var head: Unit? { units.first }

    mutating func sent(_ payload: Payload) {
        units.append(Unit(payload: payload))
    }

    mutating func received(_ event: Event) -> Action {
        guard !units.isEmpty else { return .violation }
        switch event {
        case .result(let value):
            units[0].values.append(value)
        case .failed(let error):
            if units[0].failure == nil { units[0].failure = error }
        case .aborted:
            // A skipped command always follows a failure, which has been recorded.
            if units[0].failure == nil { return .violation }
        case .end: break
        case .sync: return .completed(units.removeFirst())
        }
        return .wait
    }

    /// Returns the unanswered units of a lost connection.
    mutating func lost() -> [Unit] {
        defer { units.removeAll() }
        return Array(units)
    }
}
