import Database

/// The tables of `auth` with personal data.
///
/// Some rows belong to a person only because somebody else typed the person's address or number. Of these the person
/// learns that it was used, but nothing about whoever did.
enum AuthPersonalData {
    /// A column that only rows of the account itself show.
    private static func own(_ name: String) -> PersonalColumn {
        .text(name, "CASE WHEN account_id = :account THEN \(name) END")
    }

    static let tables = [
        PersonalTable(
            "account", .deleted, key: "id", owner: "id = :account",
            [
                "id", "login", "email", "phone", "first_name", "last_name", "birth_date", "contact_email",
                "declaration_version", .time("declared_at"), "consent_version", .time("consented_at"),
                .time("created_at"), .time("deletes_at"), .time("locked_at"), "lock_reason",
            ]),
        PersonalTable(
            "account_role", .deleted, key: "role", owner: "account_id = :account", ["role", .time("granted_at")]),
        PersonalTable(
            "authenticator", .deleted, key: "account_id", owner: "account_id = :account",
            [.time("created_at"), .time("confirmed_at")]),
        PersonalTable(
            "recovery_code", .deleted, .exempt("keyed hashes of codes, which say nothing of the person")),
        PersonalTable(
            "passkey", .deleted, key: "id", owner: "account_id = :account",
            ["name", .time("created_at"), .time("used_at")]),
        PersonalTable(
            "registration", .deleted, key: "id",
            owner: "account_id = :account OR email = (SELECT email FROM account WHERE id = :account)",
            [
                own("login"), "email", own("declaration_version"), own("consent_version"), own("place"),
                .time("created_at"),
            ]),
        PersonalTable(
            "password_reset", .deleted, key: "id",
            owner: "email = (SELECT email FROM account WHERE id = :account)",
            ["email", .time("created_at")]),
        PersonalTable(
            "phone_challenge", .deleted, key: "id",
            owner: "account_id = :account OR phone = (SELECT phone FROM account WHERE id = :account)",
            [
                "phone", own("first_name"), own("last_name"), own("email"), own("birth_date"),
                own("declaration_version"), own("consent_version"), own("place"), .time("created_at"),
            ]),
        PersonalTable(
            "session", .anonymized, key: "id", owner: "account_id = :account",
            [
                "id", "device", "place", .time("created_at"), .time("rotated_at"), .time("expires_at"),
                .time("ended_at"), "end_reason", .time("present_at"), "is_strong",
            ]),
        PersonalTable(
            "login_throttle", .expiring,
            .exempt("counts of failed sign-ins under keyed hashes, which nobody can list by account; gone after days")),
        PersonalTable(
            "outbox", .deleted, .exempt("encrypted messages to the person, deleted once they are sent")),
        PersonalTable(
            "audit", .anonymized, key: "id", owner: "account_id = :account",
            [
                .time("at"), "event", "session_id",
                // Entries with an actor have the address of an administrator.
                .text("address", "CASE WHEN actor_id IS NULL AND chain IS NULL THEN address END"),
            ]),
        PersonalTable(
            "access_review", .deleted, key: "id",
            owner: """
                account_id = :account OR name = (SELECT email FROM account WHERE id = :account)
                OR name = (SELECT phone FROM account WHERE id = :account)
                """,
            ["name", own("body"), .time("opened_at"), "decision", .time("decided_at")]),
        // A rule for one address, number or account: whoever it keeps out must not return by deleting the account.
        PersonalTable(
            "access_rule", .kept, key: "value",
            owner: """
                kind = 'account' AND value IN (SELECT unnest(ARRAY[id::text, email, phone]) FROM account WHERE id = :account)
                """,
            ["value", "action", .time("changed_at")]),
        PersonalTable(
            "erased_account", .identifiers, .exempt("ids of deleted accounts, whose owners cannot sign in any more")),
    ]
}
