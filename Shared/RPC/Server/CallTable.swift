import Lines
import NIOCore

/// The calls in flight on a connection, each in a slot until its task has ended.
///
/// A cancelled or overdue call is answered at once and its id becomes free, but not its slot: the limit counts what
/// actually runs.
struct CallTable<Call> {
    enum Admission: Equatable {
        case admitted(slot: Int)
        /// The id is in flight already.
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

    /// Admits a call; if admitted, ``attach(_:to:)`` must follow.
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

    /// Ends the task of a call; returns its id if it is still unanswered.
    mutating func end(_ slot: Int) -> (id: CallID, call: Call?)? {
        guard slots.indices.contains(slot), let ended = slots[slot] else { return nil }
        slots[slot] = nil
        free.append(slot)
        running -= 1
        guard !ended.isAnswered else { return nil }
        slotOfID[ended.id] = nil
        return (ended.id, ended.call)
    }

    /// Cancels a call; `nil` if no such call is unanswered.
    mutating func cancel(_ id: CallID) -> Call? {
        guard let slot = slotOfID.removeValue(forKey: id) else { return nil }
        slots[slot]?.isAnswered = true
        return slots[slot]?.call
    }

    /// Removes and returns the overdue calls.
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

    /// Removes and returns all unanswered calls.
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
