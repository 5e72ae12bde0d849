import Contract
import RPC
import Values

/// A locked booking that the caller may change.
struct LockedBooking: Sendable {
    let row: BookingRow
    /// True if the booking is the caller's own.
    let isOwn: Bool
    let transaction: CustomerTransaction

    /// Records that the customer undid the booking; what the staff undoes does not count against the customer.
    func recordUndoing() async throws {
        if isOwn { try await transaction.bookings.setUndone(row.id, at: transaction.now) }
    }
}

/// Runs transactions that change one booking.
struct LockedBookings: Sendable {
    let store: BookingStore
    let customers: Customers
    let transactions: CustomerTransactions

    /// Runs `body` with a booking locked: one of the caller's own, or any booking if the caller is staff.
    func run<Value: Sendable>(
        _ id: Identifier, _ caller: BookingCaller, key: AnswerKey? = nil,
        _ body: @Sendable (LockedBooking) async throws -> Value
    ) async throws -> Value {
        // Staff may change any booking, even while `auth` is down and cannot tell which customer they are.
        let own = try await caller.isStaff ? customers.stored(caller)?.id : customers.existing(caller)?.id
        guard let customer = try await store.session(until: caller.deadline).bookings.get(id)?.customer,
            caller.isStaff || customer == own
        else { throw RPCError(.notFound) }
        let isOwn = customer == own
        let lock = CustomerLock(
            owner: .customer(customer), key: key, language: isOwn ? caller.namedLanguage : nil)
        return try await transactions.run(lock, until: caller.deadline) { transaction in
            guard let booking = try await transaction.bookings.lock(id) else { throw RPCError(.notFound) }
            guard booking.customer == customer else { throw RPCError.joinedMeanwhile }
            return try await body(LockedBooking(row: booking, isOwn: isOwn, transaction: transaction))
        }
    }
}
