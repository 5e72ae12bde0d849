import Database

/// The tables of `booking` with personal data.
enum BookingPersonalData {
    private static let ofCustomer = "customer_id = (SELECT id FROM customer WHERE account_id = :account)"

    static let tables = [
        PersonalTable(
            "customer", .anonymized, key: "id", owner: "account_id = :account",
            ["id", "name", "phone", "email", "language", .time("known_at")]),
        PersonalTable(
            "hold", .deleted, key: "id", owner: ofCustomer,
            ["reverse_id", .time("starts_at"), .time("ends_at"), "sets", "price", "currency", .time("made_at")]),
        PersonalTable(
            "booking", .anonymized, key: "id", owner: ofCustomer,
            [
                "id", "reverse_id", .time("starts_at"), .time("ends_at"), "sets", "state", "pay_with", "price",
                "currency", "note", .time("made_at"), .time("cancelled_at"), "cancelled_by", "cancelled_late",
                "cancel_reason",
            ]),
        PersonalTable(
            "payment", .anonymized, key: "id", owner: ofCustomer,
            [
                "id", "product_id", "sets", "amount", "currency", "state", "provider", "provider_id", .time("made_at"),
                .time("ended_at"), "refund_reason",
            ]),
        PersonalTable(
            "pass", .identifiers, key: "id", owner: ofCustomer,
            ["id", "product_id", "sets", .time("bought_at"), .time("expires_at"), "payment_id"]),
        PersonalTable(
            "receipt", .anonymized, key: "number", owner: ofCustomer,
            ["number", "kind", "pass_id", "sets", "amount", "currency", "reason", .time("made_at")]),
        PersonalTable(
            "sanction_case", .anonymized, key: "id", owner: ofCustomer,
            [
                "id", "booking_id", "kind", "state", .time("opened_at"), "sanction", "reason", "sets", "fee",
                "currency", .time("until_at"), .time("decided_at"), .time("reversed_at"), "reversal_reason",
                "statement", .time("statement_at"), "appeal", .time("appeal_at"), "appeal_answer",
                .time("appeal_answered_at"),
            ]),
        PersonalTable(
            "notice_choice", .deleted, key: "customer_id", owner: ofCustomer,
            ["channel", "confirms", "reminds_day_before", "reminds_hours_before", "quiet_from", "quiet_to"]),
        PersonalTable("calendar", .deleted, key: "customer_id", owner: ofCustomer, ["language", .time("made_at")]),
        PersonalTable(
            "waitlist", .deleted, key: "id", owner: ofCustomer,
            ["id", "reverse_id", .time("starts_at"), .time("ends_at"), "sets", .time("made_at")]),
        PersonalTable(
            "restriction", .identifiers, key: "case_id", owner: ofCustomer,
            ["case_id", "kind", .time("until_at"), .time("lifted_at")]),
        PersonalTable(
            "ledger_account", .identifiers, key: "id", owner: ofCustomer,
            ["id", "kind", "unit", "pass_id", "balance", "pending"]),
        PersonalTable(
            "ledger_transfer", .identifiers, key: "id", owner: ofCustomer,
            [
                "number", "phase", "kind", "debit", "credit", "unit", "amount", "booking_id", "payment_id", "case_id",
                .time("made_at"),
            ]),
        PersonalTable(
            "joining", .identifiers, key: "last_number", owner: ofCustomer,
            ["after_number", "last_number", .time("joined_at")]),
        PersonalTable(
            "idempotency_key", .deleted,
            .exempt("answers to calls that were repeated within a day: what they say is in the other tables")),
        PersonalTable("outbox", .deleted, .exempt("encrypted messages to the person, deleted once they are sent")),
        PersonalTable(
            "audit", .identifiers, key: "id", owner: "booking_id IN (SELECT id FROM booking WHERE \(ofCustomer))",
            [.time("at"), "event", "booking_id"]),
    ]
}
