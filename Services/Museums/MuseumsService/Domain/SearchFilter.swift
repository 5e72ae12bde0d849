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
    /// The museums that are open, if others are left out.
    var openMuseums: [String]?

    init(
        city: CityName? = nil, country: CountryCode? = nil, category: MuseumCategory? = nil, box: BoundingBox? = nil,
        circle: SearchCircle? = nil, openMuseums: [String]? = nil
    ) {
        self.city = city.map { Folding.fold($0.text) }
        self.country = country
        self.category = category
        self.box = box
        self.circle = circle
        self.openMuseums = openMuseums
    }

    /// The rectangle in which an index looks for museums, if conditions on single museums have to be checked.
    var area: BoundingBox? { box ?? circle?.box ?? (openMuseums == nil ? nil : .world) }

    /// The conditions on properties that are stored as lexemes, as the text of a `tsquery`; empty if there are none.
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
        case .openNow: filter.openMuseums = nil
        }
        return filter
    }
}
