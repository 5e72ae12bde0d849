import Postgres

/// The SQL of lists without words, with the rows of ``SearchStatements``.
///
/// The parameters are `limit`, the number of rows; `after_place` and `after_id`, the key to begin after; `north` and
/// `east`, the origin's degrees if the nearest come first; `is_counted` and `ranked`, to count the matches up to a
/// number; `country`, `category` and `filter` in statements that name them; and those of ``BoxSQL``.
struct BrowseStatements {
    let all: PreparedStatement
    let country: PreparedStatement
    let category: PreparedStatement
    let countryAndCategory: PreparedStatement
    /// The statement for filters with a city; even the largest cities have few museums.
    let filtered: PreparedStatement
    /// The statement for a rectangle, with any filter but a city.
    let boxed: PreparedStatement
    let boxedAndFiltered: PreparedStatement

    static let byImportance = BrowseStatements(
        all: importance("museums.browseAll", "true"),
        country: importance("museums.browseCountry", "country = :country"),
        category: importance("museums.browseCategory", "category = :category"),
        countryAndCategory: importance(
            "museums.browseCountryAndCategory", "country = :country AND category = :category"),
        filtered: importance("museums.browseFiltered", isFiltered),
        boxed: boxed("museums.browseBoxed", .importance),
        boxedAndFiltered: importance("museums.browseBoxedAndFiltered", isBoxedAndFiltered))

    static let nearest = BrowseStatements(
        all: nearest("museums.nearestAll"),
        country: nearest("museums.nearestCountry", "country = :country"),
        category: nearest("museums.nearestCategory", "category = :category"),
        countryAndCategory: nearest("museums.nearestCountryAndCategory", "country = :country AND category = :category"),
        filtered: page("museums.nearestFiltered", sorted(near, isFiltered), counting: isFiltered),
        boxed: boxed("museums.nearestBoxed", near),
        boxedAndFiltered: page(
            "museums.nearestBoxedAndFiltered", sorted(near, isBoxedAndFiltered), counting: isBoxedAndFiltered))

    /// Counts the museums of each subject, from an index.
    static let categories = PreparedStatement(
        "museums.categories", "SELECT category, count(*) AS museums FROM museums GROUP BY category")

    private static let isFiltered = "title @@ :filter::tsquery"
    private static let isBoxedAndFiltered = "\(isFiltered) AND \(BoxSQL.isInside)"

    private static func importance(_ name: StaticString, _ condition: String) -> PreparedStatement {
        let place = OrderSQL.importance.place
        return PreparedStatement(
            name,
            """
            SELECT 1 AS band, \(place)::double precision AS place, \(FoundMuseumRow.columns),
                \(matches(condition)) AS matches
            FROM museums \(PictureColumns.join)
            WHERE \(condition) AND (\(place), id) > (:after_place, :after_id)
            ORDER BY \(place), id LIMIT :limit
            """)
    }

    private static let near = OrderSQL.nearest(north: ":north", east: ":east")

    private static func key(_ order: OrderSQL) -> String { "(\(order.parameter(":after_place")), :after_id)" }

    /// Returns a statement for the nearest museums; as all museums match, its index scan ends after one page.
    private static func nearest(_ name: StaticString) -> PreparedStatement {
        page(name, near.walk(where: "true", after: key(near), limit: ":limit"), counting: "true")
    }

    private static func nearest(_ name: StaticString, _ condition: String) -> PreparedStatement {
        page(
            name, walkedFirst(near, ["country", "category"], where: condition, else: condition), counting: condition)
    }

    private static func boxed(_ name: StaticString, _ order: OrderSQL) -> PreparedStatement {
        let columns = ["latitude", "longitude", "country", "category"]
        let filter = "coalesce(country = :country, true) AND coalesce(category = :category, true)"
        let byIndex = "\(BoxSQL.isInsideByIndex) AND \(filter)"
        return page(
            name, walkedFirst(order, columns, where: "\(BoxSQL.isInside) AND \(filter)", else: byIndex),
            counting: byIndex, countsInOrder: false)
    }

    /// Returns a query that walks the museums in their order, which is fast if many of them match.
    ///
    /// If the next thousand do not fill the page, the query sorts all matches, which it finds by `rest`.
    private static func walkedFirst(
        _ order: OrderSQL, _ columns: [String], where condition: String, else rest: String
    ) -> String {
        """
        WITH around AS MATERIALIZED (
            SELECT place, id FROM (
                \(order.walk(columns, where: "true", after: key(order), limit: "1000 + :limit"))
            ) AS walk
            WHERE \(condition) LIMIT :limit
        )
        SELECT * FROM around WHERE (SELECT count(*) FROM around) = :limit
        UNION ALL
        SELECT * FROM (\(sorted(order, "(SELECT count(*) FROM around) < :limit AND \(rest)"))) AS first
        """
    }

    /// Returns a query that sorts all matches.
    private static func sorted(_ order: OrderSQL, _ condition: String) -> String {
        """
        SELECT * FROM (
            SELECT \(order.place) AS place, id FROM museums WHERE \(condition) OFFSET 0
        ) AS wanted
        WHERE (place, id) > \(key(order)) ORDER BY place, id LIMIT :limit
        """
    }

    private static func page(
        _ name: StaticString, _ page: String, counting condition: String, countsInOrder: Bool = true
    ) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            SELECT 1 AS band, page.place::double precision AS place, \(FoundMuseumRow.columns),
                \(matches(condition, isOrdered: countsInOrder)) AS matches
            FROM (\(page)) AS page JOIN museums USING (id) \(PictureColumns.join)
            ORDER BY page.place, id
            """)
    }

    /// Returns the number of matches, counted up to `ranked`; 0 unless `is_counted`.
    ///
    /// - Parameter isOrdered: true to read an index of the list instead of the table.
    private static func matches(_ condition: String, isOrdered: Bool = true) -> String {
        """
        (SELECT count(*) FROM (
            SELECT FROM museums WHERE :is_counted AND \(condition)
            \(isOrdered ? "ORDER BY \(OrderSQL.importance.place), id" : "") LIMIT :ranked) AS counted)
        """
    }
}
