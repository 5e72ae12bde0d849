import Values

/// A city that a geocoding provider found.
struct GeocodedCity: Codable, Sendable, Equatable {
    var name: String
    var region: String?
    var country: String
    var location: Location
    var timeZone: String?
    var population: Int?
}
