import Database

/// The tables of `aggregator` with personal data.
enum AggregatorPersonalData {
    static let tables = [
        PersonalTable("look_up", .deleted)
    ]
}
