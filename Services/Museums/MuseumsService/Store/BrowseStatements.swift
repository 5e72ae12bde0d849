import Postgres

/// The SQL of lists without words, with the rows of ``SearchStatements``.
///
/// The parameters are `limit`, the number of rows; `after_place` and `after_id`, the key to begin after; `north` and
/// `east`, the origin's degrees if the nearest come first; and `country`, `category` and `filter` in statements that
/// name them.
struct BrowseStatements {
    let all: PreparedStatement
    let country: PreparedStatement
    let category: PreparedStatement
    let countryAndCategory: PreparedStatement
    /// The statement for filters with a city; even the largest cities have few museums.
    let filtered: PreparedStatement

    static let byImportance = BrowseStatements(
        all: importance("museums.browseAll", "true"),
        country: importance("museums.browseCountry", "country = :country"),
        category: importance("museums.browseCategory", "category = :category"),
        countryAndCategory: importance(
            "museums.browseCountryAndCategory", "country = :country AND category = :category"),
        filtered: importance("museums.browseFiltered", "title @@ :filter::tsquery"))

    static let nearest = BrowseStatements(
        all: nearest("museums.nearestAll"),
        country: nearest("museums.nearestCountry", "country = :country"),
        category: nearest("museums.nearestCategory", "category = :category"),
        countryAndCategory: nearest("museums.nearestCountryAndCategory", "country = :country AND category = :category"),
        filtered: sorted("museums.nearestFiltered", "title @@ :filter::tsquery"))

    private static func importance(_ name: StaticString, _ condition: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            SELECT 1 AS band, precedence::double precision AS place, \(FoundMuseumRow.columns), 0 AS matches
            FROM museums \(PictureColumns.join)
            WHERE \(condition) AND (museums.precedence, id) > (:after_place, :after_id)
            ORDER BY museums.precedence, id LIMIT :limit
            """)
    }

    private static let near = OrderSQL.nearest(north: ":north", east: ":east")
    private static let nearKey = "(\(near.parameter(":after_place")), :after_id)"

    /// Returns a statement that walks the museums in their order, which ends soon because all match.
    private static func nearest(_ name: StaticString) -> PreparedStatement {
        page(name, near.walk(where: "true", after: nearKey, limit: ":limit"))
    }

    /// Returns a statement that walks the museums in their order, which ends soon if nearby ones match. If the next
    /// thousand do not fill the page, it sorts all matches.
    private static func nearest(_ name: StaticString, _ condition: String) -> PreparedStatement {
        page(
            name,
            """
            WITH around AS MATERIALIZED (
                SELECT place, id FROM (
                    \(near.walk(["country", "category"], where: "true", after: nearKey, limit: "1000 + :limit"))
                ) AS walk
                WHERE \(condition) LIMIT :limit
            )
            SELECT * FROM around WHERE (SELECT count(*) FROM around) = :limit
            UNION ALL
            SELECT * FROM (
                SELECT * FROM (
                    SELECT \(near.place) AS place, id FROM museums
                    WHERE (SELECT count(*) FROM around) < :limit AND \(condition) OFFSET 0
                ) AS wanted
                WHERE (place, id) > \(nearKey) ORDER BY place, id LIMIT :limit
            ) AS first
            """)
    }

    /// Returns a statement that sorts all matches.
    private static func sorted(_ name: StaticString, _ condition: String) -> PreparedStatement {
        page(
            name,
            """
            SELECT * FROM (
                SELECT \(near.place) AS place, id FROM museums WHERE \(condition) OFFSET 0
            ) AS wanted
            WHERE (place, id) > \(nearKey) ORDER BY place, id LIMIT :limit
            """)
    }

    private static func page(_ name: StaticString, _ page: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            SELECT 1 AS band, page.place, \(FoundMuseumRow.columns), 0 AS matches
            FROM (\(page)) AS page JOIN museums USING (id) \(PictureColumns.join)
            ORDER BY page.place, id
            """)
    }
}
