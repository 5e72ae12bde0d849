public import Postgres

/// The invariants of the `booking` database.
public enum BookingConsistency {
    /// The rules, each with a query that counts its violations.
    private static let rules: [(String, String)] = [
        (
            "a booking that was not cancelled has each of its atoms, and only these",
            """
            SELECT count(*) FROM booking b
            WHERE (SELECT array_agg(c.atom ORDER BY c.atom) FROM slot_claim c
                    WHERE c.booking_id = b.id AND c.reverse_id = b.reverse_id)
                IS DISTINCT FROM CASE WHEN b.state = 'cancelled' THEN NULL ELSE
                    (SELECT array_agg(a) FROM generate_series(b.starts_at / 300000, b.ends_at / 300000 - 1) a) END
            """
        ),
        (
            "no claim of a booking lies on another reverse",
            """
            SELECT count(*) FROM slot_claim c JOIN booking b ON b.id = c.booking_id WHERE b.reverse_id <> c.reverse_id
            """
        ),
        (
            "a claim of a hold is as long as the hold",
            "SELECT count(*) FROM slot_claim c JOIN hold h ON h.id = c.hold_id WHERE h.expires_at <> c.expires_at"
        ),
        (
            "each balance is the sum of its transfers",
            """
            SELECT count(*) FROM ledger_account a WHERE a.customer_id IS NOT NULL AND a.balance <>
                coalesce((SELECT sum(t.amount) FROM ledger_transfer t
                    WHERE t.credit = a.id AND t.phase IN ('posted', 'post')), 0)
                - coalesce((SELECT sum(t.amount) FROM ledger_transfer t
                    WHERE t.debit = a.id AND t.phase IN ('posted', 'post')), 0)
            """
        ),
        (
            "what is set aside is the sum of what is pending",
            """
            SELECT count(*) FROM ledger_account a WHERE a.pending <>
                coalesce((SELECT sum(t.amount) FROM ledger_transfer t WHERE t.debit = a.id AND t.phase = 'pending'
                    AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.resolves = t.id)), 0)
            """
        ),
        (
            "what resolves a transfer is like it",
            """
            SELECT count(*) FROM ledger_transfer r JOIN ledger_transfer t ON t.id = r.resolves
            WHERE (r.debit, r.credit, r.unit, r.amount, t.phase) IS DISTINCT FROM
                (t.debit, t.credit, t.unit, t.amount, 'pending')
            """
        ),
        (
            "both sides of a transfer have its unit",
            """
            SELECT count(*) FROM ledger_transfer t JOIN ledger_account d ON d.id = t.debit
                JOIN ledger_account c ON c.id = t.credit WHERE d.unit <> t.unit OR c.unit <> t.unit
            """
        ),
        (
            "all accounts of a unit sum to zero",
            """
            SELECT count(*) FROM (
                SELECT unit, sum(amount) AS moved FROM (
                    SELECT d.unit, -t.amount AS amount FROM ledger_transfer t JOIN ledger_account d ON d.id = t.debit
                    WHERE t.phase IN ('posted', 'post')
                    UNION ALL
                    SELECT c.unit, t.amount FROM ledger_transfer t JOIN ledger_account c ON c.id = t.credit
                    WHERE t.phase IN ('posted', 'post')) sides
                GROUP BY unit) sums WHERE moved <> 0
            """
        ),
        (
            "sets are set aside for booked pass bookings and undecided late cancellations, and for nothing else",
            """
            SELECT count(*) FROM booking b
            WHERE coalesce((SELECT sum(t.amount) FROM ledger_transfer t WHERE t.booking_id = b.id AND t.phase = 'pending'
                    AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.resolves = t.id)), 0)
                <> CASE WHEN b.pay_with = 'pass' AND b.charge_state IN ('held', 'undecided') THEN b.sets ELSE 0 END
            """
        ),
        (
            "a payment that was paid has one pass, another has none",
            """
            SELECT count(*) FROM payment p WHERE (SELECT count(*) FROM pass WHERE payment_id = p.id)
                <> CASE WHEN p.state IN ('paid', 'refunding', 'refunded') THEN 1 ELSE 0 END
            """
        ),
        (
            "a payment's money came in once, and went back once if it was given back",
            """
            SELECT count(*) FROM payment p
            WHERE coalesce((SELECT sum(CASE WHEN c.kind = 'sales' THEN t.amount ELSE -t.amount END)
                    FROM ledger_transfer t JOIN ledger_account c ON c.id = t.credit
                    WHERE t.payment_id = p.id AND t.unit = p.currency), 0)
                <> CASE WHEN p.state IN ('paid', 'refunding') THEN p.amount ELSE 0 END
            """
        ),
        (
            "nothing is left on the pass of a payment that is given back",
            """
            SELECT count(*) FROM payment p JOIN pass s ON s.payment_id = p.id JOIN ledger_account a ON a.pass_id = s.id
            WHERE p.state IN ('refunding', 'refunded') AND a.balance <> 0
            """
        ),
        (
            "a pass without a payment was sold at the till, once",
            """
            SELECT count(*) FROM pass p WHERE (SELECT count(*) FROM receipt r WHERE r.pass_id = p.id AND r.kind = 'sale')
                <> CASE WHEN p.payment_id IS NULL THEN 1 ELSE 0 END
            """
        ),
        (
            "the till's receipts agree with the ledger",
            """
            SELECT count(*) FROM pass p JOIN ledger_account a ON a.pass_id = p.id
            WHERE coalesce((SELECT sum(r.sets) FROM receipt r WHERE r.pass_id = p.id), 0) <>
                coalesce((SELECT sum(CASE WHEN t.credit = a.id THEN t.amount ELSE -t.amount END)
                    FROM ledger_transfer t WHERE a.id IN (t.debit, t.credit) AND (t.kind = 'corrected'
                        OR t.kind = 'bought' AND t.payment_id IS NULL)), 0)
            """
        ),
        (
            "a pass and its account belong to the same customer",
            """
            SELECT count(*) FROM pass p JOIN ledger_account a ON a.pass_id = p.id
            WHERE a.customer_id <> p.customer_id
            """
        ),
        (
            "a closure that is carried out has left nothing booked",
            """
            SELECT count(*) FROM closure c JOIN booking b ON b.starts_at < c.ends_at AND b.ends_at > c.starts_at
                AND (c.reverse_id IS NULL OR c.reverse_id = b.reverse_id)
            WHERE c.done_at IS NOT NULL AND c.reopened_at IS NULL AND b.state = 'booked'
            """
        ),
        (
            "closures count what they have cancelled",
            """
            SELECT count(*) FROM (SELECT sum(cancelled) AS counted FROM closure) c,
                (SELECT count(*) AS found FROM booking WHERE cancelled_by = 'park') b
            WHERE coalesce(c.counted, 0) <> b.found
            """
        ),
        (
            "a late cancellation and a no-show have a case",
            """
            SELECT count(*) FROM booking b WHERE (b.cancelled_late OR b.state = 'noShow')
                AND NOT EXISTS (SELECT FROM sanction_case c WHERE c.booking_id = b.id)
            """
        ),
        (
            "an offer of the waitlist is a hold of the customer for the slots of the entry",
            """
            SELECT count(*) FROM waitlist w JOIN hold h ON h.id = w.hold_id
            WHERE (h.customer_id, h.reverse_id, h.starts_at, h.ends_at)
                IS DISTINCT FROM (w.customer_id, w.reverse_id, w.starts_at, w.ends_at)
            """
        ),
    ]

    /// Returns the violated rules, each with its number of violations.
    public static func faults(in client: PostgresClient) async throws -> [String] {
        var faults: [String] = []
        for (rule, sql) in rules {
            let count = try await client.query(PreparedStatement("rule", sql)).only.read("count", as: Int.self)
            if count > 0 { faults.append("\(rule): broken \(count) times") }
        }
        return faults
    }
}
