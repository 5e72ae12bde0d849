import BookingContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// The longest closure: a year.
    private static let longestClosure: Int64 = 366 * 86_400_000

    /// Closes the park or one reverse.
    ///
    /// From the moment this is kept nobody books within; what is booked is cancelled
    /// customer by customer, and what the call has no time for, housekeeping does.
    func close(_ params: Booking.Close.Params, _ caller: Caller) async throws -> Booking.Closure {
        _ = try Self.closureTime(params.from, params.to)
        if let reverse = params.reverseId,
            try await !source.park().settings.reverses.contains(where: { $0.id == reverse })
        {
            throw RPCError(.notFound, cause: "no such reverse")
        }
        let call = try KeyedCall(Booking.Close.self, params, caller)
        let (closure, versions) = try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.lockPark()
            let now = try await transaction.now()
            let park = try await source.park(in: transaction)
            var versions: [LocalDate: Int64] = [:]
            let kept = try await transaction.keptAnswer(call.key)
            let closure = try await once(call, kept, transaction, now: now) {
                guard params.to > now else {
                    throw RPCError(
                        .invalidParams, faults: [.init(pointer: "/to", detail: "is past: nothing is left to be closed")]
                    )
                }
                let id = makeID(now)
                try await transaction.insertClosure(id, params, by: caller.account, now: now)
                try await transaction.deleteHolds(within: params.from..<params.to, on: params.reverseId)
                try await transaction.audit(
                    AuditEntry(
                        event: .closed, actor: caller.account, subject: id.text, traceID: caller.traceID),
                    now: now)
                versions = try await transaction.touch(park.dates(of: params.from..<params.to).days)
                guard let row = try await transaction.lockClosure(id) else { throw RPCError(.internal) }
                return row.view
            }
            return (closure, versions)
        }
        board.changed(versions)
        // A second is left for the answer.
        try await cancelBookings(in: closure.id, until: caller.deadline - .seconds(1))
        return try await store.closure(closure.id, deadline: caller.deadline)?.view ?? closure
    }

    private static func closureTime(_ from: Instant, _ to: Instant) throws -> Range<Instant> {
        guard from < to else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "/to", detail: "must be after from")])
        }
        guard to.milliseconds - from.milliseconds <= longestClosure else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "/to", detail: "must be within a year of from")])
        }
        return from..<to
    }

    /// Whom a closure of a time would hit, or has hit, by time.
    func affected(_ params: Booking.Affected.Params, _ caller: Caller) async throws -> Page<Booking.BoardItem> {
        let time = try Self.closureTime(params.from, params.to)
        let list = PageList(
            name: "affected", filter: "\(params.from) \(params.to) \(params.reverseId?.text ?? "")")
        let start = try params.cursor.map { try list.key(of: $0) }
        let limit = (params.limit ?? .standard).value
        let park = try await source.park()
        let rows = try await store.boardItems(
            affectedWithin: time, on: params.reverseId, after: start, park.currency, limit: limit + 1,
            deadline: caller.deadline)
        return list.page(
            rows, limit: limit,
            key: { PageKey(time: $0.booking.ride.start.milliseconds, id: $0.booking.id) }, view: \.view)
    }

    /// Cancels the bookings that a closure hits.
    ///
    /// One customer after the other, each in a transaction of its own: sets go back, nothing is charged, each customer
    /// gets one message. Can be broken off and taken up again anywhere.
    func cancelBookings(in closure: Identifier, until deadline: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < deadline {
            let customers = try await store.customersHit(by: closure, limit: policy.closureBatch)
            if customers.isEmpty {
                try await store.inTransaction(until: deadline) { transaction in
                    let now = try await transaction.now()
                    try await transaction.finishClosure(closure, now: now)
                }
                return
            }
            for customer in customers {
                guard ContinuousClock.now < deadline else { return }
                let (count, versions) = try await cancelBookings(of: customer, in: closure, until: deadline)
                board.changed(versions)
                for _ in 0..<count { metrics.cancellations.count(.park) }
            }
            wakeRelay()
        }
    }

    private func cancelBookings(
        of customer: Identifier, in closure: Identifier, until deadline: ContinuousClock.Instant
    ) async throws -> (Int, [LocalDate: Int64]) {
        try await atDesk(customer, until: deadline) { desk in
            guard let closure = try await desk.transaction.lockClosure(closure), closure.reopenedAt == nil else {
                return (0, [:])
            }
            let bookings = try await desk.transaction.bookings(of: customer, hitBy: closure)
            guard let first = bookings.first, let last = bookings.last else { return (0, [:]) }
            var dates: Set<LocalDate> = []
            for booking in bookings {
                try await cancel(
                    booking,
                    BookingRow.Cancellation(at: desk.now, by: .park, isLate: false, reason: closure.reason),
                    at: desk)
                try await desk.transaction.audit(
                    AuditEntry(
                        event: .cancelled, customer: customer, booking: booking.id, subject: closure.id.text),
                    now: desk.now)
                dates.formUnion(desk.park.dates(of: booking.ride.time).days)
            }
            try await tell(
                .closed(date: desk.park.zone.date(at: first.ride.start), count: bookings.count),
                until: last.ride.end, at: desk)
            try await desk.transaction.countCancelled(bookings.count, by: closure.id)
            return (bookings.count, try await desk.transaction.touch(dates))
        }
    }

    /// Ends a closure; what it cancelled stays cancelled.
    func reopen(_ params: Booking.Reopen.Params, _ caller: Caller) async throws -> Booking.Closure {
        let (closure, versions) = try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.lockPark()
            guard var closure = try await transaction.lockClosure(params.id) else { throw RPCError(.notFound) }
            if closure.reopenedAt != nil { return (closure, [LocalDate: Int64]()) }
            let now = try await transaction.now()
            let park = try await source.park(in: transaction)
            try await transaction.reopen(params.id, now: now)
            try await transaction.audit(
                AuditEntry(
                    event: .reopened, actor: caller.account, subject: params.id.text, traceID: caller.traceID),
                now: now)
            closure.reopenedAt = now
            closure.remaining = 0
            return (closure, try await transaction.touch(park.dates(of: closure.time).days))
        }
        board.changed(versions)
        return closure.view
    }
}
