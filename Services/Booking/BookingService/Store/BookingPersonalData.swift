import Database

/// The tables of `booking` with personal data.
enum BookingPersonalData {
    static let tables = [
        PersonalTable("customer", .anonymized),
        PersonalTable("hold", .deleted),
        PersonalTable("booking", .anonymized),
        PersonalTable("payment", .anonymized),
        PersonalTable("pass", .identifiers),
        PersonalTable("sanction_case", .anonymized),
        PersonalTable("restriction", .identifiers),
        PersonalTable("ledger_account", .identifiers),
        PersonalTable("ledger_transfer", .identifiers),
        PersonalTable("joining", .identifiers),
        PersonalTable("idempotency_key", .deleted),
        PersonalTable("outbox", .deleted),
        PersonalTable("audit", .identifiers),
    ]
}
