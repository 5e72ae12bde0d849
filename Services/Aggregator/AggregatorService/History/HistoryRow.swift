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
        id, saved_at, latitude, longitude, label, language, is_simulated, street, house, city, region, country, \
        country_code, distance, address_provider, address_attribution, address_fetched_at, address_is_stale, place_id, \
        place_name, place_region, observed_at, time_zone, utc_offset, condition, is_day, temperature, feels_like, \
        humidity, pressure, wind_speed, wind_gust, wind_direction, cloud_cover, precipitation, visibility, sunrise, \
        sunset, weather_provider, weather_attribution, weather_fetched_at, weather_is_stale
        """

    init(_ row: PostgresRow) throws(PostgresError) {
        id = try row.read("id")
        savedAt = try row.read("saved_at")
        lookUp = SavedLookUp(
            location: Location(latitude: try row.read("latitude"), longitude: try row.read("longitude")),
            label: try row.read("label"),
            language: try row.read("language", as: String?.self).flatMap(Language.init),
            isSimulated: try row.read("is_simulated"))
        lookUp.address = try Self.address(row, savedAt: savedAt)
        lookUp.weather = try Self.weather(row)
    }

    private static func address(
        _ row: PostgresRow, savedAt: Instant
    ) throws(PostgresError) -> SavedLookUp.SavedAddress? {
        guard let attribution = try row.read("address_attribution", as: String?.self) else { return nil }
        let provider = try row.read("address_provider", as: String?.self)
        return SavedLookUp.SavedAddress(
            found: FoundAddress(
                street: try row.read("street"), house: try row.read("house"), city: try row.read("city"),
                region: try row.read("region"), country: try row.read("country"),
                countryCode: try row.read("country_code")),
            distance: try row.read("distance"),
            origin: DataOrigin(
                provider: provider ?? addressProvider(crediting: attribution), attribution: attribution,
                fetchedAt: try row.read("address_fetched_at", as: Instant?.self) ?? savedAt,
                isStale: try row.read("address_is_stale", as: Bool?.self) ?? false))
    }

    private static func weather(_ row: PostgresRow) throws(PostgresError) -> SavedLookUp.SavedWeather? {
        guard let attribution = try row.read("weather_attribution", as: String?.self) else { return nil }
        let observation = Observation(
            observedAt: try row.read("observed_at"), utcOffset: try row.read("utc_offset", as: Int?.self) ?? 0,
            timeZone: try row.read("time_zone"),
            // A newer program may have written a condition that this one does not know.
            condition: WeatherCondition(rawValue: try row.read("condition")) ?? .unknown,
            isDay: try row.read("is_day"), temperature: try row.read("temperature"),
            feelsLike: try row.read("feels_like"), humidity: try row.read("humidity"),
            pressure: try row.read("pressure"), windSpeed: try row.read("wind_speed"),
            windGust: try row.read("wind_gust"), windDirection: try row.read("wind_direction"),
            cloudCover: try row.read("cloud_cover"), precipitation: try row.read("precipitation"),
            visibility: try row.read("visibility"), sunrise: try row.read("sunrise"), sunset: try row.read("sunset"))
        let provider = try row.read("weather_provider", as: String?.self)
        return SavedLookUp.SavedWeather(
            observation: observation, place: try place(row),
            origin: DataOrigin(
                provider: provider ?? weatherProvider(crediting: attribution), attribution: attribution,
                fetchedAt: try row.read("weather_fetched_at", as: Instant?.self) ?? observation.observedAt,
                isStale: try row.read("weather_is_stale", as: Bool?.self) ?? false))
    }

    private static func place(_ row: PostgresRow) throws(PostgresError) -> SavedLookUp.SavedPlace? {
        guard let id = try row.read("place_id", as: String?.self).flatMap(PlaceID.init) else { return nil }
        return SavedLookUp.SavedPlace(id: id, name: try row.read("place_name"), region: try row.read("place_region"))
    }

    /// Infers the provider of an address from its credit: older programs stored nothing else.
    private static func addressProvider(crediting attribution: String) -> String {
        if attribution.contains("Photon") { return AddressProviderName.photon.rawValue }
        return attribution.contains("OpenStreetMap") ? AddressProviderName.nominatim.rawValue : Gazetteer.provider
    }

    /// Infers the provider of the weather from its credit: older programs stored nothing else.
    private static func weatherProvider(crediting attribution: String) -> String {
        let provider: WeatherProviderName = attribution.contains("OpenWeather") ? .openWeatherMap : .openMeteo
        return provider.rawValue
    }

    /// The parameters of ``HistoryStatements/insert``, except those for the account and the call.
    var values: NamedParameters {
        [
            "id": id, "saved_at": savedAt, "latitude": lookUp.location.latitude,
            "longitude": lookUp.location.longitude, "label": lookUp.label, "language": lookUp.language?.rawValue,
            "is_simulated": lookUp.isSimulated,
        ] + addressValues + weatherValues + observationValues
    }

    private var addressValues: NamedParameters {
        let address = lookUp.address
        return [
            "precision": address?.found.precision.rawValue, "street": address?.found.street,
            "house": address?.found.house, "city": address?.found.city, "region": address?.found.region,
            "country": address?.found.country, "country_code": address?.found.countryCode,
            "distance": address?.distance, "address_provider": address?.origin.provider,
            "address_attribution": address?.origin.attribution, "address_fetched_at": address?.origin.fetchedAt,
            "address_is_stale": address?.origin.isStale,
        ]
    }

    private var weatherValues: NamedParameters {
        let (place, origin) = (lookUp.weather?.place, lookUp.weather?.origin)
        return [
            "place_id": place?.id.text, "place_name": place?.name, "place_region": place?.region,
            "weather_provider": origin?.provider, "weather_attribution": origin?.attribution,
            "weather_fetched_at": origin?.fetchedAt, "weather_is_stale": origin?.isStale,
        ]
    }

    private var observationValues: NamedParameters {
        let observation = lookUp.weather?.observation
        return [
            "observed_at": observation?.observedAt, "time_zone": observation?.timeZone,
            "utc_offset": observation?.utcOffset, "condition": observation?.condition.rawValue,
            "is_day": observation?.isDay, "temperature": observation?.temperature,
            "feels_like": observation?.feelsLike, "humidity": observation?.humidity,
            "pressure": observation?.pressure, "wind_speed": observation?.windSpeed,
            "wind_gust": observation?.windGust, "wind_direction": observation?.windDirection,
            "cloud_cover": observation?.cloudCover, "precipitation": observation?.precipitation,
            "visibility": observation?.visibility, "sunrise": observation?.sunrise, "sunset": observation?.sunset,
        ]
    }
}
