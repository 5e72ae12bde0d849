import Contracts
import RPC
import ServiceRuntime

/// Who makes a booking for whom, and what goes with it.
struct BookingRequest: Sendable {
    var ride: Ride
    var payWith: PaymentWay
    var note: NoteText?
    /// The member of the staff who books for a caller: the limit on coming bookings is the customers' own.
    var madeBy: Identifier?
    /// The hold that it takes over.
    var hold: HoldRow?
}

extension BookingService {
    // MARK: Booking

    /// Books slots: those of a hold, or any that are free.
    func book(_ params: Booking.Book.Params, _ caller: Caller) async throws -> Booking.Record {
        let customer = try await customer(caller)
        do {
            let (record, versions) = try await atDesk(customer.id, until: caller.deadline) { desk in
                var versions: [LocalDate: Int64] = [:]
                let record = try await once(Booking.Book.self, params, caller, desk.transaction, now: desk.now) {
                    let hold = try await desk.transaction.hold(of: customer.id)
                    let request = BookingRequest(
                        ride: try ride(params, hold, at: desk), payWith: params.payWith,
                        hold: params.holdId == nil ? nil : hold)
                    let booking = try await makeBooking(request, endingHold: hold, caller, at: desk, &versions)
                    return booking.view
                }
                return (record, versions)
            }
            board.changed(versions)
            if !versions.isEmpty { metrics.bookings.count(.booked) }
            return record
        } catch let error as RPCError {
            throw await withNextFree(error, after: params.startsAt ?? now())
        }
    }

    /// What is to be booked: the time of the hold, at its price, or the time that the parameters name.
    private func ride(_ params: Booking.Book.Params, _ hold: HoldRow?, at desk: Desk) throws -> Ride {
        if let id = params.holdId {
            guard params.reverseId == nil, params.startsAt == nil, params.sets == nil else {
                throw RPCError(
                    .invalidParams, faults: [.init(pointer: "/holdId", detail: "says already what is to be booked")])
            }
            guard let hold, hold.id == id, hold.expiresAt > desk.now else { throw RPCError.holdExpired }
            return hold.ride
        }
        guard let reverse = params.reverseId, let start = params.startsAt, let sets = params.sets else {
            throw RPCError(
                .invalidParams,
                faults: [.init(pointer: "", detail: "needs holdId, or reverseId, startsAt and sets")])
        }
        return try bookableRide(reverse, start, sets, at: desk)
    }

    /// Makes a booking: all of it or, thrown out of, nothing.
    func makeBooking(
        _ request: BookingRequest, endingHold hold: HoldRow?, _ caller: Caller, at desk: Desk,
        _ versions: inout [LocalDate: Int64]
    ) async throws -> BookingRow {
        let (transaction, ride) = (desk.transaction, request.ride)
        let restrictions = try await checkSuspension(at: desk)
        if request.payWith == .onSite, let until = restrictions.prepayOnlyUntil {
            throw RPCError.forbidden("prepay-only", until: until)
        }
        if request.madeBy == nil,
            try await transaction.comingBookings(of: desk.customer.id, now: desk.now)
                >= desk.park.settings.bookingsPerAccount
        {
            throw RPCError(.conflict, reason: "too-many-bookings")
        }
        if try await transaction.isClosed(ride) { throw RPCError.slotTaken }

        let booking = BookingRow(
            id: makeID(desk), customer: desk.customer.id, ride: ride, state: .booked, payWith: request.payWith,
            charge: request.payWith == .pass ? .held : .due, timeZone: desk.park.settings.timeZone,
            freeCancellation: desk.park.freeCancellation, configurationVersion: desk.park.version, note: request.note,
            madeAt: desk.now, madeBy: request.madeBy)
        try await transaction.insertBooking(booking)
        var dates = Set(desk.park.dates(of: ride.time).days)
        if let taken = request.hold {
            guard try await transaction.convertClaims(of: taken, to: booking.id) else { throw RPCError.holdExpired }
        }
        if let hold {
            if request.hold == nil { try await transaction.lockClaims(of: hold.id, and: ride) }
            try await end(hold, at: desk)
            dates.formUnion(desk.park.dates(of: hold.ride.time).days)
        }
        if request.hold == nil, try await !transaction.claim(ride, for: .booking(booking.id), now: desk.now) {
            throw RPCError.slotTaken
        }
        if request.payWith == .pass { try await holdSets(of: booking, at: desk) }
        try await transaction.audit(
            AuditEntry(
                event: request.madeBy == nil ? .booked : .bookedFor, actor: caller.account,
                customer: desk.customer.id, booking: booking.id, traceID: caller.traceID),
            now: desk.now)
        versions = try await transaction.touch(dates)
        return booking
    }

