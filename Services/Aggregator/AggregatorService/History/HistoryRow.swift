import AggregatorContract
import Database
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
        id, saved_at, latitude, longitude, label, is_simulated, address_attribution, street, house, city, country, \
        country_code, weather_attribution, observed_at, condition, is_day, temperature
        """

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        savedAt = try row.read("saved_at")
        lookUp = SavedLookUp(
            location: Location(latitude: try row.read("latitude"), longitude: try row.read("longitude")),
            label: try row.read("label"), isSimulated: try row.read("is_simulated"))
        if let attribution = try row.read("address_attribution", as: String?.self) {
            lookUp.address = SavedLookUp.SavedAddress(
                found: FoundAddress(
                    street: try row.read("street"), house: try row.read("house"), city: try row.read("city"),
                    country: try row.read("country"), countryCode: try row.read("country_code")),
                attribution: attribution)
        }
        if let attribution = try row.read("weather_attribution", as: String?.self) {
            lookUp.weather = SavedLookUp.SavedWeather(
                observedAt: try row.read("observed_at"),
                // A newer program may have written a condition that this one does not know.
                condition: WeatherCondition(rawValue: try row.read("condition")) ?? .unknown,
                isDay: try row.read("is_day"), temperature: try row.read("temperature"), attribution: attribution)
        }
    }

    /// The parameters of ``HistoryStatements/insert``, except those for the account and the call.
    var values: NamedParameters {
        let (address, weather) = (lookUp.address, lookUp.weather)
        return [
            "id": id, "saved_at": savedAt, "latitude": lookUp.location.latitude,
            "longitude": lookUp.location.longitude, "label": lookUp.label,
            "precision": address?.found.precision.rawValue, "street": address?.found.street,
            "house": address?.found.house, "city": address?.found.city, "country": address?.found.country,
            "country_code": address?.found.countryCode, "address_attribution": address?.attribution,
            "observed_at": weather?.observedAt, "condition": weather?.condition.rawValue, "is_day": weather?.isDay,
            "temperature": weather?.temperature, "weather_attribution": weather?.attribution,
            "is_simulated": lookUp.isSimulated,
        ]
    }
}
