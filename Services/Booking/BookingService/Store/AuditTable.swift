import Postgres
import Values

/// An entry of the append-only audit trail.
struct BookingAuditEntry: Sendable {
    enum Event: String, Sendable, CaseIterable {
        case booked, bookedFor = "booked-for", cancelled, moved, checkedIn = "checked-in", noShow = "no-show"
        case closed, reopened, decided, reversed, configured, settled, paidBack = "paid-back", credited
        case paymentRefused = "payment-refused", refundBegun = "refund-begun", refunded
        case refundRefused = "refund-refused", joined
        case explained, appealed, appealRejected = "appeal-rejected"
        case offered
        case passSold = "pass-sold", passCorrected = "pass-corrected"
    }

    var event: Event
    /// The account that acted; absent for the service itself.
    var actor: Identifier?
    var customer: Identifier?
    var booking: Identifier?
    /// The closure, case, payment or configuration concerned, or the decision.
    var subject: String?
    var traceID: String?

    var values: NamedParameters {
        [
            "event": event, "actor": actor, "audited_customer": customer, "audited_booking": booking,
            "subject": subject, "trace_id": traceID,
        ]
    }
}

extension StatementRunner {
    var audit: AuditTable { AuditTable(session: self) }
}

/// The audit trail.
struct AuditTable: Sendable {
    let session: any StatementRunner

    func insert(_ entry: BookingAuditEntry, now: Instant) async throws {
        try await session.query(Self.insert, entry.values + ["now": now])
    }

    private static let insert = PreparedStatement(
        "audit",
        """
        INSERT INTO audit (at, event, actor, customer_id, booking_id, subject, trace_id)
        VALUES (:now, :event, :actor, :audited_customer, :audited_booking, :subject, :trace_id)
        """)
}
