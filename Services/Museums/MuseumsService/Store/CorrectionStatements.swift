import Postgres

/// The SQL that finds known words for a ``QueryCorrection``.
enum CorrectionStatements {
    /// Selects the texts that the vocabulary knows, each with the way: `whole`, with the number of museums;
    /// `beginning`, for those of `last_texts`; `common`, if queries leave it out; `relative`, if a Cyrillic word has
    /// the same stem or key.
    ///
    /// `stems` and `keys` belong to the texts of `texts` at the same places; empty ones match nothing.
    static let known = PreparedStatement(
        "museums.knownTexts",
        """
        SELECT word AS text, museums, 'whole' AS way FROM museum_vocabulary WHERE word = ANY (:texts::text[])
        UNION ALL
        SELECT text, 0, 'beginning' FROM unnest(:last_texts::text[]) AS lasts (text)
        WHERE EXISTS (
            SELECT FROM museum_vocabulary WHERE word BETWEEN lasts.text AND lasts.text || U&'\\+10FFFF')
        UNION ALL
        SELECT text, 0, 'common' FROM unnest(:texts::text[]) AS typed (text)
        WHERE to_tsvector('pg_catalog.russian', text) = ''
        UNION ALL
        SELECT text, 0, 'relative' FROM unnest(:texts::text[], :stems::text[], :keys::text[]) AS typed (text, stem, key)
        -- Single rows, since the planner would read the whole table for EXISTS.
        WHERE coalesce(
            CASE WHEN typed.stem <> '' THEN (
                SELECT true FROM museum_word_keys AS known WHERE is_cyrillic AND known.stem = typed.stem LIMIT 1) END,
            CASE WHEN typed.key <> '' THEN (
                SELECT true FROM museum_word_keys AS known WHERE is_cyrillic AND known.key = typed.key LIMIT 1) END)
        """)

    /// Selects those of `parts` that the vocabulary knows.
    static let parts = PreparedStatement(
        "museums.knownParts",
        "SELECT word, museums FROM museum_vocabulary WHERE word = ANY (:parts::text[])")

    /// Selects known words with one typing error for each of `words`, at most `limit`, those of the most museums first.
    static let near = PreparedStatement(
        "museums.nearWords",
        """
        SELECT typed.word AS typed, near.word, near.museums, 'letters' AS similarity
        FROM unnest(:words::text[]) AS typed (word), LATERAL (
            SELECT word, museums FROM museum_vocabulary WHERE museum_deletions(word) && museum_deletions(typed.word)
            ORDER BY museums DESC, word LIMIT :limit) AS near
        """)

    /// Selects known words for each of `words`, at most `limit` of each similarity.
    ///
    /// `places` are the places of the words in the query, and `keys` and `stems` what they sound like; a word with
    /// several readings is there several times. The key at the place `unfinished` may begin a known word's key.
    /// `are_cyrillic` is true for words in Cyrillic letters, which sound like words in Latin ones.
    static let similar = PreparedStatement(
        "museums.similarWords",
        """
        SELECT typed.place, likely.word, likely.museums, 'letters' AS similarity
        FROM unnest(:places::integer[], :words::text[]) AS typed (place, word),
            LATERAL museum_words_like(typed.word, :limit) AS likely
        WHERE typed.word <> ''
        UNION ALL
        SELECT typed.place, near.word, near.museums, 'letters'
        FROM unnest(:places::integer[], :words::text[]) AS typed (place, word), LATERAL (
            SELECT word, museums FROM museum_vocabulary WHERE museum_deletions(word) && museum_deletions(typed.word)
            ORDER BY museums DESC, word LIMIT :limit) AS near
        WHERE char_length(typed.word) > 3
        UNION ALL
        SELECT typed.place, likely.word,
            (SELECT museums FROM museum_vocabulary WHERE museum_vocabulary.word = likely.word), likely.similarity
        FROM unnest(:places::integer[], :keys::text[], :stems::text[], :are_cyrillic::boolean[])
                AS typed (place, key, stem, is_cyrillic), LATERAL (
            (SELECT known.word, 'sound' AS similarity FROM museum_word_keys AS known
            WHERE known.key = typed.key AND known.is_cyrillic <> typed.is_cyrillic ORDER BY known.word LIMIT :limit)
            UNION ALL
            (SELECT known.word, 'inflection' FROM museum_word_keys AS known
            WHERE known.is_cyrillic AND known.stem = typed.stem ORDER BY known.word LIMIT :limit)
            UNION ALL
            (SELECT known.word, 'beginningOfSound' FROM museum_word_keys AS known
            WHERE typed.place = :unfinished AND char_length(typed.key) > 2 AND known.is_cyrillic <> typed.is_cyrillic
                AND known.key BETWEEN typed.key AND typed.key || U&'\\+10FFFF'
            ORDER BY known.key, known.word LIMIT :limit)
            UNION ALL
            (SELECT known.word, 'nearSound' FROM museum_word_keys AS known
            WHERE char_length(typed.key) > 2 AND known.is_cyrillic
                AND museum_deletions(known.stem) && museum_deletions(typed.stem)
            ORDER BY known.word LIMIT :limit)
            UNION ALL
            SELECT near.word, 'nearSound' FROM museum_keys_like(typed.key, :limit) AS near
            WHERE char_length(typed.key) > 3
        ) AS likely
        WHERE typed.key <> ''
        """)
}
