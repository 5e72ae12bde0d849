import Database

/// The tables of `schedule` with personal data.
enum SchedulePersonalData {
    static let tables = [
        PersonalTable(
            "favourite", .deleted, key: "id", owner: "account_id = :account",
            ["id", "kind", "subject", "subgroup", "pinned", .time("added_at")]),
        // Without the digest of the secret.
        PersonalTable(
            "calendar", .deleted, key: "id", owner: "account_id = :account",
            ["id", "kind", "subject", "subgroup", "language", .time("made_at")]),
    ]
}
