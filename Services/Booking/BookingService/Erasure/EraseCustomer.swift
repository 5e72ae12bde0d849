import BookingContract
import Notify
import Values

/// Erases the customer of a deleted account.
///
/// Bookings, payments and the ledger stay, because the park must account for them, but nothing in them names a person.
/// Bookings that have not begun are cancelled, so that others can have their slots.
struct EraseCustomer: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    let cache: SlotCache
    let policy: BookingPolicy
    let outbox: Outbox
    let freed: FreedSlots

    /// Erases the customer of an account; does nothing if there is none.
    func callAsFunction(_ account: Identifier, until deadline: ContinuousClock.Instant) async throws {
        try await store.session(until: deadline).customers.eraseAnswers(of: account)
        guard let customer = try await store.session(until: deadline).customers.find(account: account) else { return }
        // Bookings made for the number alone first: their customer is found by the number of the account's customer.
        for caller in try await store.session(until: deadline).customers.callers(of: customer) {
            try await erase(caller, until: deadline)
        }
        try await erase(customer.id, until: deadline)
    }

    private func erase(_ id: Identifier, until deadline: ContinuousClock.Instant) async throws {
        let versions: [LocalDate: Int64] = try await transactions.run(id, until: deadline) { transaction in
            let coming = try await transaction.bookings.coming(of: id, now: transaction.now)
            for booking in coming {
                try await BookingCancellation(transaction: transaction, policy: policy).cancel(
                    booking,
                    BookingRow.Cancellation(at: transaction.now, by: .customer, isLate: false, reason: nil))
                try await transaction.audit(
                    BookingAuditEntry(
                        event: .cancelled, customer: id, booking: booking.id, subject: "account deleted"))
            }
            let recipients = [transaction.customer.phone?.text, transaction.customer.email?.text]
            try await outbox.discard(
                to: Set(recipients.compactMap(\.self)), in: transaction.transaction.transaction)
            try await transaction.customers.erase(transaction.customer)
            let freed = coming.map(\.slots) + [transaction.state.hold?.slots].compactMap(\.self)
            return try await transaction.touch(transaction.park.dates(of: freed))
        }
        cache.changed(versions)
        if !versions.isEmpty { freed.announce() }
    }
}
