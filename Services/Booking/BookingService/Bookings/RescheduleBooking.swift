import BookingContract
import Contract
import Postgres
import RPC
import ServiceRuntime
import Values

extension BookingService {
    // MARK: Cancelling

    /// Cancels a booking.
    ///
    /// What that means is decided once, by the time of the transaction after its locks.
    func cancel(_ params: Booking.Cancel.Params, _ caller: Caller) async throws -> Booking.Record {
        let (record, versions, isNew) = try await withBooking(params.id, caller) { booking, desk in
            var versions: [LocalDate: Int64] = [:]
            if booking.state == .cancelled { return (booking, versions, false) }
            guard booking.state == .booked else { throw RPCError.notBooked }
            let isLate = try await isLate(booking, at: desk.desk)
            try await cancel(booking, isLate: isLate, caller, at: desk)
            versions = try await desk.transaction.touch(desk.desk.park.dates(of: booking.ride.time).days)
            return (try await desk.reread(booking), versions, true)
        }
        board.changed(versions)
        if isNew { metrics.cancellations.count(record.cancellation?.isLate == true ? .late : .free) }
        return record.view
    }

    /// Whether giving a booking up now is for the administrator to look at.
    /// - Throws: `already-started`.
    private func isLate(_ booking: BookingRow, at desk: Desk) async throws -> Bool {
        switch CancellationRule.outcome(
            start: booking.ride.start, freeTime: booking.freeCancellation, now: desk.now)
        {
        case .started: throw RPCError.alreadyStarted
        case .free: return false
        // What a closure is about to cancel is no fault of the customer's.
        case .late: return try await !desk.transaction.isClosed(booking.ride)
        }
    }

    /// Cancels a booking because somebody wants to; opens a case if that is late.
    private func cancel(
        _ booking: BookingRow, isLate: Bool, _ caller: Caller, at desk: BookingDesk
    ) async throws {
        let by: CancelledBy = booking.customer == desk.callerCustomer ? .customer : .staff
        try await cancel(
            booking, BookingRow.Cancellation(at: desk.now, by: by, isLate: isLate, reason: nil), at: desk.desk)
        if isLate {
            try await desk.transaction.openCase(makeID(desk.desk), .lateCancellation, of: booking, now: desk.now)
        }
        try await desk.transaction.audit(
            AuditEntry(
                event: .cancelled, actor: caller.account, customer: booking.customer, booking: booking.id,
                subject: isLate ? "late" : "free", traceID: caller.traceID),
            now: desk.now)
    }

    /// Frees the time of a booking and settles what was set aside for it: sets go back, unless an administrator has to
    /// decide.
    func cancel(_ booking: BookingRow, _ cancellation: BookingRow.Cancellation, at desk: Desk) async throws {
        _ = try await desk.transaction.transaction.query(together: [BookingTransaction.release(booking.id)])
        let charge: ChargeState
        switch (booking.charge, cancellation.isLate) {
        case (.held, false), (.charged, false):
            let cause = LedgerCause(customer: booking.customer, booking: booking.id)
            try await settleSets(
                of: booking, isUsed: false, isByPark: cancellation.by == .park, cause, at: desk)
            charge = .returned
        case (_, false): charge = .none
        case (_, true): charge = .undecided
        }
        try await desk.transaction.cancel(booking.id, cancellation, charge: charge)
    }

    // MARK: Moving

    /// Moves a booking to other slots: both or neither.
    ///
    /// While it could be cancelled free, the booking is moved. Later, giving its time up is a late cancellation like any
    /// other, with its case, and the other slots are a booking of their own. The customer's own hold of them ends with it.
    /// Where it is already, a booking stays as it is.
    func reschedule(_ params: Booking.Reschedule.Params, _ caller: Caller) async throws -> Booking.Record {
        let call = try KeyedCall(Booking.Reschedule.self, params, caller)
        do {
            let (record, versions, wasLate) = try await withBooking(params.id, caller, call.key) { booking, desk in
                if let record = try repeated(call, desk.desk.kept) { return (record, [LocalDate: Int64](), false) }
                guard booking.state == .booked else { throw RPCError.notBooked }
                let isLate = try await isLate(booking, at: desk.desk)
                let sets = params.sets ?? booking.ride.sets
                if booking.ride.isAt(params.reverseId, params.startsAt, sets) {
                    // The answer is kept all the same: repeated later, the call must not bring back what was moved on.
                    try await Self.uniquely {
                        try await desk.transaction.keepAnswer(call.key, call.answer(booking.view), now: desk.now)
                    }
                    return (booking.view, [:], false)
                }
                let ride = try bookableRide(params.reverseId, params.startsAt, sets, at: desk.desk)
                if isLate {
                    let (record, versions) = try await replace(booking, with: ride, call, caller, at: desk)
                    return (record, versions, true)
                }
                let (record, versions) = try await move(booking, to: ride, call, caller, at: desk.desk)
                return (record, versions, false)
            }
            board.changed(versions)
            if !versions.isEmpty { metrics.bookings.count(.moved) }
            if wasLate { metrics.cancellations.count(.late) }
            return record
        } catch let error as RPCError {
            throw await withNextFree(error, sets: params.sets, after: params.startsAt)
        }
    }

