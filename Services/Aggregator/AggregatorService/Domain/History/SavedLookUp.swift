import AggregatorContract
import Contract
import Values

/// The content of an entry of an account's history.
struct SavedLookUp: Sendable, Equatable {
    struct SavedAddress: Sendable, Equatable {
        var found: FoundAddress
        /// The distance in metres to the city's centre; set only if the city is just the nearest known one.
        var distance: Int?
        var origin: DataOrigin
    }

    /// The place that the weather answer named.
    struct SavedPlace: Sendable, Equatable {
        var id: PlaceID
        var name: String
        var region: String?
    }

    struct SavedWeather: Sendable, Equatable {
        var observation: Observation
        var place: SavedPlace?
        var origin: DataOrigin
    }

    var location: Location
    var label: String?
    /// The language of the names; `nil` if an older program saved them.
    var language: Language?
    var address: SavedAddress?
    var weather: SavedWeather?
    /// True if a simulator stood in for third parties.
    var isSimulated: Bool
}

extension SavedLookUp {
    /// Creates the look-up of a place from the answers given about it.
    init(
        at location: Location, label: PlaceLabel?, _ address: Places.Reverse.Result?,
        _ weather: Weather.Current.Result?, in language: Language
    ) {
        self.init(
            location: location, label: label?.text, language: language,
            isSimulated: address?.source == .simulator || weather?.source == .simulator)
        if let address, address.precision != .none { self.address = SavedAddress(address) }
        if let weather { self.weather = SavedWeather(weather) }
    }
}

extension SavedLookUp.SavedAddress {
    fileprivate init(_ address: Places.Reverse.Result) {
        found = FoundAddress(
            street: address.street, house: address.house, city: address.city, region: address.region,
            country: address.country, countryCode: address.countryCode?.text)
        distance = address.distance
        origin = DataOrigin(
            provider: address.provider, attribution: address.attribution, fetchedAt: address.fetchedAt,
            isStale: address.isStale)
    }
}

extension SavedLookUp.SavedWeather {
    fileprivate init(_ weather: Weather.Current.Result) {
        observation = Observation(
            observedAt: weather.observedAt, utcOffset: weather.utcOffset, timeZone: weather.timeZone?.text,
            condition: weather.condition.known ?? .unknown, isDay: weather.isDay, temperature: weather.temperature,
            feelsLike: weather.feelsLike, humidity: weather.humidity, pressure: weather.pressure,
            windSpeed: weather.windSpeed, windGust: weather.windGust, windDirection: weather.windDirection,
            cloudCover: weather.cloudCover, precipitation: weather.precipitation, visibility: weather.visibility,
            sunrise: weather.sunrise, sunset: weather.sunset)
        place = weather.place.map { SavedLookUp.SavedPlace(id: $0.id, name: $0.name, region: $0.region) }
        origin = DataOrigin(
            provider: weather.provider, attribution: weather.attribution, fetchedAt: weather.fetchedAt,
            isStale: weather.isStale)
    }
}
