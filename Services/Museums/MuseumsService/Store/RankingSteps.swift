/// The steps of a search by words, in the order in which they run; `docs/museums.md` follows an example through them.
///
/// Common words are found by walking the museums in their order and taking the matches: a page fills after some
/// hundred rows, where an index would first collect ten thousand. Other words are found through the index and ranked by
/// where they were found. If there are too many matches to rank, museums with the words in their names come first and
/// all others follow in their order. If the names alone are too many, the other texts are not searched.
///
/// The parameters are `head` and `last` of the query; `weights` to search (`AB`: names only; empty: all); `filter`; the
/// `whole` name, and the `exact` one, which names may continue; `limit`, the number of rows; `ranked`, the maximum
/// number of museums to rank (0: none; names first, as on the previous page); `is_counted`, true to count the matches
/// of a page that the walk filled, too; `after_band`, `after_place` and `after_id`, the key to begin after; the
/// spellings of the `full_words` with what their forms begin with, `full_beginnings`, and their places, `full_places`;
/// the `last_word` with all its spellings, the `last_words`; `north` and `east` of the origin in an order by distance;
/// and those of ``BoxSQL`` in a rectangle.
struct RankingSteps {
    let order: OrderSQL
    var isBoxed = false

    var all: [SQLStep] {
        [
            query, estimate, firstWords, probe, walk, named, expected, found, counted, size, ranked, wholeNames, names,
            nextOthers, others, page,
        ]
    }

    /// The query as one row: `words` for names, `wanted` for the texts to search, the `exact` name and the `whole` one;
    /// each with the filter, but for the last one, which only tells museums with an exact name apart.
    private var query: SQLStep {
        SQLStep(
            "query",
            """
            SELECT
                CASE WHEN :filter = '' THEN words ELSE words && :filter::tsquery END AS words,
                CASE WHEN :filter = '' THEN wanted ELSE wanted && :filter::tsquery END AS wanted,
                CASE WHEN :filter = '' THEN exact ELSE exact && :filter::tsquery END AS exact,
                whole
            FROM (
                SELECT museum_query(:head, :last, '') AS words, museum_query(:head, :last, :weights) AS wanted,
                    :exact::tsquery AS exact, :whole::tsquery AS whole
            ) AS parts
            """)
    }

    /// The number of `museums` with the rarest word, by the vocabulary; NULL if it does not know.
    ///
    /// Beside it are the numbers for the rarest complete word (`complete`) and for all words that continue the last one
    /// in any of its spellings (`continued`).
    ///
    /// `continued` is NULL if the last word is a single letter, or if many words continue it: their museums are not
    /// summed up.
    ///
    /// A word counts with all that begin as its forms do, since it finds these, too. A wrong estimate costs time only,
    /// since the rows are the same.
    private var estimate: SQLStep {
        SQLStep(
            "estimate",
            """
            SELECT least(complete, continued) AS museums, complete, continued FROM (
                SELECT
                    (SELECT min(museums) FROM (
                        SELECT sum(known.museums)::bigint AS museums FROM (
                            SELECT place, beginning,
                                CASE WHEN beginning = word THEN '' ELSE U&'\\+10FFFF' END AS end_of_range
                            FROM unnest(:full_words::text[], :full_beginnings::text[], :full_places::integer[])
                                AS typed (word, beginning, place)
                            WHERE char_length(word) > 2
                                -- The index leaves out words such as “all”.
                                AND numnode(plainto_tsquery('pg_catalog.russian', word)) > 0 OFFSET 0
                        ) AS full_words, LATERAL (
                            SELECT coalesce(sum(museums), 0) AS museums FROM museum_vocabulary
                            WHERE word BETWEEN beginning AND beginning || end_of_range
                        ) AS known GROUP BY place
                    ) AS words) AS complete,
                    (SELECT CASE WHEN min(char_length(spelling)) > 1 AND max(words) < \(Self.manyWords)
                        THEN sum(museums)::bigint END
                    FROM unnest(:last_words::text[]) AS spelling, LATERAL (
                        SELECT count(*) AS words, coalesce(sum(museums), 0) AS museums FROM (
                            SELECT museums FROM museum_vocabulary
                            WHERE char_length(spelling) > 1
                                AND word BETWEEN spelling AND spelling || U&'\\+10FFFF' LIMIT \(Self.manyWords)
                        ) AS beginning_alike
                    ) AS known) AS continued
                OFFSET 0
            ) AS counts
            """)
    }

