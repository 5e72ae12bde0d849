import Postgres

/// The SQL of searches.
///
/// Rows come in the order of ``SearchKey`` and have the columns of ``FoundMuseumRow``.
enum SearchStatements {
    /// Museums by words.
    ///
    /// Common words are found by walking the museums in their order and taking the matches (`front`): a page fills
    /// after a few hundred rows, where an index would first collect ten thousand. The vocabulary estimates whether
    /// words are common (`likely`); a wrong estimate costs time only, since the rows are the same. If the front does
    /// not fill the page, the index finds the rest, and up to `$7` museums are ranked by where their words were found.
    /// With more matches, museums with the words in their names come first and all others follow in their order:
    /// ranking them all would be slow and tell the caller nothing. `CASE` keeps the planner from assuming few matches
    /// and collecting them first. Each `WITH` part runs only if the previous one did not fill the page.
    ///
    /// Parameters: `$1` head and `$2` last of the query, `$3` weights to search (`AB`: names only; empty: all), `$4`
    /// filter, `$5` exact name, `$6` rows wanted, `$7` the most museums to rank (0: none; names first, as on the
    /// previous page), `$8`–`$10` the key after which to begin, `$11` the words but the last, `$12` the last.
    static let words = PreparedStatement("museums.words", words(.importance))
    /// The same, nearest first: `$13` and `$14` degrees north and east.
    static let wordsNear = PreparedStatement("museums.wordsNear", words(.nearest(north: "$13", east: "$14")))

    private static func words(_ order: OrderSQL) -> String {
        let place = order.parameter("$9")
        /// The key after which a band begins.
        func key(_ band: Int) -> String {
            "(CASE WHEN $8 = \(band) THEN \(place) ELSE -1 END, CASE WHEN $8 = \(band) THEN $10 ELSE '' END)"
        }
        let front = order.walk(
            ["title"], where: "$8 < 2 AND coalesce((SELECT museums FROM likely) >= $7, true)", after: key(1),
            limit: "$6 * 50")
        let named = order.walk(
            where: """
                $8 < 2 AND NOT (SELECT is_ranked FROM size) AND (SELECT count(*) FROM front) < $6
                AND CASE WHEN title @@ (SELECT words && !! exact FROM query) THEN true END
                """, after: key(1), limit: "$6")
        let anywhere = order.walk(
            where: """
                $3 = '' AND NOT (SELECT is_ranked FROM size) AND (SELECT count(*) FROM front) < $6
                AND (SELECT count(*) FROM named) < $6
                AND CASE WHEN document @@ (SELECT wanted FROM query)
                    THEN NOT title @@ (SELECT words FROM query) END
                """, after: key(4), limit: "$6")
        return """
            WITH query AS MATERIALIZED (
                SELECT
                    CASE WHEN $4 = '' THEN words ELSE words && $4::tsquery END AS words,
                    CASE WHEN $4 = '' THEN wanted ELSE wanted && $4::tsquery END AS wanted,
                    CASE WHEN $4 = '' THEN exact ELSE exact && $4::tsquery END AS exact
                FROM (
                    SELECT museum_query($1, $2, '') AS words, museum_query($1, $2, $3) AS wanted, $5::tsquery AS exact
                ) AS parts
            ), likely AS MATERIALIZED (
                SELECT least(
                    (SELECT min(museums) FROM museum_vocabulary WHERE word = ANY ($11::text[])),
                    CASE WHEN char_length($12) > 2 THEN (
                        SELECT coalesce(sum(museums), 0) FROM museum_vocabulary
                        WHERE word BETWEEN $12 AND $12::text || U&'\\+10FFFF') END) AS museums
            ), front AS MATERIALIZED (
                SELECT 1 AS band, place, id FROM (\(front)) AS first
                WHERE title @@ (SELECT words && !! exact FROM query)
                LIMIT $6
            ), found AS MATERIALIZED (
                SELECT \(order.place) AS place, id, title, document FROM museums
                WHERE (SELECT count(*) FROM front) < $6 AND document @@ (SELECT wanted FROM query)
                LIMIT $7
            ), size AS MATERIALIZED (
                SELECT count(*) AS matches, (SELECT count(*) FROM front) < $6 AND count(*) < $7 AS is_ranked FROM found
            ), ranked AS (
                SELECT * FROM (
                    SELECT CASE
                        WHEN title @@ (SELECT exact FROM query) THEN 0
                        WHEN title @@ (SELECT words FROM query) THEN 1
                        WHEN document @@ (SELECT museum_query($1, $2, 'ABC')) THEN 2
                        ELSE 3 END AS band, place, id
                    FROM found WHERE (SELECT is_ranked FROM size) OFFSET 0
                ) AS all_ranked
                WHERE (band, place, id) > ($8, \(place), $10)
                ORDER BY band, place, id LIMIT $6
            ), exact AS (
                SELECT * FROM (
                    SELECT 0 AS band, \(order.place) AS place, id FROM museums
                    WHERE NOT (SELECT is_ranked FROM size) AND title @@ (SELECT exact FROM query) OFFSET 0
                ) AS all_exact
                WHERE (band, place, id) > ($8, \(place), $10) ORDER BY place, id LIMIT $6
            ), named AS MATERIALIZED (
                SELECT 1 AS band, * FROM (\(named)) AS walk
            ), anywhere AS (
                SELECT 4 AS band, * FROM (\(anywhere)) AS walk
            ), page AS (
                SELECT * FROM ranked
                UNION ALL SELECT * FROM exact
                UNION ALL SELECT * FROM front WHERE (SELECT count(*) FROM front) = $6
                UNION ALL SELECT * FROM named
                UNION ALL SELECT * FROM anywhere
                ORDER BY band, place, id LIMIT $6
            )
            SELECT page.band, page.place::double precision, \(FoundMuseumRow.columns), (SELECT matches FROM size)
            FROM page JOIN museums USING (id) \(PictureColumns.join)
            ORDER BY page.band, page.place, id
            """
    }

