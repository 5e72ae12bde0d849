import Resilience

/// The turns of calls that hash passwords: who may begin, and who waits.
///
/// A few calls run at a time; the others wait, in fair turns between networks, so that one network delays the others by
/// a hash and not by its queue. Calls from known devices are served before strangers, and cannot be displaced by them,
/// but every fourth turn is a stranger's.
struct HashingTurns: Sendable {
    /// A call that waits.
    typealias Ticket = UInt64

    /// The outcome of asking for a turn.
    enum Entry: Equatable {
        case now
        case wait
        /// The call waits, and this one of a longer queue is refused.
        case displaced(Ticket)
        /// The queue is full.
        case refused
    }

    /// The number of calls that run at a time.
    let width: Int
    private let capacity: Int
    private(set) var running = 0
    private var preferred: FairQueue<FlowKey, Ticket>
    private var others: FairQueue<FlowKey, Ticket>
    /// The turns that known devices took while strangers waited, since a stranger's last turn.
    private var preferredTurns = 0

    /// The turns of known devices before one of a stranger who waits.
    private static let preference = 3

    /// - Parameters:
    ///   - width: the number of calls that run at a time, at least 1.
    ///   - capacity: the number of known devices, and of strangers, that may wait.
    init(width: Int, capacity: Int) {
        self.width = width
        self.capacity = capacity
        preferred = FairQueue(limit: capacity)
        others = FairQueue(limit: capacity)
    }

    /// The number of calls that wait.
    var waiting: Int { preferred.count + others.count }

    /// Asks for a turn for a call of a flow.
    mutating func enter(_ ticket: Ticket, of flow: FlowKey, isPreferred: Bool) -> Entry {
        if running < width {
            running += 1
            return .now
        }
        guard capacity > 0 else { return .refused }
        let outcome = isPreferred ? preferred.append(ticket, of: flow) : others.append(ticket, of: flow)
        switch outcome {
        case .queued: return .wait
        case .displaced(let other): return .displaced(other)
        case .full: return .refused
        }
    }

    /// Ends a turn, and returns the call whose turn begins.
    mutating func leave() -> Ticket? {
        let next: Ticket?
        if preferredTurns >= Self.preference || preferred.isEmpty, let stranger = others.popFirst() {
            preferredTurns = 0
            next = stranger
        } else {
            preferredTurns = others.isEmpty ? 0 : preferredTurns + 1
            next = preferred.popFirst()
        }
        if next == nil { running -= 1 }
        return next
    }

    /// Ends the wait of a call that was given up; returns false if it does not wait.
    mutating func abandon(_ ticket: Ticket) -> Bool {
        !preferred.removeAll { $0 == ticket }.isEmpty || !others.removeAll { $0 == ticket }.isEmpty
    }
}
