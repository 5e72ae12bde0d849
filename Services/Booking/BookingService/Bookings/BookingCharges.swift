import BookingContract
import Values

/// Settles the charges of a booking.
struct BookingCharges: Sendable {
    let transaction: CustomerTransaction
    let policy: BookingPolicy

    /// Uses the reserved sets of a booking, or records the payment of the money due.
    func collect(_ booking: BookingRow) async throws {
        let cause = LedgerCause(booking)
        switch booking.charge {
        case .held: try await transaction.passAccounts.useReserved(cause, of: booking.id)
        case .due: try await transaction.debtAccounts.receive(booking.slots.money, over: .till, cause)
        case .charged, .returned, .none, .undecided: return
        }
        try await transaction.bookings.setCharge(.charged, of: booking.id)
    }

    /// Uses the sets of a booking that are still reserved.
    func useSets(of booking: BookingRow, _ cause: LedgerCause) async throws {
        guard booking.charge == .held || booking.charge == .undecided else { return }
        try await transaction.passAccounts.useReserved(cause, of: booking.id)
        try await transaction.bookings.setCharge(.charged, of: booking.id)
    }

    /// Gives the sets of a booking, reserved or used, back to their passes.
    ///
    /// - Parameter isByPark: true if the park caused the return; passes about to expire are then extended.
    func returnSets(of booking: BookingRow, isByPark: Bool, _ cause: LedgerCause) async throws {
        if isByPark { try await extendPasses(.ofBooking(booking.id)) }
        switch booking.charge {
        case .held, .undecided: try await transaction.passAccounts.releaseReserved(cause, of: booking.id)
        case .charged:
            let used = try await transaction.passes.used(by: booking.id)
            try await transaction.passAccounts.restore(used, from: .used, cause)
        case .due, .returned, .none: return
        }
        try await transaction.bookings.setCharge(.returned, of: booking.id)
    }

    /// Extends the passes that got sets back, so that the sets stay usable for ``BookingPolicy/returnedSetsLifetime``.
    func extendPasses(_ passes: ReturnedPasses) async throws {
        let until = transaction.now.milliseconds + policy.returnedSetsLifetime.wholeMilliseconds
        try await transaction.passes.extend(passes, until: Instant(milliseconds: until))
    }
}

/// Uses the reserved sets of bookings that have begun.
struct CollectBegunBooking: Sendable {
    let transactions: CustomerTransactions
    let policy: BookingPolicy

    func callAsFunction(_ due: DueItem, until deadline: ContinuousClock.Instant) async throws {
        try await transactions.run(due.customer, until: deadline) { transaction in
            guard let booking = try await transaction.bookings.lock(due.id), booking.state == .booked,
                booking.charge == .held, booking.slots.start <= transaction.now
            else { return }
            try await BookingCharges(transaction: transaction, policy: policy).collect(booking)
        }
    }
}
