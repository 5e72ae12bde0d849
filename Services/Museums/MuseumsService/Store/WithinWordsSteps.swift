/// The steps of a search within the words of names, for museums that the query's words do not find.
///
/// The parameters are `head`, `last`, `weights`, `filter` and `limit` as for ``RankingSteps``; `parts`, the words of
/// three letters or more; `patterns` of all words, for names with a space before each word, empty if the parts are all
/// words; `ranked`, the maximum number of museums to sort, beyond which they are walked in their order; `after_place`
/// and `after_id`, the key to begin after; and those of ``BoxSQL`` in a rectangle.
struct WithinWordsSteps {
    let order: OrderSQL
    var isBoxed = false

    var all: [SQLStep] { [query, Self.rarest, found, page] }

    /// The query as one row: the `wanted` words, whose museums are left out, and the `filter`.
    private var query: SQLStep {
        SQLStep(
            "query",
            """
            SELECT museum_query(:head, :last, :weights) AS wanted,
                CASE WHEN :filter = '' THEN NULL ELSE :filter::tsquery END AS filter
            """)
    }

    /// The patterns of the two rarest parts, for the index; none if all parts are common words.
    ///
    /// A part that is not known as a word is rare, unless it is short: many words contain it then, known or not.
    /// A single short part is not searched for beside words of one or two letters, which hardly narrow it down. Common
    /// words are rarely meant as parts of others, and comparing thousands of names with each would be the most
    /// expensive part of a search.
    static let rarest = SQLStep(
        "rarest",
        """
        SELECT '%' || parts[1] || '%' AS first, '%' || coalesce(parts[2], parts[1]) || '%' AS second
        FROM (
            SELECT array_agg(part ORDER BY museums, char_length(part) DESC, part) AS parts, min(museums) AS fewest,
                bool_and(is_known) AS are_known
            FROM (
                SELECT part, known.word IS NOT NULL AS is_known,
                    greatest(known.museums, CASE WHEN char_length(part) < 5 THEN 1000 ELSE 0 END) AS museums
                FROM unnest(:parts::text[]) AS typed (part)
                    LEFT JOIN museum_vocabulary AS known ON known.word = typed.part
            ) AS counted
        ) AS ordered
        WHERE fewest < 100 OR CASE cardinality(parts) WHEN 1 THEN :patterns = '{}' ELSE NOT are_known END
        """)

    /// The matches, up to `ranked`.
    private var found: SQLStep {
        SQLStep(
            "found",
            """
            SELECT \(order.place) AS place, id FROM museums
            WHERE \(Self.hasRarest) AND \(Self.isWithinOnly) AND \(isInside)
            LIMIT :ranked
            """)
    }

    /// The page: from the matches found, or from all museums in their order if there are too many to sort.
    private var page: SQLStep {
        let key = "(\(order.parameter(":after_place")), :after_id)"
        let walk = order.walk(
            where: """
                (SELECT count(*) FROM found) >= :ranked
                AND CASE WHEN \(Self.hasRarest) THEN \(Self.isWithinOnly) AND \(isInside) END
                """, after: key, limit: ":limit")
        return SQLStep(
            "page",
            """
            (SELECT place, id FROM found
            WHERE (SELECT count(*) FROM found) < :ranked AND (place, id) > \(key)
            ORDER BY place, id LIMIT :limit)
            UNION ALL
            (\(walk))
            """)
    }

    /// The condition that names have the rarest parts.
    static let hasRarest = "names LIKE (SELECT first FROM rarest) AND names LIKE (SELECT second FROM rarest)"

    /// The other conditions, the cheapest first.
    static let isWithinOnly = """
        CASE WHEN :patterns = '{}' OR ' ' || translate(names, '|', ' ') LIKE ALL (:patterns::text[])
                THEN (document @@ (SELECT wanted FROM query)) IS FALSE
                    AND (title @@ (SELECT filter FROM query)) IS NOT FALSE END
        """

    private var isInside: String { isBoxed ? BoxSQL.isInside : "true" }
}
