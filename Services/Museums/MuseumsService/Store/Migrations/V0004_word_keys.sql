-- A word, and what remains of it without each of its letters: words with one in common are one typing error apart, be it
-- a letter left out, added, replaced or exchanged with its neighbour, even if they share no trigram.
CREATE FUNCTION museum_deletions(word text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
    SELECT left(word, place - 1) || substr(word, place + 1)
    FROM generate_series(1, char_length(word)) AS place) || word;

CREATE INDEX museum_vocabulary_deletions ON museum_vocabulary USING gin (museum_deletions(word))
    WITH (fastupdate = off);

-- What the words of the vocabulary are found by in the letters of another alphabet and in other cases; made by the
-- programs, see TransliterationKey. It replaces museum_sounds, which older programs use. Words without keys, written by
-- an older program, get theirs at the next load or start.
CREATE TABLE museum_word_keys (
    word text COLLATE "C" PRIMARY KEY REFERENCES museum_vocabulary (word) ON DELETE CASCADE,
    -- Empty for other alphabets than Latin and Cyrillic.
    key text COLLATE "C" NOT NULL,
    -- The key without the ending of a case.
    stem text COLLATE "C" NOT NULL,
    is_cyrillic boolean NOT NULL
);
CREATE INDEX museum_word_keys_key ON museum_word_keys (key);
CREATE INDEX museum_word_keys_stem ON museum_word_keys (stem) WHERE is_cyrillic;
CREATE INDEX museum_word_keys_spelling ON museum_word_keys USING gin (key gin_trgm_ops) WITH (fastupdate = off)
    WHERE is_cyrillic;
CREATE INDEX museum_word_keys_deletions ON museum_word_keys USING gin (museum_deletions(stem)) WITH (fastupdate = off)
    WHERE is_cyrillic;

-- Cyrillic words whose keys share trigrams with a key.
CREATE FUNCTION museum_keys_like(typed text, maximum integer) RETURNS TABLE (word text)
LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.3
AS $$
    SELECT k.word FROM museum_word_keys k WHERE k.is_cyrillic AND k.key % typed
    ORDER BY similarity(k.key, typed) DESC, k.word LIMIT maximum
$$;