    /// The `words` of the query but the last, with the filter, and the number of museums below which comparing each
    /// with the last word costs less than looking it up (`affordable`; 0: never).
    ///
    /// With several first words, it also applies if twice as many museums have the rarest one. `have_few_names` is true
    /// if, by the vocabulary, fewer than that number of names and cities contain the rarest first word, or if it does
    /// not know; it is false if only some texts are searched.
    ///
    /// The index collects the museums of every word that continues the last one, such as the 30,000 of “museum”,
    /// even if ten have the others.
    private var firstWords: SQLStep {
        SQLStep(
            "first_words",
            """
            SELECT CASE WHEN :filter = '' THEN words ELSE words && :filter::tsquery END AS words,
                CASE WHEN numnode(words) > 0 AND coalesce(
                    complete < affordable * CASE WHEN \(Self.lastPlace) > 0 THEN \(Self.rarerTogether) ELSE 1 END, true)
                    THEN affordable ELSE 0 END AS affordable,
                numnode(words) > 0 AND :weights = '' AND coalesce(complete < affordable, true) AS have_few_names
            FROM (
                SELECT to_tsquery('pg_catalog.russian', replace(:head, ':', ':' || :weights)) AS words, complete,
                    -- If it is unknown, assume a quarter of all museums.
                    ceil(
                        coalesce(continued, greatest(\(Self.allMuseums) / 4, 10000))
                            / \(Self.entriesPerComparison)::real
                    )::bigint AS affordable
                FROM estimate OFFSET 0
            ) AS parts
            """)
    }

    /// The `words` to look up in the index: without the last one (`is_shorter`), if few museums have the others;
    /// otherwise all.
    ///
    /// The museums are counted, since the vocabulary knows only names and cities: one word may be in twenty of these,
    /// and in half of all museums by their subject. Counting takes a tenth of the time of comparing.
    private var probe: SQLStep {
        SQLStep(
            "probe",
            """
            SELECT is_shorter, CASE WHEN is_shorter THEN first_words.words ELSE wanted END AS words
            FROM query, first_words, LATERAL (
                SELECT count(*) < affordable AS is_shorter FROM (
                    SELECT FROM museums WHERE document @@ first_words.words LIMIT affordable
                ) AS matching
            ) AS choice
            """)
    }

    /// The number of words that continue the last one, from which on their museums are not summed up.
    private static let manyWords = 1_000

    /// The factor by which the museums with the rarest of several first words may exceed the affordable number, since
    /// fewer museums contain all of them.
    private static let rarerTogether = 2

    /// The number of index entries that cost as much as comparing one museum with a word.
    ///
    /// The costs are equal at twice this number. But the vocabulary counts names and cities alone, and other texts,
    /// such as categories and descriptions, add museums.
    private static let entriesPerComparison = 10

    /// The first matches by names, if the words are common: those among the next museums.
    ///
    /// The walk reads 50 museums for each row of the page, or a quarter of those with the rarest word, since reading
    /// these by the index would take longer. But it reads at most 200 for each row, and at most 100 if the number for
    /// the last word is unknown. If these are not expected to fill the page, there is no walk; nor is there one for
    /// more than four words, which few museums have together.
    private var walk: SQLStep {
        let length = """
            (SELECT greatest(
                :limit * 50, least(museums / 4, :limit * CASE WHEN continued IS NULL THEN 100 ELSE 200 END))
            FROM estimate)
            """
        let next = order.walk(
            ["title", "latitude", "longitude"],
            where: """
                :after_band < 2 AND \(isCommon)
                AND \(Self.lastPlace) < 3
                AND coalesce(\(length) * (SELECT museums FROM estimate) >= :limit * \(Self.allMuseums), true)
                """,
            after: key(ofBand: 1), limit: length)
        return SQLStep(
            "walk",
            """
            SELECT 1 AS band, place, id FROM (\(next)) AS next
            WHERE title @@ (SELECT words && !! exact FROM query) AND \(isInside)
            LIMIT :limit
            """)
    }

    /// The matches by names, without whole ones, if the words are all common and the walk did not fill the page.
    private var named: SQLStep { SQLStep("named", matchesByNames("\(isPageUnfilled) AND \(areAllCommon)")) }

    /// The number of `matches` estimated from a sample of about a thousand museums; 0 if fewer than ten of them match,
    /// or if no sample is needed.
    ///
    /// If the walk filled the page, the estimate can save counting. Otherwise it can save collecting matches when the
    /// index would read the museums of every word that continues the last one.
    private var expected: SQLStep {
        SQLStep(
            "expected",
            """
            SELECT CASE WHEN count(*) >= 10 THEN count(*) * \(Self.allMuseums) / 1000 ELSE 0 END AS matches
            FROM museums TABLESAMPLE SYSTEM (
                CASE WHEN \(Self.allMuseums) > 1000 THEN 100000 / \(Self.allMuseums) ELSE 0 END
            ) REPEATABLE (0)
            WHERE CASE WHEN \(isPageUnfilled) THEN (SELECT affordable > 0 AND NOT is_shorter FROM first_words, probe)
                ELSE :is_counted AND coalesce((SELECT museums FROM estimate) >= \(Self.manyMatches), true) END
                AND document @@ (SELECT wanted FROM query) AND \(isInside)
            """)
    }

