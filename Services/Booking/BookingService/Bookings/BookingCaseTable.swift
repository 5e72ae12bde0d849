import BookingContract
import Postgres
import Values

extension CustomerTransaction {
    var bookingCases: BookingCaseTable { BookingCaseTable(transaction: self) }
}

/// Opens and withdraws the cases of bookings.
struct BookingCaseTable: Sendable {
    let transaction: CustomerTransaction

    /// Opens the case of a booking, unless it has one.
    func open(_ kind: CaseKind, of booking: BookingRow) async throws {
        try await transaction.query(
            Self.open,
            [
                "id": transaction.newID(), "booking_id": booking.id, "customer_id": booking.customer, "kind": kind,
                "now": transaction.now,
            ])
    }

    /// Deletes the undecided case of a booking; returns false if there is none.
    func withdraw(of booking: Identifier) async throws -> Bool {
        try await transaction.query(Self.withdraw, ["booking_id": booking]).affectedRows > 0
    }

    private static let open = PreparedStatement(
        "caseInsert",
        """
        INSERT INTO sanction_case (id, booking_id, customer_id, kind, state, opened_at)
        VALUES (:id, :booking_id, :customer_id, :kind, 'open', :now)
        ON CONFLICT ON CONSTRAINT case_booking_once DO NOTHING
        """)
    private static let withdraw = PreparedStatement(
        "caseWithdraw", "DELETE FROM sanction_case WHERE booking_id = :booking_id AND state = 'open'")
}
