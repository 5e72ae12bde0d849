import BookingContract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.bookFor`: books for a customer on the phone or at the park.
///
/// The booking belongs to the account with the phone number, or to the number alone. The first set may be running.
/// Holds of the customer or the staff member that overlap the slots end.
struct BookForCustomer: Sendable {
    let customers: Customers
    let customerByPhone: CustomerByPhone
    let transactions: CustomerTransactions
    let cache: SlotCache
    let alternatives: SlotAlternatives
    let policy: BookingPolicy
    let metrics: BookingMetrics

    func callAsFunction(
        _ params: Booking.BookFor.Params, _ caller: BookingCaller
    ) async throws -> Booking.BoardItem {
        let call = try KeyedCall(Booking.BookFor.self, params, caller)
        let customer = try await customerByPhone(params.phone, params.name, caller)
        let own = try await customers.stored(caller)?.id
        let lock = CustomerLock(owner: .customer(customer.id), other: own, key: call.answerKey)
        return try await alternatives.offering(sets: params.sets, after: params.startsAt) {
            let (item, versions) = try await transactions.run(lock, until: caller.deadline) { transaction in
                if let item = try call.repeated(transaction.state.storedAnswer, metrics) {
                    return (item, [LocalDate: Int64]())
                }
                let staffHold =
                    if let own, own != customer.id { try await transaction.holds.find(of: own) } else { HoldRow?.none }
                return try await book(params, call, caller, releasing: staffHold, in: transaction)
            }
            cache.changed(versions)
            if !versions.isEmpty { metrics.bookings.count(.booked) }
            return item
        }
    }

    private func book(
        _ params: Booking.BookFor.Params, _ call: KeyedCall<Booking.BookFor>, _ caller: BookingCaller,
        releasing staffHold: HoldRow?, in transaction: CustomerTransaction
    ) async throws -> (Booking.BoardItem, [LocalDate: Int64]) {
        let slots = try SlotRequest(
            reverse: params.reverseId, start: params.startsAt, sets: params.sets, mayBeRunning: true
        ).slots(in: transaction)
        let ended = [transaction.state.hold, staffHold].compactMap { $0 }.filter { $0.slots.overlaps(slots) }
        let creation = BookingCreation(transaction, policy)
        let booking = try creation.booking(
            slots, payWith: params.payWith, note: params.note, madeBy: caller.account)
        let table = transaction.board(in: transaction.park.currency)
        guard let customer = try await table.customer(booking.customer) else { throw RPCError.noSuchCustomer }
        let item = BoardRow(booking: booking, customer: customer).view
        let record = creation.record(
            BookingAuditEntry(.bookedFor, booking, by: caller), key: call.answerKey, answer: try call.answer(item),
            changing: [slots] + ended.map(\.slots))
        guard let versions = try await creation.make(booking, ending: ended, record) else { throw RPCError.slotTaken }
        return (item, versions)
    }
}
