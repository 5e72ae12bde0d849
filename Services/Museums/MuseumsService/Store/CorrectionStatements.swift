import Postgres

/// The SQL that finds known words for a ``QueryCorrection``.
enum CorrectionStatements {
    /// Selects the texts that the vocabulary knows, each with the way: `whole`, with the number of museums;
    /// `beginning`, for those of `last_texts`; `common`, if queries leave it out; `relative`, if a Cyrillic word has
    /// the same stem or key.
    ///
    /// `stems` and `keys` belong to the texts of `texts` at the same places; empty ones match nothing. A text with a
    /// stem but without a key is Cyrillic, and its relatives begin with the same two letters.
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
                SELECT true FROM museum_word_keys AS known
                WHERE is_cyrillic AND known.stem = typed.stem
                    AND (typed.key <> '' OR left(known.word, 2) = left(typed.text, 2))
                LIMIT 1) END,
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
    /// `are_cyrillic` is true for words in Cyrillic letters, which sound like words in Latin ones. Trigrams of at most
    /// `compared` words are compared.
    ///
    /// Comparing trigrams takes ten times as long as the other look-ups. It is done only for some of the words that
    /// these do not find, and for the last word, whose end may be missing.
    static let similar = PreparedStatement(
        "museums.similarWords",
        """
        \(steps.clause)
        SELECT place, word, museums, 'letters' AS similarity FROM near
        UNION ALL
        SELECT typed.place, likely.word, likely.museums, 'letters'
        FROM typed, LATERAL museum_words_like(typed.word, :limit::integer) AS likely
        WHERE char_length(typed.word) > 2 AND typed.place IN (SELECT place FROM vague)
            AND (typed.place = :unfinished OR typed.place NOT IN (SELECT place FROM near))
        UNION ALL
        SELECT place, word,
            (SELECT museums FROM museum_vocabulary WHERE museum_vocabulary.word = alike.word), similarity
        FROM (
            SELECT place, word, similarity FROM sounds
            UNION ALL SELECT place, word, 'nearSound' FROM near_sounds
            UNION ALL SELECT typed.place, likely.word, 'nearSound'
            FROM typed, LATERAL museum_keys_like(typed.key, :limit::integer) AS likely
            WHERE char_length(typed.key) > 3 AND typed.place IN (SELECT place FROM vague)
        ) AS alike
        """)

    static let steps = [typed, nearLetters, sounds, nearSounds, vague]

    private static let typed = SQLStep(
        "typed",
        """
        SELECT * FROM unnest(:places::integer[], :words::text[], :keys::text[], :stems::text[], :are_cyrillic::boolean[])
            AS typed (place, word, key, stem, is_cyrillic)
        """)

    /// The words with one typing error, and the word itself.
    private static let nearLetters = SQLStep(
        "near",
        """
        SELECT typed.place, near.word, near.museums FROM typed, LATERAL (
            SELECT word, museums FROM museum_vocabulary WHERE museum_deletions(word) && museum_deletions(typed.word)
            ORDER BY museums DESC, word LIMIT :limit::integer) AS near
        WHERE char_length(typed.word) > 2
        """)

    /// The words with the same sound, in another case, or with a sound that begins like this.
    ///
    /// Those with the same sound as a word in Latin letters are certain: it is transliterated.
    private static let sounds = SQLStep(
        "sounds",
        """
        SELECT typed.place, alike.word, alike.similarity,
            alike.similarity = 'sound' AND NOT typed.is_cyrillic AS is_certain
        FROM typed, LATERAL (
            (SELECT known.word, 'sound' AS similarity FROM museum_word_keys AS known
            WHERE known.key = typed.key AND known.is_cyrillic <> typed.is_cyrillic ORDER BY known.word LIMIT :limit::integer)
            UNION ALL
            (SELECT known.word, 'inflection' FROM museum_word_keys AS known
            WHERE known.is_cyrillic AND known.stem = typed.stem ORDER BY known.word LIMIT :limit::integer)
            UNION ALL
            (SELECT known.word, 'beginningOfSound' FROM museum_word_keys AS known
            WHERE typed.place = :unfinished AND char_length(typed.key) > 2 AND known.is_cyrillic <> typed.is_cyrillic
                AND known.key BETWEEN typed.key AND typed.key || U&'\\+10FFFF'
            ORDER BY known.key, known.word LIMIT :limit::integer)
        ) AS alike
        WHERE typed.key <> ''
        """)

    /// The words whose sound has one error.
    private static let nearSounds = SQLStep(
        "near_sounds",
        """
        SELECT typed.place, known.word FROM typed, LATERAL (
            SELECT known.word FROM museum_word_keys AS known
            WHERE known.is_cyrillic AND museum_deletions(known.stem) && museum_deletions(typed.stem)
            ORDER BY known.word LIMIT :limit::integer) AS known
        WHERE char_length(typed.key) > 2
        """)

    /// The places of the words that are compared by trigrams, at most `compared`: the last one, and the longest of
    /// those without a certain sound.
    private static let vague = SQLStep(
        "vague",
        """
        SELECT place FROM (SELECT place, max(char_length(word)) AS length FROM typed GROUP BY place) AS words
        WHERE place = :unfinished OR place NOT IN (SELECT place FROM sounds WHERE is_certain)
        ORDER BY place = :unfinished DESC, length DESC, place LIMIT :compared::integer
        """)
}
