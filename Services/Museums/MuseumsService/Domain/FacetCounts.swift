import MuseumsContract
import Values

/// The museums of a selection, counted by their properties.
struct FacetCounts: Equatable, Sendable {
    struct City: Equatable, Sendable {
        var name: LocalizedText
        var country: CountryCode
        var museums: Int
    }

    struct Country: Equatable, Sendable {
        var country: CountryCode
        var museums: Int
    }

    /// `nil` for a property that was not asked for.
    var categories: [MuseumCategory: Int]?
    var cities: [City]?
    var countries: [Country]?
    var openNow: Int?
    /// False if a count stopped at its limit.
    var isExact = true
}
