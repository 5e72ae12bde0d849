import Database

/// The tables of `aggregator` with personal data.
enum AggregatorPersonalData {
    static let tables = [
        PersonalTable(
            "look_up", .deleted, key: "id", owner: "account_id = :account",
            [
                "id", .time("saved_at"), "latitude", "longitude", "label", "street", "house", "city", "country",
                .time("observed_at"), "condition", "temperature",
            ]),
        PersonalTable(
            "saved_city", .deleted, key: "place_id", owner: "account_id = :account",
            ["place_id", .time("added_at")]),
    ]
}
