import MuseumsContract
import Postgres
import Values

/// Counts museums by their properties in PostgreSQL.
struct FacetStore: Sendable {
    let client: PostgresClient
    /// The maximum number of museums to count.
    var most = MuseumStore.Limits().counted

    /// Counts the museums of a selection by several properties.
    ///
    /// - Parameter open: the museums that are open.
    func counts(
        of selection: MuseumSelection, by facets: Set<MuseumFacet>, open: [String] = [],
        deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> FacetCounts {
        let parameters =
            selection.parameters + [
                "most": most, "by_category": facets.contains(.category), "by_city": facets.contains(.city),
                "by_country": facets.contains(.country), "counted_open": open,
            ]
        var counts = FacetCounts(
            categories: facets.contains(.category) ? [:] : nil, cities: facets.contains(.city) ? [] : nil,
            countries: facets.contains(.country) ? [] : nil)
        for row in try await client.query(selection.facetStatement, parameters, deadline: deadline) {
            let museums = try row.read("museums", as: Int.self)
            switch try row.read("facet", as: String.self) {
            case "category": counts.categories?[try MuseumCategory(row), default: 0] += museums
            case "open": counts.openNow = facets.contains(.openNow) ? museums : nil
            case "country":
                counts.countries?.append(FacetCounts.Country(country: try row.read("country"), museums: museums))
            case "city":
                counts.cities?.append(
                    FacetCounts.City(
                        name: try LocalizedText(row.prefixed("city_")), country: try row.read("country"),
                        museums: museums))
            default: counts.isExact = museums < most
            }
        }
        return counts
    }
}

extension MuseumSelection {
    fileprivate var facetStatement: PreparedStatement {
        let isBoxed = filter.area != nil
        switch self {
        case .words: return isBoxed ? FacetStatements.wordsInBox : FacetStatements.words
        case .filtered(let filter):
            if filter.lexemes.isEmpty { return isBoxed ? FacetStatements.allInBox : FacetStatements.all }
            return isBoxed ? FacetStatements.filteredInBox : FacetStatements.filtered
        }
    }

    fileprivate var parameters: NamedParameters {
        let box = BoxSQL.parameters(filter)
        switch self {
        case .words(let words): return words.parameters + box
        case .filtered(let filter): return ["filter": filter.lexemes] + box
        }
    }
}
