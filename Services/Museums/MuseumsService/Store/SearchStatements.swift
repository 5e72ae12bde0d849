import Postgres

/// The SQL of searches.
///
/// Rows come in the order of ``SearchKey`` and have the columns of ``FoundMuseumRow``.
enum SearchStatements {
    /// Selects museums by words, with the steps and the parameters of ``RankingSteps``.
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
        """
        \(RankingSteps(order: order, isBoxed: isBoxed).all.clause)
        SELECT page.band, page.place::double precision AS place, \(FoundMuseumRow.columns),
            (SELECT matches FROM size) + (SELECT matches FROM counted) AS matches
        FROM page JOIN museums USING (id) \(PictureColumns.join)
        ORDER BY page.band, page.place, id
        """
    }

    /// Selects museums whose names contain the words' letters, with the steps and the parameters of
    /// ``WithinWordsSteps``.
    static let containing = PreparedStatement("museums.containing", containing(.importance))
    /// ``containing`` with the nearest museums first; `north` and `east` are the origin's degrees.
    static let containingNear = PreparedStatement("museums.containingNear", containing(near))
    /// ``containing`` in a rectangle, with the parameters of ``BoxSQL``.
    static let containingInBox = PreparedStatement(
        "museums.containingInBox", containing(.importance, isBoxed: true))
    static let containingNearInBox = PreparedStatement(
        "museums.containingNearInBox", containing(near, isBoxed: true))

    private static func containing(_ order: OrderSQL, isBoxed: Bool = false) -> String {
        """
        \(WithinWordsSteps(order: order, isBoxed: isBoxed).all.clause)
        SELECT 5 AS band, page.place::double precision AS place, \(FoundMuseumRow.columns),
            (SELECT count(*) FROM found) AS matches
        FROM page JOIN museums USING (id) \(PictureColumns.join)
        ORDER BY page.place, id
        """
    }

    /// Tells whether a museum's name is exactly one of `whole`.
    static let isName = PreparedStatement(
        "museums.isName", "SELECT count(*) > 0 AS is_name FROM museums WHERE title @@ :whole::tsquery")

    /// Counts the museums of `ids` that match `head` and `last` in the texts of `weights`.
    ///
    /// `OFFSET` keeps the planner from looking up the words in the index, which takes as long as a search.
    static let matchesAmong = PreparedStatement(
        "museums.matchesAmong",
        """
        SELECT count(*) AS matches
        FROM (SELECT document FROM museums WHERE id = ANY (:ids::text[]) OFFSET 0) AS found
        WHERE document @@ museum_query(:head, :last, :weights)
        """)
}
