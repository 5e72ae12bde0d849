import BookingContract
import Contract
import Postgres
import RPC
import ServiceRuntime
import Values

/// Who makes a booking for whom, and what goes with it.
struct BookingRequest: Sendable {
    var ride: Ride
    var payWith: PaymentWay
    var note: NoteText?
    /// The member of the staff who books for a caller: the limit on coming bookings is the customers' own.
    var madeBy: Identifier?
    /// The holds that end with it, whose time it may take.
    var holds: [HoldRow] = []
    /// What is said if the time cannot be had.
    var refusal = RPCError.slotTaken
}

extension BookingService {
    // MARK: Booking

    /// Books slots: those of a hold, or any that are free.
    func book(_ params: Booking.Book.Params, _ caller: Caller) async throws -> Booking.Record {
        let call = try KeyedCall(Booking.Book.self, params, caller)
        do {
            let (record, versions) = try await atOwnDesk(caller, call.key, wish(params)) { desk in
                if let record = try repeated(call, desk.kept) { return (record, [LocalDate: Int64]()) }
                let isOfHold = params.holdId != nil
                let request = BookingRequest(
                    ride: try ride(params, at: desk), payWith: params.payWith, holds: desk.hold.map { [$0] } ?? [],
                    refusal: isOfHold ? .holdExpired : .slotTaken)
                let booking = try newBooking(request, at: desk)
                let versions = try await make(
                    booking, request, .booked, caller, call.key, call.answer(booking.view), at: desk)
                return (booking.view, versions)
            }
            board.changed(versions)
            if !versions.isEmpty { metrics.bookings.count(.booked) }
            return record
        } catch let error as RPCError {
            throw await withNextFree(error, sets: params.sets, after: params.startsAt ?? now())
        }
    }

    private func wish(_ params: Booking.Book.Params) -> Wish? {
        guard let reverse = params.reverseId, let start = params.startsAt else { return nil }
        return Wish(reverse: reverse, start: start)
    }

    /// What is to be booked: the time of the hold, at its price, or the time that the parameters name.
    private func ride(_ params: Booking.Book.Params, at desk: Desk) throws -> Ride {
        if let id = params.holdId {
            guard params.reverseId == nil, params.startsAt == nil, params.sets == nil else {
                throw RPCError(
                    .invalidParams, faults: [.init(pointer: "/holdId", detail: "says already what is to be booked")])
            }
            guard let hold = desk.hold, hold.id == id, hold.expiresAt > desk.now else { throw RPCError.holdExpired }
            return hold.ride
        }
        guard let reverse = params.reverseId, let start = params.startsAt, let sets = params.sets else {
            throw RPCError(
                .invalidParams,
                faults: [.init(pointer: "", detail: "needs holdId, or reverseId, startsAt and sets")])
        }
        let ride = try bookableRide(reverse, start, sets, at: desk)
        // Of many who want one time most see here that it is gone: they leave nothing behind that would have to be written
        // to disk. Who has it, the claim decides.
        if let taken = desk.firstTaken, taken < ride.atoms.upperBound { throw RPCError.slotTaken }
        return ride
    }

    /// A booking that may be made, as far as it is not a matter of its time.
    func newBooking(_ request: BookingRequest, at desk: Desk) throws -> BookingRow {
        try checkSuspension(at: desk)
        if request.payWith == .onSite, let until = desk.restrictions.prepayOnlyUntil {
            throw RPCError.forbidden("prepay-only", until: until)
        }
        if request.madeBy == nil, desk.comingBookings >= desk.park.settings.bookingsPerAccount {
            throw RPCError(.conflict, reason: "too-many-bookings")
        }
        return BookingRow(
            id: makeID(desk), customer: desk.customer.id, ride: request.ride, state: .booked,
            payWith: request.payWith, charge: request.payWith == .pass ? .held : .due,
            timeZone: desk.park.settings.timeZone, freeCancellation: desk.park.freeCancellation,
            configurationVersion: desk.park.version, note: request.note, madeAt: desk.now, madeBy: request.madeBy)
    }

