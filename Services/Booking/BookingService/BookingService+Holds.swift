import Contracts
import RPC
import ServiceRuntime
import Zones

extension BookingService {
    /// Keeps slots while the customer confirms.
    func hold(_ params: Booking.Hold.Params, _ caller: Caller) async throws -> Booking.HeldSlots {
        let customer = try await customer(caller)
        do {
            let (hold, versions) = try await atDesk(customer.id, until: caller.deadline) { desk in
                try await makeHold(params, at: desk)
            }
            board.changed(versions)
            metrics.holds.add()
            return hold.view
        } catch let error as RPCError {
            throw await withNextFree(error, after: params.startsAt)
        }
    }

    private func makeHold(
        _ params: Booking.Hold.Params, at desk: Desk
    ) async throws -> (HoldRow, [LocalDate: Int64]) {
        let ride = try bookableRide(params.reverseId, params.startsAt, params.sets, at: desk)
        try await checkSuspension(at: desk)
        var dates = Set(desk.park.dates(of: ride.time).days)
        let lifetime = policy.holds.lifetime.wholeMilliseconds
        // A hold ends with the beginning of its time at the latest: what has begun cannot be booked.
        var expiresAt = min(Instant(milliseconds: desk.now.milliseconds + lifetime), ride.start)
        let earlier = try await desk.transaction.hold(of: desk.customer.id)
        if let earlier, earlier.expiresAt > desk.now {
            try checkPause(policy.holds.nextAfter(holdEndedInTime: earlier.madeAt), at: desk)
            // Who holds the same slots again does not hold them longer.
            if earlier.ride.reverse == ride.reverse, earlier.ride.time.overlaps(ride.time) {
                expiresAt = min(expiresAt, earlier.expiresAt)
            }
        } else {
            try checkPause(desk.customer.holdAgainAt, at: desk)
        }
        if let earlier {
            try await desk.transaction.lockClaims(of: earlier.id, and: ride)
            try await desk.transaction.deleteHold(earlier.id)
            dates.formUnion(desk.park.dates(of: earlier.ride.time).days)
        }
        if try await desk.transaction.isClosed(ride) { throw RPCError.slotTaken }
        let hold = HoldRow(
            id: makeID(desk), customer: desk.customer.id, ride: ride, madeAt: desk.now, expiresAt: expiresAt)
        try await desk.transaction.insertHold(hold)
        guard try await desk.transaction.claim(ride, for: .hold(hold.id, until: expiresAt), now: desk.now) else {
            throw RPCError.slotTaken
        }
        try await desk.transaction.setHoldAgain(
            desk.customer.id, at: policy.holds.nextAfter(holdExpiringAt: expiresAt))
        return (hold, try await desk.transaction.touch(dates))
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
        let versions: [LocalDate: Int64] = try await atDesk(customer.id, until: caller.deadline) { desk in
            guard let hold = try await desk.transaction.hold(of: customer.id), hold.id == params.id else { return [:] }
            try await end(hold, at: desk)
            if hold.expiresAt > desk.now {
                // From now on, not from its beginning: who takes them again at once would keep them for ever.
                try await desk.transaction.setHoldAgain(
                    customer.id, at: policy.holds.nextAfter(holdEndedInTime: desk.now))
            }
            return try await desk.transaction.touch(desk.park.dates(of: hold.ride.time).days)
        }
        board.changed(versions)
    }

    /// Ends a hold that was of use, or was given back in time: the next one may follow soon.
    func end(_ hold: HoldRow, at desk: Desk) async throws {
        try await desk.transaction.deleteHold(hold.id)
        if hold.expiresAt > desk.now {
            try await desk.transaction.setHoldAgain(
                desk.customer.id, at: policy.holds.nextAfter(holdEndedInTime: hold.madeAt))
        }
    }

    // MARK: Checks

    /// The sets that somebody asks for, if they can be booked as far as the configuration goes.
    func bookableRide(
        _ reverse: ReverseID, _ start: Instant, _ sets: SetCount, at desk: Desk
    ) throws -> Ride {
        guard let ride = desk.park.ride(on: reverse, from: start, sets: sets) else { throw RPCError.notASlot }
        guard start > desk.now, desk.park.horizon(at: desk.now).contains(desk.park.zone.date(at: start)) else {
            throw RPCError.slotTaken
        }
        return ride
    }

    @discardableResult
    func checkSuspension(at desk: Desk) async throws -> Restrictions {
        let restrictions = try await desk.transaction.restrictions(of: desk.customer.id, now: desk.now)
        if let until = restrictions.suspendedUntil { throw RPCError.forbidden("suspended", until: until) }
        return restrictions
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
