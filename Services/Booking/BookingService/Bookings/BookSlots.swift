import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values
import Wire

/// Implements `booking.book`: books the slots of a hold, or free slots.
struct BookSlots: Sendable {
    let customers: Customers
    let cache: SlotCache
    let alternatives: SlotAlternatives
    let policy: BookingPolicy
    let metrics: BookingMetrics

    /// Returns the answer in JSON, as it is stored with the call's key.
    func answer(_ params: Booking.Book.Params, _ caller: BookingCaller) async throws -> [UInt8] {
        let call = try KeyedCall(Booking.Book.self, params, caller)
        return try await alternatives.offering(sets: params.sets, after: params.startsAt) {
            let (answer, versions) = try await customers.run(as: caller, key: call.answerKey, request: params.request) {
                transaction in
                if let record = try call.repeated(transaction.state.storedAnswer, metrics) {
                    return (try JSONCoding.encode(record), [LocalDate: Int64]())
                }
                return try await book(params, call, caller, in: transaction)
            }
            cache.changed(versions)
            if !versions.isEmpty { metrics.bookings.count(.booked) }
            return answer
        }
    }

    private func book(
        _ params: Booking.Book.Params, _ call: KeyedCall<Booking.Book>, _ caller: BookingCaller,
        in transaction: CustomerTransaction
    ) async throws -> ([UInt8], [LocalDate: Int64]) {
        let creation = BookingCreation(transaction, policy)
        let slots = try slots(params, in: transaction)
        let booking = try creation.booking(slots, payWith: params.payWith)
        let ended = transaction.state.hold.map { [$0] } ?? []
        let answer = try call.answer(booking.view)
        let record = creation.record(
            BookingAuditEntry(.booked, booking, by: caller), key: call.answerKey, answer: answer,
            changing: [slots] + ended.map(\.slots))
        guard let versions = try await creation.make(booking, ending: ended, record) else {
            throw params.holdId == nil ? RPCError.slotTaken : .holdExpired
        }
        return (answer.answer, versions)
    }

    /// Returns the slots of the hold, at its price, or those that the parameters name.
    private func slots(_ params: Booking.Book.Params, in transaction: CustomerTransaction) throws -> SlotRange {
        if let id = params.holdId {
            guard params.reverseId == nil, params.startsAt == nil, params.sets == nil else {
                throw RPCError(MemberFault(.fixedByHold, at: "/holdId"))
            }
            guard let hold = transaction.state.hold, hold.id == id, hold.expiresAt > transaction.now else {
                throw RPCError.holdExpired
            }
            return hold.slots
        }
        guard let request = params.request else {
            throw RPCError(MemberFault(Booking.Book.Params.noAlternative, at: ""))
        }
        let slots = try request.slots(in: transaction)
        // Most callers who lose a race for slots fail here, before anything is written to disk. The claim decides
        // between the rest.
        if let taken = transaction.state.firstTaken, taken < slots.atoms.upperBound { throw RPCError.slotTaken }
        return slots
    }
}

extension Booking.Book.Params {
    /// The slots that the parameters name; `nil` unless they name reverse, start and sets.
    fileprivate var request: SlotRequest? {
        guard let reverseId, let startsAt, let sets else { return nil }
        return SlotRequest(reverse: reverseId, start: startsAt, sets: sets)
    }
}