    /// The matches in all texts, up to `ranked`, unless the walk filled the page or there are known to be too many to
    /// rank.
    private var found: SQLStep {
        SQLStep(
            "found",
            """
            SELECT \(order.place) AS place, id, title, document FROM museums
            WHERE \(isPageUnfilled) AND NOT (\(areTooMany)) AND \(isWanted) AND \(isInsideByIndex)
            LIMIT :ranked
            """)
    }

    /// The number of expected matches from which on there are surely more than `ranked`.
    private static let manyMatches = "3 * :ranked"

    /// The number of `matches` of a page that the walk filled, up to `ranked`.
    ///
    /// Nothing is counted if a word alone is in the names or cities of that many museums by the vocabulary, in any of
    /// its spellings, or if far more are expected.
    private var counted: SQLStep {
        let isCommon =
            isBoxed
            ? "false"
            : """
            :head = '' AND :filter = '' AND :weights = '' AND EXISTS (
                SELECT FROM museum_vocabulary
                WHERE museums >= :ranked AND (
                    word = ANY (:last_words::text[])
                    OR :last = quote_literal(:last_word) || ':'
                        AND word BETWEEN :last_word AND :last_word::text || U&'\\+10FFFF'))
            """
        return SQLStep(
            "counted",
            """
            SELECT CASE WHEN NOT :is_counted OR \(isPageUnfilled) THEN 0 WHEN \(isCommon) THEN :ranked
                WHEN (SELECT matches FROM expected) >= \(Self.manyMatches) THEN :ranked ELSE (
                SELECT count(*) FROM (
                    SELECT FROM museums WHERE \(isWanted) AND \(isInsideByIndex) LIMIT :ranked
                ) AS matching
            ) END AS matches
            """)
    }

    /// The number of `matches` found; `is_ranked` is true if these are all there are, so that they can be ranked.
    private var size: SQLStep {
        SQLStep(
            "size",
            """
            SELECT CASE WHEN \(isPageUnfilled) AND (\(areTooMany)) THEN :ranked ELSE count(*) END AS matches,
                \(isPageUnfilled) AND NOT (\(areTooMany)) AND count(*) < :ranked AS is_ranked
            FROM found
            """)
    }

    /// All matches in their bands: by the whole name or its beginning, by words of names, by words of city and
    /// category, by others.
    private var ranked: SQLStep {
        SQLStep(
            "ranked",
            """
            SELECT * FROM (
                SELECT CASE
                    WHEN title @@ (SELECT exact FROM query) THEN 0
                    WHEN title @@ (SELECT words FROM query) THEN 1
                    WHEN document @@ (SELECT museum_query(:head, :last, 'ABC')) THEN 2
                    ELSE 3 END AS band, \(exactPlace("place")) AS place, id
                FROM found WHERE (SELECT is_ranked FROM size) OFFSET 0
            ) AS banded
            WHERE (band, place, id) > (:after_band, \(afterPlace), :after_id)
            ORDER BY band, place, id LIMIT :limit
            """)
    }

    /// The matches by the whole name, then by its beginning, if there are too many to rank.
    private var wholeNames: SQLStep {
        SQLStep(
            "whole_names",
            """
            SELECT * FROM (
                SELECT 0 AS band, \(exactPlace(order.place)) AS place, id FROM museums
                WHERE NOT (SELECT is_ranked FROM size) AND title @@ (SELECT exact FROM query) AND \(isInside)
                OFFSET 0
            ) AS exact
            WHERE (band, place, id) > (:after_band, \(afterPlace), :after_id) ORDER BY place, id LIMIT :limit
            """)
    }

    /// The matches by names, if there are too many to rank and the walk did not fill the page.
    ///
    /// Words that turn out to have too many matches only now have not been searched for in names yet.
    private var names: SQLStep {
        SQLStep(
            "names",
            """
            SELECT 1 AS band, place, id FROM (
                SELECT * FROM named WHERE \(areNamesNeeded)
                UNION ALL (\(matchesByNames("\(areNamesNeeded) AND NOT (\(areAllCommon))")))
            ) AS all_named
            WHERE (place, id) > \(key(ofBand: 1)) ORDER BY place, id LIMIT :limit
            """)
    }

