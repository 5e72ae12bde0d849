import BookingContract
import Values

/// Creates bookings within a transaction.
struct BookingCreation: Sendable {
    let transaction: CustomerTransaction
    let holds: HoldRule
    let onSite: OnSiteRule

    init(_ transaction: CustomerTransaction, _ policy: BookingPolicy) {
        self.transaction = transaction
        holds = policy.holds
        onSite = policy.onSite
    }

    /// Creates the row of a booking, and checks that the customer may make it; does not check that the slots are free.
    ///
    /// - Parameter madeBy: the staff member who books for the customer, if any.
    func booking(
        _ slots: SlotRange, payWith: PaymentWay, note: NoteText? = nil, madeBy: Identifier? = nil
    ) throws -> BookingRow {
        let (park, state) = (transaction.park, transaction.state)
        try checking {
            try BookingRule.check(
                slots.sets, payWith: payWith, isByStaff: madeBy != nil, state.standing, of: park, onSite)
        }
        let canUndo = madeBy != nil || state.undoneBookings < CancellationRule.undoneLimit
        return BookingRow(
            id: transaction.newID(), customer: transaction.customer.id, slots: slots, state: .booked,
            payWith: payWith, charge: payWith == .pass ? .held : .due, timeZone: park.settings.timeZone,
            cancellationRule: CancellationRule(
                freeCancellation: park.freeCancellation, undo: canUndo ? park.undo : 0),
            configurationVersion: park.version, note: note,
            madeAt: transaction.now, madeBy: madeBy)
    }

    /// Claims the slots, inserts the booking, stores the answer and commits.
    ///
    /// Locks claims first, then the ledger, then the days. A booking that ends no hold and reserves no sets takes a
    /// single statement.
    ///
    /// - Parameter ended: the holds that the booking ends; it may take their slots.
    /// - Returns: the new versions of the days; `nil`, without effect, if the slots cannot be claimed.
    func make(
        _ booking: BookingRow, ending ended: [HoldRow], _ record: BookingRecord
    ) async throws -> [LocalDate: Int64]? {
        try await storingAnswer {
            if ended.isEmpty, booking.payWith == .onSite {
                return try await transaction.newBookings.insertAndCommit(booking, record)
            }
            guard try await transaction.newBookings.insert(booking, replacing: ended.map(\.id)) else { return nil }
            if booking.payWith == .pass { try await transaction.passAccounts.reserve(for: booking) }
            return try await commit(booking, ending: ended, record)
        }
    }

    /// Frees superfluous claims, ends the holds, stores the answer and commits.
    func commit(
        _ booking: BookingRow, ending ended: [HoldRow], _ record: BookingRecord
    ) async throws -> [LocalDate: Int64] {
        var statements = [try SlotClaimTable.trim(booking.id, to: booking.slots)]
        for hold in ended { statements += try HoldTable.end(hold, now: transaction.now, holds) }
        return try await transaction.newBookings.commit(statements, record)
    }

    /// Returns the record of a booking that is made or moved.
    func record(
        _ entry: BookingAuditEntry, key: AnswerKey, answer: StoredAnswer, changing slots: [SlotRange]
    ) -> BookingRecord {
        BookingRecord(entry: entry, key: key, answer: answer, dates: transaction.park.dates(of: slots))
    }
}

extension BookingAuditEntry {
    /// Creates an entry about a booking that the caller changed.
    init(_ event: Event, _ booking: BookingRow, by caller: BookingCaller, subject: String? = nil) {
        self.init(
            event: event, actor: caller.account, customer: booking.customer, booking: booking.id, subject: subject,
            traceID: caller.traceID)
    }
}
