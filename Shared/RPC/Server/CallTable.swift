import Lines
import NIOCore

/// The calls that a connection has in flight, each in a slot of its own until its task has ended.
///
/// A call that was cancelled or is overdue is answered at once and its id is free again, but its slot is not: the limit holds
/// for what really runs.
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

    /// How many calls may run at once.
    let limit: Int
    /// How many calls run, answered or not.
    private(set) var running = 0
    /// No call that waits for its answer is due before this.
    private(set) var earliestDeadline = NIODeadline.distantFuture

    private var slots: [Slot?] = []
    private var free: [Int] = []
    private var slotOfID: [CallID: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// How many calls wait for their answer.
    var waiting: Int { slotOfID.count }

    /// A call has come; if it is admitted, ``attach(_:to:)`` must follow.
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

    /// The task of a call has ended: its id if it still waits for an answer.
    mutating func end(_ slot: Int) -> (id: CallID, call: Call?)? {
        guard slots.indices.contains(slot), let ended = slots[slot] else { return nil }
        slots[slot] = nil
        free.append(slot)
        running -= 1
        guard !ended.isAnswered else { return nil }
        slotOfID[ended.id] = nil
        return (ended.id, ended.call)
    }

    /// The caller does not want the answer any more; `nil` if no such call waits.
    mutating func cancel(_ id: CallID) -> Call? {
        guard let slot = slotOfID.removeValue(forKey: id) else { return nil }
        slots[slot]?.isAnswered = true
        return slots[slot]?.call
    }

    /// Takes out the calls that are overdue.
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

    /// Nobody waits any more: takes out all calls that were not answered.
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
