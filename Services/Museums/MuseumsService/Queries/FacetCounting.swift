import MuseumsContract
import Postgres
import Resilience
import Values

/// Counts the museums of a search by their properties.
struct FacetCounting: Sendable {
    let store: FacetStore
    /// The museums that are open; empty if nobody asks.
    var open: [String] = []

    /// The extra cost of one statement, in calls; it may read thousands of museums.
    static let cost = 3

    /// Returns the counts that a search asks for.
    func facets(
        of selection: MuseumSelection, by facets: Set<MuseumFacet>, in language: Language,
        deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> Museums.Facets {
        var result = Museums.Facets(isExact: true)
        for (filter, facets) in Self.groups(of: selection.filter, by: facets) {
            CallWork.current?.add(cost: Self.cost)
            let counts = try await store.counts(
                of: selection.filtered(by: filter), by: facets, open: facets.contains(.openNow) ? open : [],
                deadline: deadline)
            if let categories = counts.categories { result.categories = Self.entries(categories, in: language) }
            if let cities = counts.cities {
                result.cities = cities.map { city in
                    let best = city.name.bestLanguage(for: language)
                    return Museums.CityCount(
                        city: city.name[best] ?? "", countryCode: city.country, count: city.museums)
                }
            }
            if let countries = counts.countries {
                result.countries = countries.map {
                    Museums.CountryCount(
                        countryCode: $0.country, country: $0.country.name?[language], count: $0.museums)
                }
            }
            if let openNow = counts.openNow { result.openNow = openNow }
            result.isExact = result.isExact && counts.isExact
        }
        return result
    }

    /// Returns the counts of a search that matches no museum.
    static func none(by facets: Set<MuseumFacet>) -> Museums.Facets {
        Museums.Facets(
            categories: facets.contains(.category) ? [] : nil, cities: facets.contains(.city) ? [] : nil,
            countries: facets.contains(.country) ? [] : nil, openNow: facets.contains(.openNow) ? 0 : nil,
            isExact: true)
    }

    /// Groups properties by the filter without each of them; those that are not filtered by need one statement.
    static func groups(
        of filter: SearchFilter, by facets: Set<MuseumFacet>
    ) -> [(filter: SearchFilter, facets: Set<MuseumFacet>)] {
        var groups: [(filter: SearchFilter, facets: Set<MuseumFacet>)] = []
        for facet in MuseumFacet.allCases where facets.contains(facet) {
            let rest = filter.without(facet)
            if let place = groups.firstIndex(where: { $0.filter == rest }) {
                groups[place].facets.insert(facet)
            } else {
                groups.append((rest, [facet]))
            }
        }
        return groups
    }

    /// Returns the subjects of museums, those with the most first; `general` is the last.
    static func entries(_ counts: [MuseumCategory: Int], in language: Language) -> [Museums.Categories.Entry] {
        let sorted = counts.sorted { left, right in
            let (first, second) = (left.key == .general ? 1 : 0, right.key == .general ? 1 : 0)
            return (first, -left.value, left.key.rawValue) < (second, -right.value, right.key.rawValue)
        }
        return sorted.map { category, count in
            Museums.Categories.Entry(
                category: category, categoryName: CategoryNames.name(of: category)[language], count: count)
        }
    }
}
