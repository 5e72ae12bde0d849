import AggregatorContract
import Values

/// A city that a geocoding provider found.
struct GeocodedCity: Codable, Sendable, Equatable {
    var name: String
    var region: String?
    var country: String
    var location: Location
    var timeZone: String?
    var population: Int?
    /// The city's GeoNames number, with which the provider returns the city in any language.
    var number: Int?

    var id: PlaceID { PlaceSlug(name: name, country: country, number: number).id(at: location) }
}