    private func move(
        _ booking: BookingRow, to ride: Ride, _ call: KeyedCall<Booking.Reschedule>, _ caller: Caller, at desk: Desk
    ) async throws -> (Booking.Record, [LocalDate: Int64]) {
        let transaction = desk.transaction
        try checkSuspension(at: desk)
        let hold = desk.hold(of: ride)
        guard
            try await transaction.claim(
                ride, for: .booking(booking.id), replacing: [booking.id] + (hold.map { [$0.id] } ?? []), now: desk.now)
        else { throw RPCError.slotTaken }
        var moved = booking
        moved.ride = ride
        moved.moves += 1
        if booking.charge == .held {
            try await transaction.resolve(
                booking.id, posting: false, LedgerCause(customer: booking.customer, booking: booking.id),
                now: desk.now, id: { makeID(desk) })
            try await holdSets(of: moved, at: desk)
        }
        try await transaction.move(booking.id, to: ride, charge: booking.charge)
        let versions = try await Self.uniquely {
            try await transaction.finish(
                [BookingTransaction.trim(booking.id, to: ride)] + (hold.map { try ending($0, at: desk) } ?? []),
                BookingRecord(
                    booking: booking.id,
                    entry: AuditEntry(
                        event: .moved, actor: caller.account, customer: booking.customer,
                        subject: "\(booking.ride.reverse.text) \(booking.ride.start)", traceID: caller.traceID),
                    key: call.key, answer: call.answer(moved.view),
                    dates: desk.park.dates(of: [booking.ride, ride] + (hold.map { [$0.ride] } ?? []))),
                now: desk.now)
        }
        return (moved.view, versions)
    }

    /// Cancels a booking late and makes another one instead.
    private func replace(
        _ booking: BookingRow, with ride: Ride, _ call: KeyedCall<Booking.Reschedule>, _ caller: Caller,
        at desk: BookingDesk
    ) async throws -> (Booking.Record, [LocalDate: Int64]) {
        // The one that is given up does not count against the limit.
        var rest = desk.desk
        rest.comingBookings -= 1
        let isStaff = booking.customer != desk.callerCustomer
        let request = BookingRequest(
            ride: ride, payWith: booking.payWith, note: booking.note, madeBy: isStaff ? caller.account : nil)
        let other = try newBooking(request, at: rest)
        let hold = rest.hold(of: ride)
        guard
            try await desk.transaction.claimAndInsert(
                other, replacing: [booking.id] + (hold.map { [$0.id] } ?? []), now: desk.now)
        else { throw RPCError.slotTaken }
        try await cancel(booking, isLate: true, caller, at: desk)
        if other.payWith == .pass { try await holdSets(of: other, at: desk.desk) }
        let versions = try await Self.uniquely {
            try await desk.transaction.finish(
                [BookingTransaction.trim(other.id, to: ride)] + (hold.map { try ending($0, at: rest) } ?? []),
                BookingRecord(
                    booking: other.id,
                    entry: AuditEntry(
                        event: .booked, actor: caller.account, customer: booking.customer,
                        subject: "instead of \(booking.id.text)", traceID: caller.traceID),
                    key: call.key, answer: call.answer(other.view),
                    dates: rest.park.dates(of: [booking.ride, ride] + (hold.map { [$0.ride] } ?? []))),
                now: desk.now)
        }
        return (other.view, versions)
    }

    // MARK: One booking

    /// What a transaction needs that changes one booking.
    struct BookingDesk: Sendable {
        var desk: Desk
        /// The customer that the caller is, if any.
        var callerCustomer: Identifier?

        var transaction: BookingTransaction { desk.transaction }
        var now: Instant { desk.now }

        /// The booking as it is after the changes.
        func reread(_ booking: BookingRow) async throws -> BookingRow {
            try await transaction.lockBooking(booking.id) ?? booking
        }
    }

    /// Runs `body` with a booking locked that the caller may change: an own one, or any for the staff.
    func withBooking<Value: Sendable>(
        _ id: Identifier, _ caller: Caller, _ key: AnswerKey? = nil,
        _ body: @Sendable (BookingRow, BookingDesk) async throws -> Value
    ) async throws -> Value {
        // The staff changes any booking, whether or not somebody can be asked who they are themselves.
        let own =
            caller.isStaff
            ? try await store.customer(of: caller.account, deadline: caller.deadline)?.id
            : try await knownCustomer(caller)?.id
        guard let customer = try await store.booking(id, deadline: caller.deadline)?.customer,
            caller.isStaff || customer == own
        else { throw RPCError(.notFound) }
        return try await atDesk(
            customer, key, in: customer == own ? caller.namedLanguage : nil, until: caller.deadline
        ) { desk in
            guard let booking = try await desk.transaction.lockBooking(id) else { throw RPCError(.notFound) }
            guard booking.customer == customer else { throw RPCError.joinedMeanwhile }
            return try await body(booking, BookingDesk(desk: desk, callerCustomer: own))
        }
    }
}
