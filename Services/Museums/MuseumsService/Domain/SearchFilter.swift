import MuseumsContract
import Values

/// The conditions of a search besides its words.
struct SearchFilter: Equatable, Sendable {
    /// A city's folded name in any language; empty if the caller gave only punctuation, which matches no city.
    var city: String?
    var country: CountryCode?
    var category: MuseumCategory?
    var box: BoundingBox?

    init(
        city: CityName? = nil, country: CountryCode? = nil, category: MuseumCategory? = nil, box: BoundingBox? = nil
    ) {
        self.city = city.map { Folding.fold($0.text) }
        self.country = country
        self.category = category
        self.box = box
    }

    /// All conditions but the rectangle, as the text of a `tsquery`; empty if every museum passes.
    var lexemes: String {
        var all: [String] = []
        if let city { all.append(SearchFacet.city.lexeme(city)) }
        if let country { all.append(SearchFacet.country.lexeme(country.text)) }
        if let category { all.append(SearchFacet.category.lexeme(category.rawValue)) }
        return all.joined(separator: " & ")
    }
}
