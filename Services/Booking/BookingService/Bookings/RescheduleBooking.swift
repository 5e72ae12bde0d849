import BookingContract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.reschedule`: moves a booking to other slots.
///
/// As long as cancelling is free, the booking is moved. After that, it is cancelled late, which opens a case, and
/// another booking takes the new slots, in one transaction. The customer's hold on the new slots ends. A booking that
/// already has the slots stays as it is.
struct RescheduleBooking: Sendable {
    let bookings: LockedBookings
    let cache: SlotCache
    let alternatives: SlotAlternatives
    let policy: BookingPolicy
    let metrics: BookingMetrics
    let freed: FreedSlots

    private struct Outcome: Sendable {
        var record: Booking.Record
        var versions: [LocalDate: Int64] = [:]
        var isLate = false
    }

    func callAsFunction(
        _ params: Booking.Reschedule.Params, _ caller: BookingCaller
    ) async throws -> Booking.Record {
        let call = try KeyedCall(Booking.Reschedule.self, params, caller)
        return try await alternatives.offering(sets: params.sets, after: params.startsAt) {
            let outcome = try await bookings.run(params.id, caller, key: call.answerKey) { booking in
                if let record = try call.repeated(booking.transaction.state.storedAnswer, metrics) {
                    return Outcome(record: record)
                }
                return try await reschedule(booking, params, call, caller)
            }
            cache.changed(outcome.versions)
            if !outcome.versions.isEmpty {
                freed.announce()
                metrics.bookings.count(.moved)
            }
            if outcome.isLate { metrics.cancellations.count(.late) }
            return outcome.record
        }
    }

    private func reschedule(
        _ booking: LockedBooking, _ params: Booking.Reschedule.Params, _ call: KeyedCall<Booking.Reschedule>,
        _ caller: BookingCaller
    ) async throws -> Outcome {
        let (row, transaction) = (booking.row, booking.transaction)
        guard row.state == .booked else { throw RPCError.notBooked }
        let outcome = try await BookingCancellation(transaction: transaction, policy: policy).outcome(row)
        let sets = params.sets ?? row.slots.sets
        if row.slots.isAt(params.reverseId, params.startsAt, sets) {
            // The answer is stored although nothing changes: repeated later, the call must not undo a move made in
            // between.
            try await storingAnswer {
                try await transaction.answers.insert(call.answerKey, call.answer(row.view), now: transaction.now)
            }
            return Outcome(record: row.view)
        }
        let slots = try SlotRequest(reverse: params.reverseId, start: params.startsAt, sets: sets)
            .slots(in: transaction)
        if outcome == .late { return try await replace(booking, with: slots, call, caller) }
        if outcome == .undone { try await booking.recordUndoing() }
        return try await move(booking, to: slots, call, caller)
    }

    private func move(
        _ booking: LockedBooking, to slots: SlotRange, _ call: KeyedCall<Booking.Reschedule>, _ caller: BookingCaller
    ) async throws -> Outcome {
        let (row, transaction) = (booking.row, booking.transaction)
        let added = slots.sets.value - row.slots.sets.value
        try checking {
            try BookingRule.checkSuspension(transaction.state.restrictions)
            if row.payWith == .onSite, booking.isOwn, added > 0 {
                try policy.onSite.check(transaction.state.standing, adding: added)
            }
        }
        let ended = transaction.hold(overlapping: slots).map { [$0] } ?? []
        let isClaimed = try await transaction.claims.claim(
            slots, for: .booking(row.id), replacing: [row.id] + ended.map(\.id), now: transaction.now)
        guard isClaimed else { throw RPCError.slotTaken }
        var moved = row
        moved.slots = slots
        moved.moves += 1
        if row.charge == .held {
            try await transaction.passAccounts.releaseReserved(LedgerCause(row), of: row.id)
            try await transaction.passAccounts.reserve(for: moved)
        }
        try await transaction.bookings.move(row.id, to: slots, charge: row.charge)
        let creation = BookingCreation(transaction, policy)
        let entry = BookingAuditEntry(
            .moved, row, by: caller, subject: "\(row.slots.reverse.text) \(row.slots.start)")
        let record = creation.record(
            entry, key: call.answerKey, answer: try call.answer(moved.view),
            changing: [row.slots, slots] + ended.map(\.slots))
        let versions = try await storingAnswer { try await creation.commit(moved, ending: ended, record) }
        return Outcome(record: moved.view, versions: versions)
    }

    /// Cancels the booking as a late cancellation, and books the new slots instead.
    private func replace(
        _ booking: LockedBooking, with slots: SlotRange, _ call: KeyedCall<Booking.Reschedule>,
        _ caller: BookingCaller
    ) async throws -> Outcome {
        let row = booking.row
        var transaction = booking.transaction
        // The cancelled booking does not count towards the limits.
        transaction.state.upcomingBookings -= 1
        if row.payWith == .onSite { transaction.state.upcomingOnSiteSets -= row.slots.sets.value }
        let creation = BookingCreation(transaction, policy)
        let other = try creation.booking(
            slots, payWith: row.payWith, note: row.note, madeBy: booking.isOwn ? nil : caller.account)
        let ended = transaction.hold(overlapping: slots).map { [$0] } ?? []
        guard try await transaction.newBookings.insert(other, replacing: [row.id] + ended.map(\.id)) else {
            throw RPCError.slotTaken
        }
        try await BookingCancellation(transaction: transaction, policy: policy).cancel(booking, .late, caller)
        if other.payWith == .pass { try await transaction.passAccounts.reserve(for: other) }
        let entry = BookingAuditEntry(.booked, other, by: caller, subject: "instead of \(row.id.text)")
        let record = creation.record(
            entry, key: call.answerKey, answer: try call.answer(other.view),
            changing: [row.slots, slots] + ended.map(\.slots))
        let versions = try await storingAnswer { try await creation.commit(other, ending: ended, record) }
        return Outcome(record: other.view, versions: versions, isLate: true)
    }
}
