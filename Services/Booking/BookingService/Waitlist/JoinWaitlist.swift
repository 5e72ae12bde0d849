import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.wait`: puts a customer on the waitlist for slots that are booked.
///
/// Slots that are only held cannot be waited for: accounts that hold and wait in turn could otherwise keep them from
/// everyone without ever booking.
struct JoinWaitlist: Sendable {
    let customers: Customers
    let alternatives: SlotAlternatives
    let rule: WaitlistRule

    func callAsFunction(
        _ params: Booking.Wait.Params, _ caller: BookingCaller
    ) async throws -> Booking.WaitlistEntry {
        let request = SlotRequest(reverse: params.reverseId, start: params.startsAt, sets: params.sets)
        return try await alternatives.offering(sets: params.sets, after: params.startsAt) {
            try await customers.run(as: caller) { transaction in
                let row = try await join(request.slots(in: transaction), in: transaction)
                return row.view(in: transaction.park.settings.timeZone)
            }
        }
    }

    private func join(_ slots: SlotRange, in transaction: CustomerTransaction) async throws -> WaitlistRow {
        let (table, customer, now) = (transaction.waitlist, transaction.customer.id, transaction.now)
        try checking { try BookingRule.checkSuspension(transaction.state.restrictions) }
        guard WaitlistRule.isOpen(slots, now: now) else { throw RPCError.past }
        if let entry = try await table.find(slots, of: customer) {
            if entry.offer.map({ $0.until > now }) ?? true { return entry }
            // The offer has expired, but the sweep has not deleted it yet.
            try await table.delete(entry.id)
        }
        guard try await table.isBooked(slots) else {
            throw try await transaction.claims.isClosed(slots) ? RPCError.slotTaken : RPCError(Booking.slotFree)
        }
        guard try await table.entries(of: customer, now: now).count < rule.perCustomer else {
            throw RPCError(Booking.tooManyWaiting)
        }
        try await table.lock()
        guard try await table.count(overlapping: slots) < rule.perSlot else { throw RPCError(Booking.waitlistFull) }
        let id = transaction.newID()
        try await table.insert(slots, of: customer, id: id, now: now)
        guard let entry = try await table.get(id, of: customer) else {
            throw RPCError(.internal, cause: "the entry was not inserted")
        }
        return entry
    }
}

/// Implements `booking.waitlist`: the caller's entries.
struct ShowWaitlist: Sendable {
    let store: BookingStore
    let source: ParkSource
    let customers: Customers
    let now: @Sendable () -> Instant

    func callAsFunction(_ caller: BookingCaller) async throws -> Booking.Waitlist.Result {
        guard let customer = try await customers.existing(caller) else { return Booking.Waitlist.Result(items: []) }
        let zone = try await source.park().settings.timeZone
        let rows = try await store.session(until: caller.deadline).waitlist.entries(of: customer.id, now: now())
        return Booking.Waitlist.Result(items: rows.map { $0.view(in: zone) })
    }
}

/// Implements `booking.leaveWaitlist`: ends an entry, and frees the slots that it offers.
struct LeaveWaitlist: Sendable {
    let holdEnd: HoldEnd

    func callAsFunction(_ params: Booking.LeaveWaitlist.Params, _ caller: BookingCaller) async throws {
        try await holdEnd.run(caller) { transaction in
            guard let entry = try await transaction.waitlist.get(params.id, of: transaction.customer.id) else {
                return false
            }
            if let hold = transaction.state.hold, hold.id == entry.offer?.hold { return true }
            try await transaction.waitlist.delete(entry.id)
            return false
        }
    }
}
