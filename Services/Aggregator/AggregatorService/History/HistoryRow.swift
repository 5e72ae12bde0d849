import AggregatorContract
import Postgres
import Values

/// A stored entry of an account's history.
struct HistoryRow: Sendable, Equatable {
    var id: Identifier
    var savedAt: Instant
    var lookUp: SavedLookUp
}

extension HistoryRow {
    /// The SELECT list that a row is read from.
    static let columns = """
        id::text, saved_at, latitude, longitude, label, street, house, city, country, country_code, \
        address_attribution, observed_at, condition, is_day, temperature, weather_attribution, is_simulated
        """

    /// The places of ``columns``.
    private enum Column: Int, CaseIterable {
        case id, savedAt, latitude, longitude, label, street, house, city, country, countryCode
        case addressAttribution, observedAt, condition, isDay, temperature, weatherAttribution, isSimulated
    }

    /// The number of ``columns``.
    static let columnCount = Column.allCases.count

    init(_ row: PostgresRow) throws(PostgresError) {
        func read<Value: PostgresDecodable>(_ column: Column) throws(PostgresError) -> Value {
            try row.decode(Value.self, at: column.rawValue)
        }
        id = Identifier(unchecked: try read(.id))
        savedAt = Instant(milliseconds: try read(.savedAt))
        lookUp = SavedLookUp(
            location: Location(
                latitude: Latitude(unchecked: try read(.latitude)),
                longitude: Longitude(unchecked: try read(.longitude))),
            label: try read(.label), isSimulated: try read(.isSimulated))
        if let attribution: String = try read(.addressAttribution) {
            lookUp.address = SavedLookUp.SavedAddress(
                found: FoundAddress(
                    street: try read(.street), house: try read(.house), city: try read(.city),
                    country: try read(.country), countryCode: try read(.countryCode)),
                attribution: attribution)
        }
        if let attribution: String = try read(.weatherAttribution) {
            lookUp.weather = SavedLookUp.SavedWeather(
                observedAt: Instant(milliseconds: try read(.observedAt)),
                // A newer program may have written a condition that this one does not know.
                condition: WeatherCondition(rawValue: try read(.condition)) ?? .unknown,
                isDay: try read(.isDay), temperature: try read(.temperature), attribution: attribution)
        }
    }
}
