/// The SQL that finds all museums of a search by words, in all its passes, each once.
///
/// The parameters are `head` and `last` of the query and `filter`, as for ``SearchStatements/words``; `longest`,
/// `second` and `others` as for ``SearchStatements/containing``, NULL and empty to leave that pass out; and
/// `corrected_head` and `corrected_last` of the corrected query, empty to leave it out.
enum MatchingSQL {
    /// Returns the parts of a `WITH` clause, of which `found` has the museums.
    ///
    /// - Parameters:
    ///   - columns: the columns of `found`, one of them `id`.
    ///   - isInside: a further condition.
    static func parts(_ columns: String, isInside: String) -> String {
        """
        query AS MATERIALIZED (
            SELECT
                CASE WHEN :filter = '' THEN wanted ELSE wanted && :filter::tsquery END AS wanted,
                CASE WHEN :filter = '' THEN corrected ELSE corrected && :filter::tsquery END AS corrected,
                CASE WHEN :filter = '' THEN NULL ELSE :filter::tsquery END AS filter
            FROM (
                SELECT museum_query(:head, :last, '') AS wanted,
                    CASE WHEN :corrected_last <> ''
                        THEN museum_query(:corrected_head, :corrected_last, '') END AS corrected
            ) AS parts
        ), within AS MATERIALIZED (
            SELECT \(columns) FROM museums
            WHERE names LIKE :longest AND names LIKE :second AND \(SearchStatements.isWithinOnly) AND \(isInside)
        ), found AS (
            SELECT \(columns) FROM museums
            WHERE document @@ (SELECT wanted FROM query) AND \(isInside)
            UNION ALL SELECT * FROM within
            UNION ALL SELECT \(columns) FROM museums
            WHERE document @@ (SELECT corrected FROM query) AND \(isInside)
                AND (document @@ (SELECT wanted FROM query)) IS FALSE AND id NOT IN (SELECT id FROM within)
        )
        """
    }
}
