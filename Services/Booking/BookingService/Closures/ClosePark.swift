import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.close`: closes the park or one reverse.
///
/// Once the closure is stored, nothing can be booked within it. Its bookings are cancelled customer by customer;
/// housekeeping continues where the call runs out of time.
struct ClosePark: Sendable {
    let store: BookingStore
    let source: ParkSource
    let transactions: CustomerTransactions
    let cache: SlotCache
    let keyedCalls: KeyedCalls
    let cancelBookings: CancelClosedBookings

    func callAsFunction(_ params: Booking.Close.Params, _ caller: BookingCaller) async throws -> Booking.Closure {
        _ = try checking { try ClosureRule.time(from: params.from, to: params.to) }
        let reverses = try await source.park().settings.reverses
        if let reverse = params.reverseId, !reverses.contains(where: { $0.id == reverse }) {
            throw RPCError.noSuchReverse
        }
        let (closure, versions) = try await insert(params, caller)
        cache.changed(versions)
        // Leaves one second for the answer.
        try await cancelBookings(closure.id, until: caller.deadline - .seconds(1))
        return try await store.session(until: caller.deadline).closures.get(closure.id)?.view ?? closure
    }

    private func insert(
        _ params: Booking.Close.Params, _ caller: BookingCaller
    ) async throws -> (Booking.Closure, [LocalDate: Int64]) {
        let call = try KeyedCall(Booking.Close.self, params, caller)
        return try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.lockPark()
            let now = try await transaction.now()
            let park = try await source.park(in: transaction)
            var versions: [LocalDate: Int64] = [:]
            let storedAnswer = try await transaction.answers.find(call.answerKey)
            let closure = try await keyedCalls.run(call, storedAnswer, in: transaction, now: now) {
                try checking { try ClosureRule.check(end: params.to, now: now) }
                let id = transactions.makeID(now)
                let time = params.from..<params.to
                try await transaction.closures.insert(id, params, by: caller.account, now: now)
                try await transaction.holds.deleteClosed(time, on: params.reverseId)
                try await transaction.audit.insert(
                    BookingAuditEntry(
                        event: .closed, actor: caller.account, subject: id.text, traceID: caller.traceID),
                    now: now)
                versions = try await transaction.touch(park.dates(of: time).days)
                guard let row = try await transaction.closures.lock(id) else { throw RPCError(.internal) }
                return row.view
            }
            return (closure, versions)
        }
    }
}

/// Implements `booking.reopen`: ends a closure; cancelled bookings stay cancelled.
struct ReopenPark: Sendable {
    let store: BookingStore
    let source: ParkSource
    let cache: SlotCache
    let freed: FreedSlots

    func callAsFunction(_ params: Booking.Reopen.Params, _ caller: BookingCaller) async throws -> Booking.Closure {
        let (closure, versions) = try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.lockPark()
            guard var closure = try await transaction.closures.lock(params.id) else { throw RPCError(.notFound) }
            if closure.reopenedAt != nil { return (closure, [LocalDate: Int64]()) }
            let now = try await transaction.now()
            let park = try await source.park(in: transaction)
            try await transaction.closures.reopen(params.id, now: now)
            try await transaction.audit.insert(
                BookingAuditEntry(
                    event: .reopened, actor: caller.account, subject: params.id.text, traceID: caller.traceID),
                now: now)
            closure.reopenedAt = now
            closure.remaining = 0
            return (closure, try await transaction.touch(park.dates(of: closure.time).days))
        }
        cache.changed(versions)
        if !versions.isEmpty { freed.announce() }
        return closure.view
    }
}