    /// Museums whose names hold all of some texts, except those that the query's words find.
    ///
    /// Parameters: `$1`, `$2`, `$3`, `$4` as for ``words``, `$5` and `$6` the patterns of the two longest words, `$7`
    /// those of all others, for names with a space before each word, `$8` rows wanted, `$9` the most museums to sort,
    /// beyond which they are walked in their order, `$10`–`$11` place and id after which to begin.
    static let containing = PreparedStatement("museums.containing", containing(.importance))
    /// The same, nearest first: `$12` and `$13` degrees north and east.
    static let containingNear = PreparedStatement(
        "museums.containingNear", containing(.nearest(north: "$12", east: "$13")))

    private static func containing(_ order: OrderSQL) -> String {
        let key = "(\(order.parameter("$10")), $11)"
        let walk = order.walk(
            where: """
                (SELECT count(*) FROM found) >= $9
                AND CASE WHEN names LIKE $5 AND names LIKE $6 THEN \(isWithinOnly) END
                """, after: key, limit: "$8")
        return """
            WITH query AS MATERIALIZED (
                SELECT museum_query($1, $2, $3) AS wanted, CASE WHEN $4 = '' THEN NULL ELSE $4::tsquery END AS filter
            ), found AS MATERIALIZED (
                SELECT \(order.place) AS place, id FROM museums
                WHERE names LIKE $5 AND names LIKE $6 AND \(isWithinOnly)
                LIMIT $9
            ), page AS (
                (SELECT place, id FROM found
                WHERE (SELECT count(*) FROM found) < $9 AND (place, id) > \(key)
                ORDER BY place, id LIMIT $8)
                UNION ALL
                (\(walk))
            )
            SELECT 5, page.place::double precision, \(FoundMuseumRow.columns), (SELECT count(*) FROM found)
            FROM page JOIN museums USING (id) \(PictureColumns.join)
            ORDER BY page.place, id
            """
    }

    /// The conditions of ``containing`` beside the two longest words, the cheapest first.
    private static let isWithinOnly = """
        CASE WHEN $7 = '{}' OR ' ' || translate(names, '|', ' ') LIKE ALL ($7::text[])
                THEN (document @@ (SELECT wanted FROM query)) IS FALSE
                    AND (title @@ (SELECT filter FROM query)) IS NOT FALSE END
        """

    /// Known words that look like each of `$1` or sound like each of `$3`, at most `$2` for each.
    ///
    /// The last sound may be the beginning of a word's. Rows: the place among `$1` from 1, the word, its museums, and
    /// whether it sounds the same: NULL if it only looks alike, false if only its beginning sounds the same.
    static let wordsLike = PreparedStatement(
        "museums.wordsLike",
        """
        SELECT typed.place, likely.word, likely.museums, NULL::boolean
        FROM unnest($1::text[]) WITH ORDINALITY AS typed (word, place),
            LATERAL museum_words_like(typed.word, $2) AS likely
        UNION ALL
        SELECT typed.place, likely.word, likely.museums, likely.is_same
        FROM unnest($3::text[]) WITH ORDINALITY AS typed (sound, place), LATERAL (
            SELECT sounds.word, is_whole AND sounds.sound = typed.sound AS is_same, (
                SELECT museums FROM museum_vocabulary WHERE museum_vocabulary.word = sounds.word) AS museums
            FROM museum_sounds AS sounds
            WHERE sounds.sound BETWEEN typed.sound AND typed.sound
                    || CASE WHEN typed.place = cardinality($3::text[]) THEN U&'\\+10FFFF' ELSE '' END
                AND (is_whole OR typed.place = cardinality($3::text[]))
            ORDER BY is_same DESC, museums DESC, word LIMIT $2
        ) AS likely
        WHERE typed.sound <> ''
        """)

    /// The index among `$1` of the word that a row of ``wordsLike`` is like.
    static func wordPlace(of row: PostgresRow) throws(PostgresError) -> Int { try row.decode(Int.self, at: 0) - 1 }
}

extension Spelling.Known {
    /// Reads a row of ``SearchStatements/wordsLike``.
    init(_ row: PostgresRow) throws(PostgresError) {
        let likeness: Spelling.Likeness =
            if try row.isNull(at: 3) { .letters } else {
                try row.decode(Bool.self, at: 3) ? .sound : .beginningOfSound
            }
        self.init(word: try row.decode(at: 1), museums: try row.decode(at: 2), likeness: likeness)
    }
}
