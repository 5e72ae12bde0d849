import AggregatorContract
import Contract
import Values

/// The content of an entry of an account's history.
struct SavedLookUp: Sendable, Equatable {
    struct SavedAddress: Sendable, Equatable {
        var found: FoundAddress
        var attribution: String
    }

    struct SavedWeather: Sendable, Equatable {
        var observedAt: Instant
        var condition: WeatherCondition
        var isDay: Bool
        var temperature: Double
        var attribution: String
    }

    var location: Location
    var label: String?
    var address: SavedAddress?
    var weather: SavedWeather?
    /// True if a simulator stood in for third parties.
    var isSimulated: Bool
}

extension SavedLookUp {
    /// Creates the look-up of a place from the answers given about it.
    init(
        at location: Location, label: PlaceLabel?, _ address: Places.Reverse.Result?,
        _ weather: Weather.Current.Result?
    ) {
        self.init(
            location: location, label: label?.text,
            isSimulated: address?.source == .simulator || weather?.source == .simulator)
        if let address, address.precision != .none {
            let found = FoundAddress(
                street: address.street, house: address.house, city: address.city, country: address.country,
                countryCode: address.countryCode?.text)
            self.address = SavedAddress(found: found, attribution: address.attribution)
        }
        if let weather {
            self.weather = SavedWeather(
                observedAt: weather.observedAt, condition: weather.condition.known ?? .unknown, isDay: weather.isDay,
                temperature: weather.temperature, attribution: weather.attribution)
        }
    }
}
