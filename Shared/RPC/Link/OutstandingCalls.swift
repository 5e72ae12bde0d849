import NIOCore

/// The unanswered calls on a link, by increasing id.
///
/// The lower bits of an id are its slot; ids whose slot is taken are skipped, so neither sending nor answering hashes
/// or allocates.
struct OutstandingCalls<Call> {
    private struct Slot {
        var id: UInt64
        var deadline: NIODeadline
        var call: Call
    }

    /// The maximum number of unanswered calls.
    var limit: Int
    private(set) var count = 0
    /// A lower bound of all deadlines.
    private(set) var earliestDeadline = NIODeadline.distantFuture

    private var slots: [Slot?]
    private var lastID: UInt64 = 0

    init(limit: Int) {
        self.limit = limit
        slots = Array(repeating: nil, count: 64)
    }

    /// Adds a call and returns its id; `nil` if there are too many.
    mutating func add(_ call: Call, deadline: NIODeadline) -> UInt64? {
        guard count < limit else { return nil }
        if count * 2 >= slots.count { grow() }
        // At least half of the slots are free, so this ends soon.
        repeat { lastID += 1 } while slots[place(lastID)] != nil
        slots[place(lastID)] = Slot(id: lastID, deadline: deadline, call: call)
        count += 1
        earliestDeadline = min(earliestDeadline, deadline)
        return lastID
    }

    /// Returns a call that waits for its answer; `nil` if it does not.
    func waiting(_ id: UInt64) -> Call? { slots[place(id)].flatMap { $0.id == id ? $0.call : nil } }

    /// Removes and returns a call that was answered or cancelled; `nil` if it is not waiting.
    mutating func take(_ id: UInt64) -> Call? {
        let place = place(id)
        guard slots[place]?.id == id else { return nil }
        count -= 1
        // Moves the call out instead of copying it, which saves a retain.
        return slots[place].take()?.call
    }

    /// Removes and returns the overdue calls, in the order they were sent.
    mutating func expire(at now: NIODeadline) -> [(id: UInt64, call: Call)] {
        guard now >= earliestDeadline else { return [] }
        var expired: [(id: UInt64, call: Call)] = []
        earliestDeadline = .distantFuture
        for index in slots.indices {
            guard let slot = slots[index] else { continue }
            if slot.deadline <= now {
                slots[index] = nil
                count -= 1
                expired.append((slot.id, slot.call))
            } else {
                earliestDeadline = min(earliestDeadline, slot.deadline)
            }
        }
        return expired.sorted { $0.id < $1.id }
    }

    /// Removes and returns all calls, in the order they were sent.
    mutating func takeAll() -> [Call] {
        let all = slots.compactMap { $0 }.sorted { $0.id < $1.id }.map(\.call)
        slots = Array(repeating: nil, count: 64)
        count = 0
        earliestDeadline = .distantFuture
        return all
    }

    /// Passes every call to `body`, in no particular order.
    func forEach(_ body: (Call) -> Void) {
        for case .some(let slot) in slots { body(slot.call) }
    }

    private func place(_ id: UInt64) -> Int { Int(truncatingIfNeeded: id & UInt64(slots.count - 1)) }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: nil, count: old.count * 2)
        for case .some(let slot) in old { slots[place(slot.id)] = slot }
    }
}
