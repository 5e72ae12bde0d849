/// The steps that find all museums of a search by words, in all its passes, each once.
///
/// The parameters are `head` and `last` of the query and `filter`, as for ``RankingSteps``; `parts` and
/// `patterns` as for ``WithinWordsSteps``, empty to leave that pass out; and `corrected_head` and
/// `corrected_last` of the corrected query, empty to leave it out.
struct MatchingSteps {
    /// The columns of `found`, one of them `id`.
    let columns: String
    /// A further condition.
    let isInside: String

    var all: [SQLStep] { [query, WithinWordsSteps.rarest, within, found] }

    /// The query as one row: the `wanted` and the `corrected` words, each with the filter, and the `filter` alone.
    private var query: SQLStep {
        SQLStep(
            "query",
            """
            SELECT
                CASE WHEN :filter = '' THEN wanted ELSE wanted && :filter::tsquery END AS wanted,
                CASE WHEN :filter = '' THEN corrected ELSE corrected && :filter::tsquery END AS corrected,
                CASE WHEN :filter = '' THEN NULL ELSE :filter::tsquery END AS filter
            FROM (
                SELECT museum_query(:head, :last, '') AS wanted,
                    CASE WHEN :corrected_last <> ''
                        THEN museum_query(:corrected_head, :corrected_last, '') END AS corrected
            ) AS parts
            """)
    }

    /// The museums that only the pass within words finds.
    private var within: SQLStep {
        SQLStep(
            "within",
            """
            SELECT \(columns) FROM museums
            WHERE \(WithinWordsSteps.hasRarest) AND \(WithinWordsSteps.isWithinOnly) AND \(isInside)
            """)
    }

    /// The museums of all passes.
    private var found: SQLStep {
        SQLStep(
            "found",
            """
            SELECT \(columns) FROM museums WHERE document @@ (SELECT wanted FROM query) AND \(isInside)
            UNION ALL SELECT * FROM within
            UNION ALL SELECT \(columns) FROM museums
            WHERE document @@ (SELECT corrected FROM query) AND \(isInside)
                AND (document @@ (SELECT wanted FROM query)) IS FALSE AND id NOT IN (SELECT id FROM within)
            """)
    }
}
