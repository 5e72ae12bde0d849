import BookingContract
import ServiceRuntime
import Values

/// Cancels the bookings that overlap a closure.
///
/// Works customer by customer, each in a transaction: sets return, nothing is charged, and the customer gets one
/// notice. Can be interrupted and resumed anywhere.
struct CancelClosedBookings: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    let cache: SlotCache
    let notices: Notices
    let policy: BookingPolicy
    let metrics: BookingMetrics

    func callAsFunction(_ closure: Identifier, until deadline: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < deadline {
            let customers = try await store.session().closures.customers(
                within: closure, limit: policy.closureBatch)
            if customers.isEmpty {
                try await store.inTransaction(until: deadline) { transaction in
                    let now = try await transaction.now()
                    try await transaction.closures.finish(closure, now: now)
                }
                return
            }
            for customer in customers {
                guard ContinuousClock.now < deadline else { return }
                let (count, versions) = try await cancel(of: customer, closure, until: deadline)
                cache.changed(versions)
                for _ in 0..<count { metrics.cancellations.count(.park) }
            }
            notices.wakeRelay()
        }
    }

    private func cancel(
        of customer: Identifier, _ closure: Identifier, until deadline: ContinuousClock.Instant
    ) async throws -> (Int, [LocalDate: Int64]) {
        try await transactions.run(customer, until: deadline) { transaction in
            guard let closure = try await transaction.closures.lock(closure), closure.reopenedAt == nil else {
                return (0, [:])
            }
            let bookings = try await transaction.bookings.booked(by: customer, within: closure)
            guard let first = bookings.first, let last = bookings.last else { return (0, [:]) }
            for booking in bookings {
                try await BookingCancellation(transaction: transaction, policy: policy).cancel(
                    booking,
                    BookingRow.Cancellation(
                        at: transaction.now, by: .park, isLate: false, reason: closure.reason))
                try await transaction.audit(
                    BookingAuditEntry(
                        event: .cancelled, customer: customer, booking: booking.id, subject: closure.id.text))
            }
            let notice = Notice.closed(
                first: Notice.LocalTime(first.slots.start, in: transaction.park.zone), count: bookings.count,
                reason: closure.reason)
            try await notices.send(notice, until: last.slots.end, in: transaction)
            try await transaction.closures.addCancelled(bookings.count, to: closure.id)
            let dates = transaction.park.dates(of: bookings.map(\.slots))
            return (bookings.count, try await transaction.touch(dates))
        }
    }
}
