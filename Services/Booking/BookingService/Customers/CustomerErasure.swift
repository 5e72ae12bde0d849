import Postgres
import Values

extension CustomerTable {
    /// Deletes the stored answers to an account's calls, which repeat names.
    func eraseAnswers(of account: Identifier) async throws {
        try await session.query(Self.eraseAnswers, ["account": account])
    }

    /// Returns the customers known by this customer's number alone who are the same person.
    func callers(of customer: CustomerRow) async throws -> [Identifier] {
        try await session.query(Self.callers, ["phone": customer.phone, "known_at": customer.knownAt])
            .map { try $0.read("id") }
    }

    /// Removes everything that names a customer: contacts, and texts of the staff, who may have written a name.
    ///
    /// The customer must be locked. A customer known by the same phone number alone is the same person, unless
    /// the park heard of the number later: it may have a new owner.
    func erase(_ customer: CustomerRow) async throws {
        for statement in Self.erasures {
            try await session.query(
                statement, ["customer": customer.id, "phone": customer.phone, "known_at": customer.knownAt])
        }
        try await session.query(Self.eraseHold, ["customer": customer.id])
    }

    private static let eraseAnswers = PreparedStatement(
        "customerEraseAnswers", "DELETE FROM idempotency_key WHERE account_id = :account")
    private static let eraseHold = PreparedStatement(
        "customerEraseHold", "DELETE FROM hold WHERE customer_id = :customer")
    private static let callers = PreparedStatement(
        "customerCallers",
        "SELECT id FROM customer WHERE account_id IS NULL AND phone = :phone AND known_at <= :known_at")
    private static let persons = """
        (SELECT id FROM customer
        WHERE id = :customer OR account_id IS NULL AND phone = :phone AND known_at <= :known_at)
        """
    /// In this order: the last statement removes the number by which the others find a customer without an account.
    private static let erasures = [
        PreparedStatement(
            "customerEraseNotes", "UPDATE booking SET note = NULL WHERE note IS NOT NULL AND customer_id IN \(persons)"),
        PreparedStatement(
            "customerEraseCases",
            """
            UPDATE sanction_case SET reason = '—', reversal_reason = CASE WHEN reversal_reason IS NOT NULL THEN '—' END
            WHERE reason IS NOT NULL AND customer_id IN \(persons)
            """),
        PreparedStatement(
            "customerEraseAppeals",
            """
            UPDATE sanction_case SET statement = CASE WHEN statement IS NOT NULL THEN '—' END,
                appeal = CASE WHEN appeal IS NOT NULL THEN '—' END,
                appeal_answer = CASE WHEN appeal_answer IS NOT NULL THEN '—' END
            WHERE (statement IS NOT NULL OR appeal IS NOT NULL) AND customer_id IN \(persons)
            """),
        PreparedStatement(
            "customerEraseReceipts",
            "UPDATE receipt SET reason = '—' WHERE reason IS NOT NULL AND customer_id IN \(persons)"),
        PreparedStatement(
            "customerEraseChoice", "DELETE FROM notice_choice WHERE customer_id IN \(persons)"),
        PreparedStatement(
            "customerEraseCalendar", "DELETE FROM calendar WHERE customer_id IN \(persons)"),
        PreparedStatement(
            "customerEraseWaitlist", "DELETE FROM waitlist WHERE customer_id IN \(persons)"),
        PreparedStatement(
            "customerErasePayments",
            """
            UPDATE payment SET payment_url = NULL, refund_reason = CASE WHEN refund_reason IS NOT NULL THEN '—' END
            WHERE customer_id IN \(persons)
            """),
        PreparedStatement(
            "customerErase",
            """
            UPDATE customer SET account_id = NULL, name = '—', phone = NULL, email = NULL WHERE id IN \(persons)
            """),
    ]
}
