import Postgres

/// The SQL that counts the museums of a selection by their properties.
///
/// Rows have the column `facet`, which is `category`, `city`, `country`, `open`, or `all` for the number of museums
/// counted. The parameters are `most`, the maximum number of museums to count; `by_category`, `by_city` and
/// `by_country`, true for the properties to count by; `counted_open`, the ids of the museums that are open; those of
/// ``BoxSQL`` in statements for a rectangle; and those that the selection needs.
enum FacetStatements {
    /// Counts the museums of a search by words, with the parameters of ``MatchingSteps``.
    static let words = words("museums.facetWords", "true")
    static let wordsInBox = words("museums.facetWordsInBox", BoxSQL.isInside)
    /// Counts all museums.
    static let all = listed("museums.facetAll", "true")
    static let allInBox = listed("museums.facetAllInBox", BoxSQL.isInsideByIndex)
    /// Counts the museums that `filter` matches.
    static let filtered = listed("museums.facetFiltered", isFiltered)
    static let filteredInBox = listed("museums.facetFilteredInBox", "\(isFiltered) AND \(BoxSQL.isInside)")

    /// The maximum number of cities in an answer.
    static let cities = 20
    /// The maximum number of countries in an answer.
    static let countries = 50

    private static let isFiltered = "title @@ :filter::tsquery"
    private static let columns = "id, category, country, city_en, city_ru, city_be"

    private static func words(_ name: StaticString, _ isInside: String) -> PreparedStatement {
        counted(name, MatchingSteps(columns: columns, isInside: isInside).all)
    }

    private static func listed(_ name: StaticString, _ condition: String) -> PreparedStatement {
        counted(name, [SQLStep("found", "SELECT \(columns) FROM museums WHERE \(condition)")])
    }

    private static func counted(_ name: StaticString, _ found: [SQLStep]) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            \((found + [SQLStep("counted", "SELECT * FROM found LIMIT :most")]).clause)
            SELECT 'all' AS facet, NULL AS category, NULL AS country, NULL AS city_en, NULL AS city_ru,
                NULL AS city_be, count(*)::integer AS museums
            FROM counted
            UNION ALL
            SELECT 'category', category, NULL, NULL, NULL, NULL, count(*)::integer
            FROM counted WHERE :by_category GROUP BY category
            UNION ALL
            SELECT 'open', NULL, NULL, NULL, NULL, NULL, count(*)::integer
            FROM counted WHERE id IN (SELECT unnest(:counted_open::text[]))
            UNION ALL
            (SELECT 'country', NULL, country, NULL, NULL, NULL, count(*)::integer AS museums
            FROM counted WHERE :by_country GROUP BY country ORDER BY museums DESC, country LIMIT \(countries))
            UNION ALL
            (SELECT 'city', NULL, country, city_en, city_ru, city_be, count(*)::integer AS museums
            FROM counted WHERE :by_city GROUP BY country, city_en, city_ru, city_be
            ORDER BY museums DESC, country, city_en, city_ru, city_be LIMIT \(cities))
            """)
    }
}
