import Postgres

/// The SQL of searches.
///
/// Rows come in the order of ``SearchKey`` and have the columns of ``CardRow``.
enum SearchStatements {
    /// Museums by words.
    ///
    /// Words that many museums have are found by going through the museums in their order and taking those that match
    /// (`front`): a page is full after a few hundred rows, where an index would first collect ten thousand. Whether
    /// they are such words, the vocabulary tells (`likely`); it need not be right, for the same rows come either way.
    /// Whatever the front does not fill is looked up in the index; up to `$7` museums are ranked by where their words
    /// were found. Where there are more, those with the words in their names come first and all others follow in their
    /// order, since ranking them all would be slow and tell the caller nothing. `CASE` keeps the planner from guessing
    /// that few match and from collecting them first. Each `WITH` part runs only if the one before did not do.
    ///
    /// Parameters: `$1` head and `$2` last of the query, `$3` weights to look at (`AB`: names only; empty: all), `$4`
    /// filter, `$5` exact name, `$6` rows wanted, `$7` museums to be ranked at most (0: none; then names first, as a
    /// page before had it), `$8`–`$10` the key after which to begin, `$11` the words but the last, `$12` the last.
    static let words = PreparedStatement(
        "museums.words",
        """
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
            SELECT 1 AS band, precedence, id FROM (
                SELECT precedence, id, title FROM museums
                WHERE $8 < 2 AND coalesce((SELECT museums FROM likely) >= $7, true) AND (precedence, id) > (
                    CASE WHEN $8 = 1 THEN $9 ELSE -1 END, CASE WHEN $8 = 1 THEN $10 ELSE '' END)
                ORDER BY precedence, id LIMIT $6 * 50
            ) AS first
            WHERE title @@ (SELECT words && !! exact FROM query)
            LIMIT $6
        ), found AS MATERIALIZED (
            SELECT precedence, id, title, document FROM museums
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
                    ELSE 3 END AS band, precedence, id
                FROM found WHERE (SELECT is_ranked FROM size) OFFSET 0
            ) AS all_ranked
            WHERE (band, precedence, id) > ($8, $9, $10)
            ORDER BY band, precedence, id LIMIT $6
        ), exact AS (
            SELECT 0 AS band, precedence, id FROM museums
            WHERE NOT (SELECT is_ranked FROM size) AND title @@ (SELECT exact FROM query)
                AND (0, precedence, id) > ($8, $9, $10)
            ORDER BY precedence, id LIMIT $6
        ), named AS MATERIALIZED (
            SELECT 1 AS band, precedence, id FROM museums
            WHERE $8 < 2 AND NOT (SELECT is_ranked FROM size) AND (SELECT count(*) FROM front) < $6
                AND CASE WHEN title @@ (SELECT words && !! exact FROM query) THEN true END
                AND (precedence, id) > (
                    CASE WHEN $8 = 1 THEN $9 ELSE -1 END, CASE WHEN $8 = 1 THEN $10 ELSE '' END)
            ORDER BY precedence, id LIMIT $6
        ), anywhere AS (
            SELECT 4 AS band, precedence, id FROM museums
            WHERE $3 = '' AND NOT (SELECT is_ranked FROM size) AND (SELECT count(*) FROM front) < $6
                AND (SELECT count(*) FROM named) < $6
                AND CASE WHEN document @@ (SELECT wanted FROM query)
                    THEN NOT title @@ (SELECT words FROM query) END
                AND (precedence, id) > (
                    CASE WHEN $8 = 4 THEN $9 ELSE -1 END, CASE WHEN $8 = 4 THEN $10 ELSE '' END)
            ORDER BY precedence, id LIMIT $6
        ), page AS (
            SELECT * FROM ranked
            UNION ALL SELECT * FROM exact
            UNION ALL SELECT * FROM front WHERE (SELECT count(*) FROM front) = $6
            UNION ALL SELECT * FROM named
            UNION ALL SELECT * FROM anywhere
            ORDER BY band, precedence, id LIMIT $6
        )
        SELECT page.band, \(CardRow.columns), (SELECT matches FROM size)
        FROM page JOIN museums USING (id) \(PictureColumns.join)
        ORDER BY band, museums.precedence, museums.id
        """)

    /// Museums whose names hold all of some texts, and that the words of the query do not find.
    ///
    /// Parameters: `$1`, `$2`, `$3`, `$4` as for ``words``, `$5` and `$6` the patterns of the two longest words, `$7`
    /// those of all others, for names with a space before each word, `$8` rows wanted, `$9` museums to be sorted at
    /// most, beyond which they are taken in their order, `$10`–`$11` precedence and id after which to begin.
    static let containing = PreparedStatement(
        "museums.containing",
        """
        WITH query AS MATERIALIZED (
            SELECT museum_query($1, $2, $3) AS wanted, CASE WHEN $4 = '' THEN NULL ELSE $4::tsquery END AS filter
        ), found AS MATERIALIZED (
            SELECT precedence, id FROM museums
            WHERE names LIKE $5 AND names LIKE $6 AND \(isWithinOnly)
            LIMIT $9
        ), page AS (
            (SELECT precedence, id FROM found
            WHERE (SELECT count(*) FROM found) < $9 AND (precedence, id) > ($10, $11)
            ORDER BY precedence, id LIMIT $8)
            UNION ALL
            (SELECT precedence, id FROM museums
            WHERE (SELECT count(*) FROM found) >= $9 AND (precedence, id) > ($10, $11)
                AND CASE WHEN names LIKE $5 AND names LIKE $6 THEN \(isWithinOnly) END
            ORDER BY precedence, id LIMIT $8)
        )
        SELECT 5, \(CardRow.columns), (SELECT count(*) FROM found)
        FROM page JOIN museums USING (id) \(PictureColumns.join)
        ORDER BY museums.precedence, museums.id
        """)

    /// What ``containing`` asks of a museum besides the two longest words, the cheapest first.
    private static let isWithinOnly = """
        CASE WHEN $7 = '{}' OR ' ' || translate(names, '|', ' ') LIKE ALL ($7::text[])
                THEN (document @@ (SELECT wanted FROM query)) IS FALSE
                    AND (title @@ (SELECT filter FROM query)) IS NOT FALSE END
        """

    /// Known words like each of `$1`, at most `$2` for each.
    static let wordsLike = PreparedStatement(
        "museums.wordsLike",
        """
        SELECT typed.place, likely.word, likely.museums
        FROM unnest($1::text[]) WITH ORDINALITY AS typed (word, place),
            LATERAL museum_words_like(typed.word, $2) AS likely
        """)

    // Without words: `$1` rows wanted, `$2`–`$3` precedence and id after which to begin, then the filter.
    static let browseAll = browse("museums.browseAll", "true")
    static let browseCountry = browse("museums.browseCountry", "country = $4")
    static let browseCategory = browse("museums.browseCategory", "category = $4")
    static let browseCountryAndCategory = browse(
        "museums.browseCountryAndCategory", "country = $4 AND category = $5")
    /// For cities, of which even the largest have few museums.
    static let browseFiltered = browse("museums.browseFiltered", "title @@ $4::tsquery")

    private static func browse(_ name: StaticString, _ condition: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            SELECT 1, \(CardRow.columns), 0::bigint FROM museums \(PictureColumns.join)
            WHERE \(condition) AND (precedence, id) > ($2, $3) ORDER BY precedence, id LIMIT $1
            """)
    }
}
