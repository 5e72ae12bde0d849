import Database

/// The tables of `museums` with personal data.
enum MuseumsPersonalData {
    static let tables = [
        PersonalTable(
            "museum_marks", .deleted, key: "museum_id", owner: "account_id = :account",
            ["museum_id", "is_favourite", "is_visited", .time("changed_at")])
    ]
}
