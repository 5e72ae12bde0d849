import BookingContract
import Postgres
import Values

extension BookingRow: ColumnReadable {
    /// The columns of a booking `b` and its case `c`.
    static let columns = """
        b.id, b.customer_id, \(SlotRange.columns(of: "b")), b.state, b.pay_with, b.charge_state, b.time_zone, \
        b.free_cancellation_ms, b.configuration_version, b.note, b.made_at, b.made_by, b.cancelled_at, \
        b.cancelled_by, b.cancelled_late, b.cancel_reason, b.moves, c.id, \(DecisionColumns.all)
        """

    init(_ columns: inout ColumnReader) throws(PostgresError) {
        id = try columns.identifier()
        customer = try columns.identifier()
        slots = try SlotRange(&columns)
        state = try columns.word()
        payWith = try columns.word()
        charge = try columns.word()
        timeZone = try columns.text()
        freeCancellation = try columns.value()
        configurationVersion = try columns.value()
        note = try columns.optionalText()
        madeAt = try columns.instant()
        madeBy = try columns.optionalIdentifier()
        cancellation = try Cancellation(&columns)
        moves = try columns.value()
        caseID = try columns.optionalIdentifier()
        decision = try DecisionColumns.read(&columns)
    }

    /// The values of a new booking.
    var values: NamedValues {
        slots.claimValues + [
            "id": id.text, "customer_id": customer.text, "state": state.rawValue, "pay_with": payWith.rawValue,
            "charge_state": charge.rawValue, "time_zone": timeZone.text, "free_cancellation_ms": freeCancellation,
            "configuration_version": configurationVersion, "note": note?.text, "made_at": madeAt.milliseconds,
            "made_by": madeBy?.text,
        ]
    }
}

extension BookingRow.Cancellation {
    /// Reads the cancellation of a booking; `nil` if it is not cancelled.
    fileprivate init?(_ columns: inout ColumnReader) throws(PostgresError) {
        let (at, by) = (try columns.optionalInstant(), try columns.optionalWord(CancelledBy.self))
        let isLate = try columns.value(Bool?.self)
        let reason = try columns.optionalText(NoteText.self)
        guard let at, let by, let isLate else { return nil }
        self.init(at: at, by: by, isLate: isLate, reason: reason)
    }
}

/// The columns of a case's decision.
enum DecisionColumns {
    /// The columns of the case `c`.
    static let all = """
        c.decided_at, c.sanction, c.reason, c.sets, c.fee, c.currency, c.until_at, c.reversed_at, c.reversal_reason
        """

    /// Reads the decision; `nil` while there is none.
    static func read(_ columns: inout ColumnReader) throws(PostgresError) -> Booking.Decision? {
        let (at, sanction) = (try columns.optionalInstant(), try columns.optionalWord(SanctionKind.self))
        let (reason, sets) = (try columns.optionalText(NoteText.self), try columns.value(Int?.self))
        let (amount, currency) = (try columns.value(Int?.self), try columns.optionalText(CurrencyCode.self))
        let (until, reversedAt) = (try columns.optionalInstant(), try columns.optionalInstant())
        let reversalReason = try columns.optionalText(NoteText.self)
        guard let at, let sanction, let reason else { return nil }
        var fee: Money?
        if let amount, let currency { fee = Money(amount: amount, currency: currency) }
        return Booking.Decision(
            sanction: sanction, reason: reason, sets: sets, fee: fee, until: until, at: at, reversedAt: reversedAt,
            reversalReason: reversalReason)
    }
}
