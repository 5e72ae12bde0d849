import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Implements `booking.hold`: reserves slots while the customer confirms.
///
/// The customer's earlier hold ends in the same transaction; if the slots are taken, it stays.
struct HoldSlots: Sendable {
    let customers: Customers
    let cache: SlotCache
    let alternatives: SlotAlternatives
    let rule: HoldRule
    let metrics: BookingMetrics

    func callAsFunction(_ params: Booking.Hold.Params, _ caller: BookingCaller) async throws -> Booking.HeldSlots {
        try await alternatives.offering(sets: params.sets, after: params.startsAt) {
            let (hold, versions) = try await customers.run(as: caller) { transaction in
                try await makeHold(params, in: transaction)
            }
            cache.changed(versions)
            metrics.holds.add()
            return hold.view
        }
    }

    private func makeHold(
        _ params: Booking.Hold.Params, in transaction: CustomerTransaction
    ) async throws -> (HoldRow, [LocalDate: Int64]) {
        let slots = try SlotRequest(reverse: params.reverseId, start: params.startsAt, sets: params.sets)
            .slots(in: transaction)
        try checking { try BookingRule.checkSuspension(transaction.state.restrictions) }
        let earlier = transaction.state.hold
        let replaced = earlier.flatMap { $0.expiresAt > transaction.now ? $0 : nil }
        if replaced == nil { try checkPause(in: transaction) }
        let expiry = rule.expiry(of: slots, replacing: replaced, now: transaction.now)
        let hold = HoldRow(
            id: transaction.newID(), customer: transaction.customer.id, slots: slots,
            heldSince: replaced?.heldSince ?? transaction.now, expiresAt: expiry)
        let isClaimed = try await transaction.claims.claim(
            slots, for: .hold(hold.id, until: expiry), replacing: earlier.map { [$0.id] } ?? [],
            now: transaction.now)
        guard isClaimed else { throw RPCError.slotTaken }
        let release =
            try earlier.map { [try SlotClaimTable.trim(hold.id, to: slots), try HoldTable.delete($0)] } ?? []
        let versions = try await transaction.commit(
            release + [
                HoldTable.insert(hold),
                HoldTable.setNextHold(of: hold.customer, at: rule.nextAfter(holdExpiringAt: expiry)),
            ],
            touching: transaction.park.dates(of: [slots] + (earlier.map { [$0.slots] } ?? [])))
        return (hold, versions)
    }

    private func checkPause(in transaction: CustomerTransaction) throws {
        let (now, next) = (transaction.now, transaction.customer.nextHoldAt)
        guard now < next else { return }
        throw RPCError(Booking.holdCooldown, retryAfterMilliseconds: next.milliseconds - now.milliseconds)
    }
}

/// Implements `booking.release`: frees held slots.
struct ReleaseHold: Sendable {
    let holdEnd: HoldEnd

    func callAsFunction(_ params: Booking.Release.Params, _ caller: BookingCaller) async throws {
        try await holdEnd.run(caller) { $0.state.hold?.id == params.id }
    }
}

/// Ends the hold of a caller, and frees its slots.
struct HoldEnd: Sendable {
    let customers: Customers
    let transactions: CustomerTransactions
    let cache: SlotCache
    let rule: HoldRule
    let freed: FreedSlots

    /// Ends the hold if `condition` returns true, with the caller's customer locked.
    func run(
        _ caller: BookingCaller, if condition: @Sendable (CustomerTransaction) async throws -> Bool
    ) async throws {
        guard let customer = try await customers.stored(caller) else { return }
        let lock = CustomerLock(owner: .customer(customer.id), language: caller.namedLanguage)
        let versions: [LocalDate: Int64] = try await transactions.run(lock, until: caller.deadline) { transaction in
            guard try await condition(transaction), let hold = transaction.state.hold else { return [:] }
            return try await transaction.release(hold, rule)
        }
        cache.changed(versions)
        if !versions.isEmpty { freed.announce() }
    }
}

extension CustomerTransaction {
    /// Ends the customer's hold and frees its slots; commits the transaction, and returns the versions of the days.
    func release(_ hold: HoldRow, _ rule: HoldRule) async throws -> [LocalDate: Int64] {
        var statements = [try SlotClaimTable.releasing(hold.id), try HoldTable.delete(hold)]
        if hold.expiresAt > now {
            // The pause runs from now, not from the start of the hold: releasing and holding the same slots in turn
            // would keep them forever.
            statements.append(try HoldTable.setNextHold(of: hold.customer, at: rule.nextAfter(holdEndedInTime: now)))
        }
        return try await commit(statements, touching: park.dates(of: [hold.slots]))
    }
}