    /// Makes a booking, keeps the answer and commits: all of it or, thrown out of, nothing.
    ///
    /// Claims come first, then the ledger, then the days. Where there is nothing to be done in between, all of it is one
    /// statement.
    /// - Returns: the new numbers of the days that have changed.
    func make(
        _ booking: BookingRow, _ request: BookingRequest, _ event: AuditEntry.Event, _ caller: Caller,
        _ key: AnswerKey, _ answer: KeptAnswer, at desk: Desk
    ) async throws -> [LocalDate: Int64] {
        let record = BookingRecord(
            booking: booking.id,
            entry: AuditEntry(
                event: event, actor: caller.account, customer: booking.customer, traceID: caller.traceID),
            key: key, answer: answer, dates: desk.park.dates(of: [booking.ride] + request.holds.map(\.ride)))
        return try await Self.uniquely {
            if request.holds.isEmpty, booking.payWith == .onSite {
                guard let versions = try await desk.transaction.make(booking, record, now: desk.now) else {
                    throw request.refusal
                }
                return versions
            }
            guard
                try await desk.transaction.claimAndInsert(
                    booking, replacing: request.holds.map(\.id), now: desk.now)
            else { throw request.refusal }
            if booking.payWith == .pass { try await holdSets(of: booking, at: desk) }
            var statements = [try BookingTransaction.trim(booking.id, to: booking.ride)]
            for hold in request.holds { statements += try ending(hold, at: desk) }
            return try await desk.transaction.finish(statements, record, now: desk.now)
        }
    }

    /// Sets the sets of a booking aside, on the passes that expire first.
    func holdSets(of booking: BookingRow, at desk: Desk) async throws {
        let passes = try await desk.transaction.lockPasses(of: desk.customer.id)
        // Of a set that is running a pass pays that is good now.
        let time = max(booking.ride.start, desk.now)
        guard let parts = PassPlan.parts(of: booking.ride.sets.value, for: time, from: passes) else {
            throw RPCError.notEnoughSets
        }
        for part in parts {
            try await desk.transaction.holdSets(
                part, id: makeID(desk), LedgerCause(customer: desk.customer.id, booking: booking.id), now: desk.now)
        }
    }

    // MARK: Looking

    /// One booking: of the caller's own, or any for the staff.
    func get(_ params: Booking.Get.Params, _ caller: Caller) async throws -> Booking.Record {
        let own = caller.isStaff ? nil : try await knownCustomer(caller)?.id
        let booking = try await store.booking(params.id, deadline: caller.deadline)
        guard let booking, caller.isStaff || booking.customer == own else { throw RPCError(.notFound) }
        return booking.view
    }

    /// The caller's bookings: the coming ones with the next one first, all others newest first.
    func history(_ params: Booking.History.Params, _ caller: Caller) async throws -> Page<Booking.Record> {
        let filter = params.state ?? .all
        // By another name where the order is another: a cursor of the one order leads nowhere in the other.
        let list = PageList(name: filter == .upcoming ? "upcoming" : "history", filter: filter.rawValue)
        let start = try params.cursor.map { try list.key(of: $0) }
        let limit = (params.limit ?? .standard).value
        guard let customer = try await knownCustomer(caller) else {
            return Page(items: [], nextCursor: nil)
        }
        let rows = try await store.history(
            of: customer.id, filter, after: start, limit: limit + 1, now: now(), deadline: caller.deadline)
        return list.page(
            rows, limit: limit, key: { PageKey(time: $0.ride.start.milliseconds, id: $0.id) }, view: \.view)
    }
}

extension BookingRow {
    var view: Booking.Record {
        Booking.Record(
            id: id, reverseId: ride.reverse, startsAt: ride.start, endsAt: ride.end, timeZone: timeZone,
            sets: ride.sets, state: state, payWith: payWith, charge: chargeView, price: ride.money,
            freeUntil: Instant(milliseconds: ride.start.milliseconds - freeCancellation), madeAt: madeAt,
            cancellation: cancellation.map { cancellation in
                Booking.Cancellation(
                    at: cancellation.at, by: cancellation.by, isLate: cancellation.isLate,
                    reason: cancellation.reason)
            },
            caseId: caseID, decision: decision, moves: moves > 0 ? moves : nil)
    }

    var chargeView: Booking.Charge {
        Booking.Charge(
            state: charge, sets: payWith == .pass ? ride.sets.value : 0, money: payWith == .onSite ? ride.money : nil)
    }

    /// What is to be paid at the park.
    var toPay: Money {
        Money(amount: charge == .due && state != .cancelled ? ride.price : 0, currency: ride.currency)
    }
}
