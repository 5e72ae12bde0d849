import BookingContract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.cancel`.
struct CancelBooking: Sendable {
    let bookings: LockedBookings
    let cache: SlotCache
    let policy: BookingPolicy
    let metrics: BookingMetrics
    let freed: FreedSlots

    func callAsFunction(_ params: Booking.Cancel.Params, _ caller: BookingCaller) async throws -> Booking.Record {
        let (booking, versions, isNew) = try await bookings.run(params.id, caller) { booking in
            let (row, transaction) = (booking.row, booking.transaction)
            if row.state == .cancelled { return (row, [LocalDate: Int64](), false) }
            guard row.state == .booked else { throw RPCError.notBooked }
            let cancellation = BookingCancellation(transaction: transaction, policy: policy)
            try await cancellation.cancel(booking, try await cancellation.outcome(row), caller)
            let versions = try await transaction.touch(transaction.park.dates(of: [row.slots]))
            return (try await transaction.bookings.lock(row.id) ?? row, versions, true)
        }
        cache.changed(versions)
        if isNew {
            freed.announce()
            metrics.cancellations.count(booking.cancellation?.isLate == true ? .late : .free)
        }
        return booking.view
    }
}

/// Cancels bookings within a transaction.
struct BookingCancellation: Sendable {
    let transaction: CustomerTransaction
    let policy: BookingPolicy

    /// Returns the consequences of cancelling now, by the time of the transaction.
    ///
    /// - Throws: `already-started`.
    func outcome(_ booking: BookingRow) async throws -> CancellationRule.Outcome {
        let outcome = booking.cancellationRule.outcome(
            start: booking.slots.start, madeAt: booking.madeAt, now: transaction.now)
        switch outcome {
        case .started: throw RPCError.alreadyStarted
        case .free: return .free
        // Free within a closure, which is about to cancel the booking anyway.
        case .undone, .late: return try await transaction.claims.isClosed(booking.slots) ? .free : outcome
        }
    }

    /// Cancels a booking for the caller, and opens a case if the cancellation is late.
    func cancel(
        _ booking: LockedBooking, _ outcome: CancellationRule.Outcome, _ caller: BookingCaller
    ) async throws {
        let isLate = outcome == .late
        if outcome == .undone { try await booking.recordUndoing() }
        try await cancel(
            booking.row,
            BookingRow.Cancellation(
                at: transaction.now, by: booking.isOwn ? .customer : .staff, isLate: isLate, reason: nil))
        if isLate { try await transaction.bookingCases.open(.lateCancellation, of: booking.row) }
        try await transaction.audit(
            BookingAuditEntry(.cancelled, booking.row, by: caller, subject: "\(outcome)"))
    }

    /// Frees the slots of a booking and settles its charge: sets return unless an administrator must decide.
    func cancel(_ booking: BookingRow, _ cancellation: BookingRow.Cancellation) async throws {
        try await transaction.claims.release(booking.id)
        let charge: ChargeState
        switch (booking.charge, cancellation.isLate) {
        case (.held, false), (.charged, false):
            try await BookingCharges(transaction: transaction, policy: policy).returnSets(
                of: booking, isByPark: cancellation.by == .park, LedgerCause(booking))
            charge = .returned
        case (_, false): charge = .none
        case (_, true): charge = .undecided
        }
        try await transaction.bookings.cancel(booking.id, cancellation, charge: charge)
    }
}
