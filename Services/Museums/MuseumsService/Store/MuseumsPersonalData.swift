import Database

/// The tables of `museums` with personal data.
enum MuseumsPersonalData {
    static let tables = [
        PersonalTable(
            "museum_marks", .deleted, key: "museum_id", owner: "account_id = :account",
            ["museum_id", "is_favourite", "is_visited", .time("changed_at")]),
        // The history of the catalogue names editors by ids alone.
        PersonalTable(
            "museum_edits", .identifiers, key: "lpad(number::text, 20, '0')", owner: "actor_id = :account",
            ["museum_id", "kind", .time("at")]),
        PersonalTable(
            "museum_uploads", .deleted, .exempt("bytes of a picture until it is published")),
    ]
}