    /// Returns a query for the matches by names, without whole ones, if `condition` holds.
    ///
    /// They are few, so the index finds them all: by the first words alone if few names have these, which the
    /// vocabulary knows. `OFFSET` keeps the planner from walking all museums instead.
    private func matchesByNames(_ condition: String) -> String {
        """
        SELECT \(order.place) AS place, id FROM museums
        WHERE :after_band < 2 AND \(condition)
            AND title @@ (
                SELECT CASE WHEN have_few_names THEN first_words.words ELSE query.words && !! exact END
                FROM query, first_words)
            AND CASE WHEN (SELECT have_few_names FROM first_words)
                THEN title @@ (SELECT words && !! exact FROM query) ELSE true END
            AND \(isInsideByIndex)
        OFFSET 0
        """
    }

    /// All other matches among the next `limit * 50` museums, if there are too many to rank and those by names do not
    /// fill the page.
    private var nextOthers: SQLStep {
        let next = order.walk(
            ["title", "document", "latitude", "longitude"], where: areOthersWanted, after: key(ofBand: 4),
            limit: ":limit * 50")
        return SQLStep(
            "next_others",
            """
            SELECT 4 AS band, place, id FROM (\(next)) AS next
            WHERE document @@ (SELECT wanted FROM query) AND NOT title @@ (SELECT words FROM query) AND \(isInside)
            LIMIT :limit
            """)
    }

    /// The others by the index, if too few are among the next museums.
    private var others: SQLStep {
        SQLStep(
            "others",
            """
            SELECT 4 AS band, place, id FROM (
                SELECT \(order.place) AS place, id FROM museums
                WHERE \(areOthersWanted) AND (SELECT count(*) FROM next_others) < :limit
                    AND document @@ (SELECT wanted FROM query) AND NOT title @@ (SELECT words FROM query)
                    AND \(isInside)
                OFFSET 0
            ) AS others
            WHERE (place, id) > \(key(ofBand: 4)) ORDER BY place, id LIMIT :limit
            """)
    }

    /// The page: the first rows of all steps that found some.
    private var page: SQLStep {
        SQLStep(
            "page",
            """
            SELECT * FROM ranked
            UNION ALL SELECT * FROM whole_names
            UNION ALL SELECT * FROM walk WHERE NOT (\(isPageUnfilled))
            UNION ALL SELECT * FROM names
            UNION ALL SELECT * FROM next_others WHERE (SELECT count(*) FROM next_others) = :limit
            UNION ALL SELECT * FROM others
            ORDER BY band, place, id LIMIT :limit
            """)
    }

    // MARK: Conditions

    /// The number of museums as PostgreSQL last counted them.
    private static let allMuseums = "(SELECT reltuples FROM pg_class WHERE oid = 'museums'::regclass)"

    /// The place of the last full word.
    private static let lastPlace = "coalesce((:full_places::integer[])[cardinality(:full_places::integer[])], 0)"

    private var isInside: String { isBoxed ? BoxSQL.isInside : "true" }
    private var isInsideByIndex: String { isBoxed ? BoxSQL.isInsideByIndex : "true" }
    /// The condition that a museum has all words, found by those of `probe`.
    private var isWanted: String {
        """
        document @@ (SELECT words FROM probe)
        AND CASE WHEN (SELECT is_shorter FROM probe) THEN document @@ (SELECT wanted FROM query) ELSE true END
        """
    }
    private var isCommon: String { "coalesce((SELECT museums FROM estimate) >= :ranked, true)" }
    /// The condition that names alone are likely to be too many: no word is far rarer than the last one.
    private var areAllCommon: String { "\(isCommon) AND NOT (SELECT is_shorter FROM probe)" }
    private var areNamesNeeded: String { "\(isPageUnfilled) AND NOT (SELECT is_ranked FROM size)" }
    /// The condition that an unfilled page has too many matches to rank, by the names alone or by the sample.
    private var areTooMany: String {
        "(SELECT count(*) FROM named) >= :ranked OR (SELECT matches FROM expected) >= \(Self.manyMatches)"
    }
    private var isPageUnfilled: String { "(SELECT count(*) FROM walk) < :limit" }
    private var areOthersWanted: String {
        """
        :weights = '' AND NOT (SELECT is_ranked FROM size) AND \(isPageUnfilled)
        AND (SELECT count(*) FROM names) < :limit
        """
    }
    /// Returns the place of a museum with whole names before those with names that begin like the query.
    private func exactPlace(_ place: String) -> String {
        "\(place) - CASE WHEN title @@ (SELECT whole FROM query) THEN \(SearchKey.wholeNameAdvance) ELSE 0 END"
    }
    private var afterPlace: String { order.parameter(":after_place") }

    /// Returns the place and id after which the rows of a band begin.
    private func key(ofBand band: Int) -> String {
        """
        (CASE WHEN :after_band = \(band) THEN \(afterPlace) ELSE -1 END, \
        CASE WHEN :after_band = \(band) THEN :after_id ELSE '' END)
        """
    }
}