    /// Sets the sets of a booking aside, on the passes that expire first.
    func holdSets(of booking: BookingRow, at desk: Desk) async throws {
        let passes = try await desk.transaction.lockPasses(of: desk.customer.id)
        guard let parts = PassPlan.parts(of: booking.ride.sets.value, for: booking.ride.start, from: passes) else {
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
        let booking = try await store.booking(params.id, deadline: caller.deadline)
        let customer = try await store.customer(of: caller.account, deadline: caller.deadline)
        guard let booking, caller.isStaff || booking.customer == customer?.id else { throw RPCError(.notFound) }
        return booking.view
    }

    /// The caller's bookings, newest first.
    func history(_ params: Booking.History.Params, _ caller: Caller) async throws -> Page<Booking.Record> {
        let filter = params.state ?? .all
        let list = PageList(name: "history", filter: filter.rawValue)
        let start = try params.cursor.map { try list.key(of: $0) }
        let limit = (params.limit ?? .standard).value
        guard let customer = try await store.customer(of: caller.account, deadline: caller.deadline) else {
            return Page(items: [], nextCursor: nil)
        }
        let rows = try await store.history(
            of: customer.id, filter, after: start, limit: limit + 1, now: now(), deadline: caller.deadline)
        return list.page(
            rows, limit: limit, key: { PageKey(time: $0.ride.start.milliseconds, id: $0.id) }, view: \.view)
    }

    // MARK: Cancelling and moving

    /// Cancels a booking.
    ///
    /// What that means is decided once, by the time of the transaction after its locks.
    func cancel(_ params: Booking.Cancel.Params, _ caller: Caller) async throws -> Booking.Record {
        let (record, versions, isNew) = try await withBooking(params.id, caller) { booking, desk in
            var versions: [LocalDate: Int64] = [:]
            if booking.state == .cancelled { return (booking, versions, false) }
            guard booking.state == .booked else { throw RPCError.notBooked }
            let outcome = CancellationRule.outcome(
                start: booking.ride.start, freeTime: booking.freeCancellation, now: desk.now)
            guard outcome != .started else { throw RPCError.alreadyStarted }
            // What a closure is about to cancel is no fault of the customer's.
            let isClosed = outcome == .late ? try await desk.transaction.isClosed(booking.ride) : false
            let isLate = outcome == .late && !isClosed
            let by: CancelledBy = booking.customer == desk.callerCustomer ? .customer : .staff
            try await cancel(
                booking, BookingRow.Cancellation(at: desk.desk.now, by: by, isLate: isLate, reason: nil),
                at: desk.desk)
            if isLate {
                try await desk.transaction.openCase(makeID(desk.desk), .lateCancellation, of: booking, now: desk.now)
            }
            try await desk.transaction.audit(
                AuditEntry(
                    event: .cancelled, actor: caller.account, customer: booking.customer, booking: booking.id,
                    subject: isLate ? "late" : "free", traceID: caller.traceID),
                now: desk.now)
            versions = try await desk.transaction.touch(desk.desk.park.dates(of: booking.ride.time).days)
            return (try await desk.reread(booking), versions, true)
        }
        board.changed(versions)
        if isNew { metrics.cancellations.count(record.cancellation?.isLate == true ? .late : .free) }
        return record.view
    }

    /// Frees the time of a booking and settles what was set aside for it: sets go back, unless an administrator has to
    /// decide.
    func cancel(_ booking: BookingRow, _ cancellation: BookingRow.Cancellation, at desk: Desk) async throws {
        try await desk.transaction.releaseClaims(of: booking.id)
        let charge: ChargeState
        switch (booking.charge, cancellation.isLate) {
        case (.held, false), (.charged, false):
            let cause = LedgerCause(customer: booking.customer, booking: booking.id)
            try await settleSets(of: booking, isUsed: false, cause, at: desk)
            charge = .returned
        case (_, false): charge = .none
        case (_, true): charge = .undecided
        }
        try await desk.transaction.cancel(booking.id, cancellation, charge: charge)
    }

    /// Moves a booking to other slots: both or neither, and only while it could be cancelled free.
    func reschedule(_ params: Booking.Reschedule.Params, _ caller: Caller) async throws -> Booking.Record {
        do {
            let (record, versions) = try await withBooking(params.id, caller) { booking, desk in
                var versions: [LocalDate: Int64] = [:]
                let record = try await once(
                    Booking.Reschedule.self, params, caller, desk.transaction, now: desk.now
                ) {
                    try await move(booking, params, caller, at: desk.desk, &versions)
                }
                return (record, versions)
            }
            board.changed(versions)
            if !versions.isEmpty { metrics.bookings.count(.moved) }
            return record
        } catch let error as RPCError {
            throw await withNextFree(error, after: params.startsAt)
        }
    }

    private func move(
        _ booking: BookingRow, _ params: Booking.Reschedule.Params, _ caller: Caller, at desk: Desk,
        _ versions: inout [LocalDate: Int64]
    ) async throws -> Booking.Record {
        let transaction = desk.transaction
        guard booking.state == .booked else { throw RPCError.notBooked }
        switch CancellationRule.outcome(
            start: booking.ride.start, freeTime: booking.freeCancellation, now: desk.now)
        {
        case .started: throw RPCError.alreadyStarted
        case .late: throw RPCError(.conflict, reason: "too-late")
        case .free: break
        }
        try await checkSuspension(at: desk)
        let ride = try bookableRide(
            params.reverseId, params.startsAt, params.sets ?? booking.ride.sets, at: desk)
        if try await transaction.isClosed(ride) { throw RPCError.slotTaken }
        try await transaction.lockClaims(of: booking.id, and: ride)
        try await transaction.releaseClaims(of: booking.id)
        guard try await transaction.claim(ride, for: .booking(booking.id), now: desk.now) else {
            throw RPCError.slotTaken
        }
        var moved = booking
        moved.ride = ride
        if booking.charge == .held {
            try await transaction.resolve(
                booking.id, posting: false, LedgerCause(customer: booking.customer, booking: booking.id),
                now: desk.now, id: { makeID(desk) })
            try await holdSets(of: moved, at: desk)
        }
        try await transaction.move(booking.id, to: ride, charge: booking.charge)
        try await transaction.audit(
            AuditEntry(
                event: .moved, actor: caller.account, customer: booking.customer, booking: booking.id,
                subject: "\(booking.ride.reverse.text) \(booking.ride.start)", traceID: caller.traceID),
            now: desk.now)
        versions = try await transaction.touch(
            desk.park.dates(of: booking.ride.time).days + desk.park.dates(of: ride.time).days)
        return moved.view
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
        _ id: Identifier, _ caller: Caller, _ body: @Sendable (BookingRow, BookingDesk) async throws -> Value
    ) async throws -> Value {
        let own = try await store.customer(of: caller.account, deadline: caller.deadline)?.id
        guard let customer = try await store.booking(id, deadline: caller.deadline)?.customer,
            caller.isStaff || customer == own
        else { throw RPCError(.notFound) }
        return try await atDesk(customer, until: caller.deadline) { desk in
            guard let booking = try await desk.transaction.lockBooking(id) else { throw RPCError(.notFound) }
            return try await body(booking, BookingDesk(desk: desk, callerCustomer: own))
        }
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
            caseId: caseID)
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
