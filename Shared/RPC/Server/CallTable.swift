import Lines
import NIOCore

/// The calls in flight on a connection, each in a slot until its task has ended.
///
/// A cancelled or overdue call is answered at once and its id becomes free, but it keeps its slot: the limit counts
/// tasks that are still running.
struct CallTable<Call> {
    enum Admission: Equatable {
        case admitted(slot: Int)
        /// A call with this id is already in flight.
        case duplicate
        case full
    }

    private struct Slot {
        var id: CallID
        var deadline: NIODeadline
        var call: Call?
        var isAnswered = false
    }

    /// The maximum number of running calls.
    let limit: Int
    /// The number of running calls, answered or not.
    private(set) var running = 0
    /// A lower bound of the deadlines of unanswered calls.
    private(set) var earliestDeadline = NIODeadline.distantFuture

    private var slots: [Slot?] = []
    private var free: [Int] = []
    private var slotOfID: [CallID: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// The number of unanswered calls.
    var waiting: Int { slotOfID.count }

    /// Admits a call; ``attach(_:to:)`` must follow if it is admitted.
    mutating func admit(_ id: CallID, deadline: NIODeadline) -> Admission {
        guard slotOfID[id] == nil else { return .duplicate }
        guard running < limit else { return .full }
        running += 1
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(nil) }
        slots[slot] = Slot(id: id, deadline: deadline)
        slotOfID[id] = slot
        earliestDeadline = min(earliestDeadline, deadline)
        return .admitted(slot: slot)
    }

    mutating func attach(_ call: Call, to slot: Int) {
        slots[slot]?.call = call
    }

    /// Removes a call whose task has ended; returns its id if it is still unanswered.
    mutating func end(_ slot: Int) -> (id: CallID, call: Call?)? {
        guard slots.indices.contains(slot), let ended = slots[slot] else { return nil }
        slots[slot] = nil
        free.append(slot)
        running -= 1
        guard !ended.isAnswered else { return nil }
        slotOfID[ended.id] = nil
        return (ended.id, ended.call)
    }

    /// Removes a cancelled call; returns `nil` if there is no unanswered call with this id.
    mutating func cancel(_ id: CallID) -> Call? {
        guard let slot = slotOfID.removeValue(forKey: id) else { return nil }
        slots[slot]?.isAnswered = true
        return slots[slot]?.call
    }

    /// Returns the overdue calls and marks them as answered.
    mutating func expire(at now: NIODeadline) -> [(id: CallID, call: Call)] {
        guard now >= earliestDeadline else { return [] }
        var expired: [(id: CallID, call: Call)] = []
        earliestDeadline = .distantFuture
        for index in slots.indices {
            guard let slot = slots[index], !slot.isAnswered else { continue }
            if slot.deadline <= now, let call = slot.call {
                slots[index]?.isAnswered = true
                slotOfID[slot.id] = nil
                expired.append((slot.id, call))
            } else {
                earliestDeadline = min(earliestDeadline, slot.deadline)
            }
        }
        return expired
    }

    /// Returns all unanswered calls and marks them as answered.
    mutating func abandon() -> [(id: CallID, call: Call)] {
        var abandoned: [(id: CallID, call: Call)] = []
        for index in slots.indices {
            guard let slot = slots[index], !slot.isAnswered else { continue }
            slots[index]?.isAnswered = true
            if let call = slot.call { abandoned.append((slot.id, call)) }
        }
        slotOfID.removeAll()
        earliestDeadline = .distantFuture
        return abandoned
    }
}
