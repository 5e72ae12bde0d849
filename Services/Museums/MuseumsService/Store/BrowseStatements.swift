import Postgres

/// The SQL of lists without words, with the rows of ``SearchStatements``.
///
/// Parameters: `$1` rows wanted, `$2`–`$3` place and id after which to begin; nearest first: `$4` and `$5` degrees
/// north and east; then the filter.
struct BrowseStatements {
    let all: PreparedStatement
    let country: PreparedStatement
    let category: PreparedStatement
    let countryAndCategory: PreparedStatement
    /// For filters with a city: even the largest cities have few museums.
    let filtered: PreparedStatement

    static let byImportance = BrowseStatements(
        all: importance("museums.browseAll", "true"),
        country: importance("museums.browseCountry", "country = $4"),
        category: importance("museums.browseCategory", "category = $4"),
        countryAndCategory: importance("museums.browseCountryAndCategory", "country = $4 AND category = $5"),
        filtered: importance("museums.browseFiltered", "title @@ $4::tsquery"))

    static let nearest = BrowseStatements(
        all: nearest("museums.nearestAll"),
        country: nearest("museums.nearestCountry", "country = $6"),
        category: nearest("museums.nearestCategory", "category = $6"),
        countryAndCategory: nearest("museums.nearestCountryAndCategory", "country = $6 AND category = $7"),
        filtered: sorted("museums.nearestFiltered", "title @@ $6::tsquery"))

    private static func importance(_ name: StaticString, _ condition: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            SELECT 1, precedence::double precision, \(FoundMuseumRow.columns), 0::bigint FROM museums \(PictureColumns.join)
            WHERE \(condition) AND (museums.precedence, id) > ($2, $3) ORDER BY museums.precedence, id LIMIT $1
            """)
    }

    private static let near = OrderSQL.nearest(north: "$4", east: "$5")
    private static let nearKey = "(\(near.parameter("$2")), $3)"

    /// Walks the museums in their order, which ends soon because all match.
    private static func nearest(_ name: StaticString) -> PreparedStatement {
        page(name, near.walk(where: "true", after: nearKey, limit: "$1"))
    }

    /// Walks the museums in their order, which ends soon if those around match; if the next thousand do not fill the
    /// page, sorts all matches.
    private static func nearest(_ name: StaticString, _ condition: String) -> PreparedStatement {
        page(
            name,
            """
            WITH around AS MATERIALIZED (
                SELECT place, id FROM (
                    \(near.walk(["country", "category"], where: "true", after: nearKey, limit: "1000 + $1"))
                ) AS walk
                WHERE \(condition) LIMIT $1
            )
            SELECT * FROM around WHERE (SELECT count(*) FROM around) = $1
            UNION ALL
            SELECT * FROM (
                SELECT * FROM (
                    SELECT \(near.place) AS place, id FROM museums
                    WHERE (SELECT count(*) FROM around) < $1 AND \(condition) OFFSET 0
                ) AS wanted
                WHERE (place, id) > \(nearKey) ORDER BY place, id LIMIT $1
            ) AS first
            """)
    }

    /// Sorts all matches.
    private static func sorted(_ name: StaticString, _ condition: String) -> PreparedStatement {
        page(
            name,
            """
            SELECT * FROM (
                SELECT \(near.place) AS place, id FROM museums WHERE \(condition) OFFSET 0
            ) AS wanted
            WHERE (place, id) > \(nearKey) ORDER BY place, id LIMIT $1
            """)
    }

    private static func page(_ name: StaticString, _ page: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            SELECT 1, page.place, \(FoundMuseumRow.columns), 0::bigint
            FROM (\(page)) AS page JOIN museums USING (id) \(PictureColumns.join)
            ORDER BY page.place, id
            """)
    }
}
