import Postgres

/// The SQL of searches.
///
/// Rows come in the order of ``SearchKey`` and have the columns of ``FoundMuseumRow``.
enum SearchStatements {
    /// Selects museums by words.
    ///
    /// Common words are found by walking the museums in their order and taking the matches (`front`): a page fills
    /// after a few hundred rows, where an index would first collect ten thousand. The vocabulary estimates whether
    /// words are common (`likely`); a wrong estimate costs time only, since the rows are the same. If the front does
    /// not fill the page, the index finds the rest, and up to `ranked` museums are ranked by where their words were
    /// found. With more matches, museums with the words in their names come first and all others follow in their order,
    /// since ranking them all would be slow and of no use to the caller. `CASE` keeps the planner from assuming few
    /// matches and collecting them first. Each `WITH` part runs only if the previous one did not fill the page.
    ///
    /// The parameters are `head` and `last` of the query; `weights` to search (`AB`: names only; empty: all); `filter`;
    /// the `exact` name; `limit`, the number of rows; `ranked`, the maximum number of museums to rank (0: none; names
    /// first, as on the previous page); `is_counted`, true to count the matches of a page that the front filled, too;
    /// `after_band`, `after_place` and `after_id`, the key to begin after; the `full_words` and the `last_word`.
    ///
    /// A row's `matches` is the number of museums that match, counted up to `ranked`.
    static let words = PreparedStatement("museums.words", words(.importance))
    /// ``words`` with the nearest museums first; `north` and `east` are the origin's degrees.
    static let wordsNear = PreparedStatement("museums.wordsNear", words(near))
    /// ``words`` in a rectangle, with the parameters of ``BoxSQL``.
    static let wordsInBox = PreparedStatement("museums.wordsInBox", words(.importance, isBoxed: true))
    static let wordsNearInBox = PreparedStatement("museums.wordsNearInBox", words(near, isBoxed: true))

    private static let near = OrderSQL.nearest(north: ":north", east: ":east")

    private static func words(_ order: OrderSQL, isBoxed: Bool = false) -> String {
        let isInside = isBoxed ? BoxSQL.isInside : "true"
        let isInsideByIndex = isBoxed ? BoxSQL.isInsideByIndex : "true"
        let place = order.parameter(":after_place")
        /// Returns the key after which a band begins.
        func key(_ band: Int) -> String {
            """
            (CASE WHEN :after_band = \(band) THEN \(place) ELSE -1 END, \
            CASE WHEN :after_band = \(band) THEN :after_id ELSE '' END)
            """
        }
        let front = order.walk(
            ["title", "latitude", "longitude"],
            where: ":after_band < 2 AND coalesce((SELECT museums FROM likely) >= :ranked, true)",
            after: key(1), limit: ":limit * 50")
        let named = order.walk(
            where: """
                :after_band < 2 AND NOT (SELECT is_ranked FROM size) AND (SELECT count(*) FROM front) < :limit
                AND CASE WHEN title @@ (SELECT words && !! exact FROM query) THEN \(isInside) END
                """, after: key(1), limit: ":limit")
        let anywhere = order.walk(
            where: """
                :weights = '' AND NOT (SELECT is_ranked FROM size) AND (SELECT count(*) FROM front) < :limit
                AND (SELECT count(*) FROM named) < :limit
                AND CASE WHEN document @@ (SELECT wanted FROM query)
                    THEN NOT title @@ (SELECT words FROM query) AND \(isInside) END
                """, after: key(4), limit: ":limit")
        return """
            WITH query AS MATERIALIZED (
                SELECT
                    CASE WHEN :filter = '' THEN words ELSE words && :filter::tsquery END AS words,
                    CASE WHEN :filter = '' THEN wanted ELSE wanted && :filter::tsquery END AS wanted,
                    CASE WHEN :filter = '' THEN exact ELSE exact && :filter::tsquery END AS exact
                FROM (
                    SELECT museum_query(:head, :last, '') AS words, museum_query(:head, :last, :weights) AS wanted,
                        :exact::tsquery AS exact
                ) AS parts
            ), likely AS MATERIALIZED (
                SELECT least(
                    (SELECT min(museums) FROM museum_vocabulary WHERE word = ANY (:full_words::text[])),
                    CASE WHEN char_length(:last_word) > 2 THEN (
                        SELECT coalesce(sum(museums), 0) FROM museum_vocabulary
                        WHERE word BETWEEN :last_word AND :last_word::text || U&'\\+10FFFF') END) AS museums
            ), front AS MATERIALIZED (
                SELECT 1 AS band, place, id FROM (\(front)) AS first
                WHERE title @@ (SELECT words && !! exact FROM query) AND \(isInside)
                LIMIT :limit
            ), found AS MATERIALIZED (
                SELECT \(order.place) AS place, id, title, document FROM museums
                WHERE (SELECT count(*) FROM front) < :limit AND document @@ (SELECT wanted FROM query)
                    AND \(isInsideByIndex)
                LIMIT :ranked
            ), counted AS MATERIALIZED (
                SELECT count(*) AS matches FROM (
                    SELECT FROM museums
                    WHERE :is_counted AND (SELECT count(*) FROM front) >= :limit
                        AND document @@ (SELECT wanted FROM query) AND \(isInsideByIndex)
                    LIMIT :ranked
                ) AS matching
            ), size AS MATERIALIZED (
                SELECT count(*) AS matches, (SELECT count(*) FROM front) < :limit AND count(*) < :ranked AS is_ranked
                FROM found
            ), ranked AS (
                SELECT * FROM (
                    SELECT CASE
                        WHEN title @@ (SELECT exact FROM query) THEN 0
                        WHEN title @@ (SELECT words FROM query) THEN 1
                        WHEN document @@ (SELECT museum_query(:head, :last, 'ABC')) THEN 2
                        ELSE 3 END AS band, place, id
                    FROM found WHERE (SELECT is_ranked FROM size) OFFSET 0
                ) AS all_ranked
                WHERE (band, place, id) > (:after_band, \(place), :after_id)
                ORDER BY band, place, id LIMIT :limit
            ), exact AS (
                SELECT * FROM (
                    SELECT 0 AS band, \(order.place) AS place, id FROM museums
                    WHERE NOT (SELECT is_ranked FROM size) AND title @@ (SELECT exact FROM query)
                        AND \(isInside)
                    OFFSET 0
                ) AS all_exact
                WHERE (band, place, id) > (:after_band, \(place), :after_id) ORDER BY place, id LIMIT :limit
            ), named AS MATERIALIZED (
                SELECT 1 AS band, * FROM (\(named)) AS walk
            ), anywhere AS (
                SELECT 4 AS band, * FROM (\(anywhere)) AS walk
            ), page AS (
                SELECT * FROM ranked
                UNION ALL SELECT * FROM exact
                UNION ALL SELECT * FROM front WHERE (SELECT count(*) FROM front) = :limit
                UNION ALL SELECT * FROM named
                UNION ALL SELECT * FROM anywhere
                ORDER BY band, place, id LIMIT :limit
            )
            SELECT page.band, page.place::double precision AS place, \(FoundMuseumRow.columns),
                (SELECT matches FROM size) + (SELECT matches FROM counted) AS matches
            FROM page JOIN museums USING (id) \(PictureColumns.join)
            ORDER BY page.band, page.place, id
            """
    }

