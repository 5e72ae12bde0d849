import MuseumsContract
import Values

/// The conditions of a search besides its words.
struct SearchFilter: Equatable, Sendable {
    /// A city's folded name in any language; empty if the caller gave only punctuation, which matches no city.
    var city: String?
    var country: CountryCode?
    var category: MuseumCategory?
    var box: BoundingBox?
    var circle: SearchCircle?

    init(
        city: CityName? = nil, country: CountryCode? = nil, category: MuseumCategory? = nil, box: BoundingBox? = nil,
        circle: SearchCircle? = nil
    ) {
        self.city = city.map { Folding.fold($0.text) }
        self.country = country
        self.category = category
        self.box = box
        self.circle = circle
    }

    /// The rectangle in which an index looks for museums.
    var area: BoundingBox? { box ?? circle?.box }

    /// All conditions but rectangle and circle, as the text of a `tsquery`; empty if every museum passes.
    var lexemes: String {
        var all: [String] = []
        if let city { all.append(SearchFacet.city.lexeme(city)) }
        if let country { all.append(SearchFacet.country.lexeme(country.text)) }
        if let category { all.append(SearchFacet.category.lexeme(category.rawValue)) }
        return all.joined(separator: " & ")
    }

    /// Returns the filter without its condition on a property.
    func without(_ facet: MuseumFacet) -> SearchFilter {
        var filter = self
        switch facet {
        case .category: filter.category = nil
        case .city: filter.city = nil
        case .country: filter.country = nil
        }
        return filter
    }
}
