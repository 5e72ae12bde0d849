import BookingContract
import Contract
import Postgres
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// Keeps slots while the customer confirms.
    func hold(_ params: Booking.Hold.Params, _ caller: Caller) async throws -> Booking.HeldSlots {
        do {
            let (hold, versions) = try await atOwnDesk(caller) { desk in
                try await makeHold(params, at: desk)
            }
            board.changed(versions)
            metrics.holds.add()
            return hold.view
        } catch let error as RPCError {
            throw await withNextFree(error, sets: params.sets, after: params.startsAt)
        }
    }

    private func makeHold(
        _ params: Booking.Hold.Params, at desk: Desk
    ) async throws -> (HoldRow, [LocalDate: Int64]) {
        let ride = try bookableRide(params.reverseId, params.startsAt, params.sets, at: desk)
        try checkSuspension(at: desk)
        var dates = Set(desk.park.dates(of: ride.time).days)
        let lifetime = policy.holds.lifetime.wholeMilliseconds
        // A hold ends with the beginning of its time at the latest: what has begun cannot be booked.
        var expiresAt = min(Instant(milliseconds: desk.now.milliseconds + lifetime), ride.start)
        let earlier = desk.hold
        if let earlier, earlier.expiresAt > desk.now {
            try checkPause(policy.holds.nextAfter(holdEndedInTime: earlier.madeAt), at: desk)
            // Who holds the same slots again does not hold them longer.
            if earlier.ride.overlaps(ride) { expiresAt = min(expiresAt, earlier.expiresAt) }
        } else {
            try checkPause(desk.customer.holdAgainAt, at: desk)
        }
        let hold = HoldRow(
            id: makeID(desk), customer: desk.customer.id, ride: ride, madeAt: desk.now, expiresAt: expiresAt)
        guard
            try await desk.transaction.claim(
                ride, for: .hold(hold.id, until: expiresAt), replacing: earlier.map { [$0.id] } ?? [], now: desk.now)
        else { throw RPCError.slotTaken }
        var statements: [BoundStatement] = []
        if let earlier {
            statements += [
                try BookingTransaction.trim(hold.id, to: ride), try BookingTransaction.delete(earlier),
            ]
            dates.formUnion(desk.park.dates(of: earlier.ride.time).days)
        }
        statements += [
            try BookingTransaction.insert(hold),
            try BookingTransaction.holdAgain(
                desk.customer.id, at: policy.holds.nextAfter(holdExpiringAt: expiresAt)),
            try BookingTransaction.touching(dates),
        ]
        let results = try await desk.transaction.transaction.query(together: statements, committing: true)
        return (hold, try BookingTransaction.versions(results[statements.count - 1]))
    }

    private func checkPause(_ again: Instant, at desk: Desk) throws {
        guard desk.now < again else { return }
        throw RPCError(
            .quotaExceeded, reason: "hold-cooldown",
            retryAfterMilliseconds: again.milliseconds - desk.now.milliseconds)
    }

    /// Lets held slots go.
    func release(_ params: Booking.Release.Params, _ caller: Caller) async throws {
        guard let customer = try await store.customer(of: caller.account, deadline: caller.deadline) else { return }
        let versions: [LocalDate: Int64] = try await atDesk(
            customer.id, in: caller.namedLanguage, until: caller.deadline
        ) { desk in
            guard let hold = desk.hold, hold.id == params.id else { return [:] }
            var statements = [try BookingTransaction.release(hold.id), try BookingTransaction.delete(hold)]
            if hold.expiresAt > desk.now {
                // From now on, not from its beginning: who takes them again at once would keep them for ever.
                statements.append(
                    try BookingTransaction.holdAgain(
                        customer.id, at: policy.holds.nextAfter(holdEndedInTime: desk.now)))
            }
            statements.append(try BookingTransaction.touching(desk.park.dates(of: hold.ride.time).days))
            let results = try await desk.transaction.transaction.query(together: statements, committing: true)
            return try BookingTransaction.versions(results[statements.count - 1])
        }
        board.changed(versions)
    }

    /// What ends a hold that was of use: the next one may follow soon.
    func ending(_ hold: HoldRow, at desk: Desk) throws -> [BoundStatement] {
        var statements = [try BookingTransaction.delete(hold)]
        if hold.expiresAt > desk.now {
            statements.append(
                try BookingTransaction.holdAgain(
                    hold.customer, at: policy.holds.nextAfter(holdEndedInTime: hold.madeAt)))
        }
        return statements
    }

    // MARK: Checks

    /// The sets that somebody asks for, if they can be booked as far as the configuration and the time go.
    /// - Parameter mayRun: whether the first of them may have begun, if it is not over.
    func bookableRide(
        _ reverse: ReverseID, _ start: Instant, _ sets: SetCount, mayRun: Bool = false, at desk: Desk
    ) throws -> Ride {
        let ride: Ride
        do throws(RideFault) {
            ride = try desk.park.ride(on: reverse, from: start, sets: sets)
        } catch {
            throw RPCError.notASlot(error)
        }
        let last = mayRun ? Instant(milliseconds: start.milliseconds + desk.park.setLength) : start
        guard desk.now < last else { throw RPCError.past }
        guard desk.park.horizon(at: desk.now).contains(desk.park.zone.date(at: start)) else {
            throw RPCError.slotTaken
        }
        return ride
    }

    func checkSuspension(at desk: Desk) throws {
        if let until = desk.restrictions.suspendedUntil { throw RPCError.forbidden("suspended", until: until) }
    }
}

extension HoldRow {
    var view: Booking.HeldSlots {
        Booking.HeldSlots(
            id: id, reverseId: ride.reverse, startsAt: ride.start, endsAt: ride.end, sets: ride.sets,
            price: ride.money, expiresAt: expiresAt)
    }
}

extension ClosedRange<LocalDate> {
    /// Each date of the range.
    var days: [LocalDate] {
        (lowerBound.daysSince1970...upperBound.daysSince1970).map(LocalDate.init(daysSince1970:))
    }
}