    /// Selects museums whose names contain the words' letters, except those that the query's words find.
    ///
    /// The parameters are `head`, `last`, `weights`, `filter` and `limit` as for ``words``; `longest` and `second`, the
    /// patterns of the two longest words; `others`, those of all others, for names with a space before each word;
    /// `ranked`, the maximum number of museums to sort, beyond which they are walked in their order; `after_place` and
    /// `after_id`, the key to begin after.
    static let containing = PreparedStatement("museums.containing", containing(.importance))
    /// ``containing`` with the nearest museums first; `north` and `east` are the origin's degrees.
    static let containingNear = PreparedStatement("museums.containingNear", containing(near))
    /// ``containing`` in a rectangle, with the parameters of ``BoxSQL``.
    static let containingInBox = PreparedStatement(
        "museums.containingInBox", containing(.importance, isBoxed: true))
    static let containingNearInBox = PreparedStatement(
        "museums.containingNearInBox", containing(near, isBoxed: true))

    private static func containing(_ order: OrderSQL, isBoxed: Bool = false) -> String {
        let isInside = isBoxed ? BoxSQL.isInside : "true"
        let key = "(\(order.parameter(":after_place")), :after_id)"
        let walk = order.walk(
            where: """
                (SELECT count(*) FROM found) >= :ranked
                AND CASE WHEN names LIKE :longest AND names LIKE :second THEN \(isWithinOnly) AND \(isInside) END
                """, after: key, limit: ":limit")
        return """
            WITH query AS MATERIALIZED (
                SELECT museum_query(:head, :last, :weights) AS wanted,
                    CASE WHEN :filter = '' THEN NULL ELSE :filter::tsquery END AS filter
            ), found AS MATERIALIZED (
                SELECT \(order.place) AS place, id FROM museums
                WHERE names LIKE :longest AND names LIKE :second AND \(isWithinOnly) AND \(isInside)
                LIMIT :ranked
            ), page AS (
                (SELECT place, id FROM found
                WHERE (SELECT count(*) FROM found) < :ranked AND (place, id) > \(key)
                ORDER BY place, id LIMIT :limit)
                UNION ALL
                (\(walk))
            )
            SELECT 5 AS band, page.place::double precision AS place, \(FoundMuseumRow.columns),
                (SELECT count(*) FROM found) AS matches
            FROM page JOIN museums USING (id) \(PictureColumns.join)
            ORDER BY page.place, id
            """
    }

    /// The conditions of ``containing`` besides those on the two longest words, the cheapest first.
    static let isWithinOnly = """
        CASE WHEN :others = '{}' OR ' ' || translate(names, '|', ' ') LIKE ALL (:others::text[])
                THEN (document @@ (SELECT wanted FROM query)) IS FALSE
                    AND (title @@ (SELECT filter FROM query)) IS NOT FALSE END
        """

    /// Counts the museums of `ids` that match `head` and `last` in the texts of `weights`.
    static let matchesAmong = PreparedStatement(
        "museums.matchesAmong",
        """
        SELECT count(*) AS matches FROM museums
        WHERE id = ANY (:ids::text[]) AND document @@ museum_query(:head, :last, :weights)
        """)
}
