import BookingContract
import Contract
import RPC
import Values

/// Offers free slots to a customer who waits for them: holds them for a limited time, and notifies the customer.
///
/// A customer who holds other slots or has quiet hours is passed over meanwhile.
struct OfferSlots: Sendable {
    let transactions: CustomerTransactions
    let cache: SlotCache
    let notices: Notices
    let policy: BookingPolicy

    func callAsFunction(_ due: DueItem, until deadline: ContinuousClock.Instant) async throws {
        do {
            let versions: [LocalDate: Int64] = try await transactions.run(due.customer, until: deadline) {
                transaction in
                guard let entry = try await transaction.waitlist.get(due.id, of: transaction.customer.id),
                    entry.offer == nil
                else { return [:] }
                return try await offer(entry, in: transaction)
            }
            cache.changed(versions)
            if !versions.isEmpty { notices.wakeRelay() }
        } catch let error as RPCError where error.reason == Booking.slotTaken.reason {
            // Another caller or replica was faster, or an earlier entry comes first; the next round sees it.
        }
    }

    private func offer(
        _ entry: WaitlistRow, in transaction: CustomerTransaction
    ) async throws -> [LocalDate: Int64] {
        let (table, now) = (transaction.waitlist, transaction.now)
        guard let slots = try? entry.request.slots(in: transaction), WaitlistRule.isOpen(slots, now: now),
            transaction.state.restrictions.suspendedUntil == nil
        else {
            // The park no longer has such slots, it is too late, or the customer may not book.
            try await table.delete(entry.id)
            return [:]
        }
        let earlier = transaction.state.hold
        if let earlier, earlier.expiresAt > now {
            try await table.postpone(entry.id, until: earlier.expiresAt)
            return [:]
        }
        let choice = try await transaction.noticeChoices.get(of: entry.customer)
        if let end = choice.quietEnd(at: now, in: transaction.park.zone) {
            try await table.postpone(entry.id, until: end)
            return [:]
        }
        return try await hold(slots, for: entry, replacing: earlier, in: transaction)
    }

    private func hold(
        _ slots: SlotRange, for entry: WaitlistRow, replacing earlier: HoldRow?, in transaction: CustomerTransaction
    ) async throws -> [LocalDate: Int64] {
        let (now, expiry) = (transaction.now, policy.waitlist.expiry(of: slots, now: transaction.now))
        let hold = HoldRow(
            id: transaction.newID(), customer: entry.customer, slots: slots, heldSince: now, expiresAt: expiry)
        let isClaimed = try await transaction.claims.claim(
            slots, for: .hold(hold.id, until: expiry), replacing: earlier.map { [$0.id] } ?? [],
            waitingAs: entry.id, now: now)
        guard isClaimed else { throw RPCError.slotTaken }
        try await transaction.audit(
            BookingAuditEntry(
                event: .offered, customer: entry.customer, subject: "\(slots.reverse.text) \(slots.start)"))
        try await notices.send(
            .offered(
                transaction.appointment(at: slots),
                until: Notice.LocalTime(expiry, in: transaction.park.zone)),
            until: expiry, in: transaction)
        let replaced =
            try earlier.map { [try SlotClaimTable.trim(hold.id, to: slots), try HoldTable.delete($0)] } ?? []
        let nextHold = policy.holds.nextAfter(holdExpiringAt: expiry)
        return try await transaction.commit(
            replaced + [
                HoldTable.insert(hold), WaitlistTable.offer(entry.id, by: hold.id),
                HoldTable.setNextHold(of: entry.customer, at: nextHold),
            ],
            touching: transaction.park.dates(of: [slots] + (earlier.map { [$0.slots] } ?? [])))
    }
}
