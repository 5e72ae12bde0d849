import BookingContract
import Postgres
import Values

extension BookingRow {
    /// The columns of a booking `b` and its case `c`.
    static let columns = """
        b.id, b.customer_id, \(SlotRange.columns(of: "b")), b.state, b.pay_with, b.charge_state, b.time_zone, \
        b.free_cancellation_ms, b.undo_ms, b.configuration_version, b.note, b.made_at, b.made_by, b.cancelled_at, \
        b.cancelled_by, b.cancelled_late, b.cancel_reason, b.moves, c.id AS "case.id", \(DecisionColumns.all)
        """

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        customer = try row.read("customer_id")
        slots = try SlotRange(row)
        state = try row.read("state")
        payWith = try row.read("pay_with")
        charge = try row.read("charge_state")
        timeZone = try row.read("time_zone")
        cancellationRule = CancellationRule(
            freeCancellation: try row.read("free_cancellation_ms"), undo: try row.read("undo_ms"))
        configurationVersion = try row.read("configuration_version")
        note = try row.read("note")
        madeAt = try row.read("made_at")
        madeBy = try row.read("made_by")
        cancellation = try Cancellation(row)
        moves = try row.read("moves")
        caseID = try row.read("case.id")
        decision = try DecisionColumns.read(row)
    }

    /// The parameters for inserting the booking.
    var values: NamedParameters {
        slots.claimValues + [
            "id": id, "customer_id": customer, "state": state, "pay_with": payWith, "charge_state": charge,
            "time_zone": timeZone, "free_cancellation_ms": cancellationRule.freeCancellation,
            "undo_ms": cancellationRule.undo,
            "configuration_version": configurationVersion, "note": note, "made_at": madeAt, "made_by": madeBy,
        ]
    }
}

extension BookingRow.Cancellation {
    /// Reads the cancellation of a booking; returns `nil` if the booking is not cancelled.
    fileprivate init?(_ row: PostgresRow) throws(PostgresError) {
        guard let at = try row.read("cancelled_at", as: Instant?.self),
            let by = try row.read("cancelled_by", as: CancelledBy?.self),
            let isLate = try row.read("cancelled_late", as: Bool?.self)
        else { return nil }
        self.init(at: at, by: by, isLate: isLate, reason: try row.read("cancel_reason"))
    }
}

/// The columns of a case's decision.
enum DecisionColumns {
    /// The columns of the case `c`; sets and currency are renamed, since a booking has columns of these names, too.
    static let all = """
        c.decided_at, c.sanction, c.reason, c.sets AS "case.sets", c.fee, c.currency AS "case.currency", c.until_at, \
        c.reversed_at, c.reversal_reason
        """

    /// Reads the decision; returns `nil` if there is none.
    static func read(_ row: PostgresRow) throws(PostgresError) -> Booking.Decision? {
        guard let at = try row.read("decided_at", as: Instant?.self),
            let sanction = try row.read("sanction", as: SanctionKind?.self),
            let reason = try row.read("reason", as: NoteText?.self)
        else { return nil }
        let sets = try row.read("case.sets", as: Int?.self)
        var fee: Money?
        if let amount = try row.read("fee", as: Int?.self),
            let currency = try row.read("case.currency", as: CurrencyCode?.self)
        {
            fee = Money(amount: amount, currency: currency)
        }
        return Booking.Decision(
            sanction: sanction, reason: reason, sets: sets, fee: fee, until: try row.read("until_at"), at: at,
            reversedAt: try row.read("reversed_at"), reversalReason: try row.read("reversal_reason"))
    }
}
