CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Folded text as lexemes: the words as they are, for Belarusian, for beginnings of words and for names, and their stems.
-- The configuration "russian" stems words in Cyrillic letters by Russian rules and those in Latin letters by English ones.
CREATE FUNCTION museum_lexemes(folded text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('pg_catalog.russian', folded) || to_tsvector('pg_catalog.simple', folded);

-- A search: all words of "head" by their stems, and "last" by its stem or as the beginning of a word. Both are texts of a
-- tsquery whose colons have no weights yet; "weights" goes there: some of ABCD, or nothing for all of them.
CREATE FUNCTION museum_query(head text, last text, weights text) RETURNS tsquery
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN head = '' THEN
        to_tsquery('pg_catalog.simple', replace(last, ':', ':*' || weights))
        || to_tsquery('pg_catalog.russian', replace(last, ':', ':' || weights))
    ELSE
        to_tsquery('pg_catalog.russian', replace(head, ':', ':' || weights))
        && (to_tsquery('pg_catalog.simple', replace(last, ':', ':*' || weights))
            || to_tsquery('pg_catalog.russian', replace(last, ':', ':' || weights)))
END;

CREATE TABLE museums (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,64}$'),
    -- Where the row comes from: "catalogue", or the format of an import. Nothing else may change it.
    source text NOT NULL,
    -- Of everything the source says, so that what did not change is not written again.
    digest bigint NOT NULL,
    category text NOT NULL,
    country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    -- Steps on the map; see MapGrid.
    map_x integer NOT NULL CHECK (map_x BETWEEN 0 AND 1073741823),
    map_y integer NOT NULL CHECK (map_y BETWEEN 0 AND 1073741823),
    popularity smallint NOT NULL CHECK (popularity BETWEEN 1 AND 100),
    -- The order of lists: the most popular first. Ascending like id, so that one comparison of rows finds a page.
    precedence integer NOT NULL GENERATED ALWAYS AS (100 - popularity) STORED,
    website text,
    founded smallint,
    name_en text,
    name_ru text,
    name_be text,
    city_en text,
    city_ru text,
    city_be text,
    address_en text,
    address_ru text,
    address_be text,
    description_en text,
    description_ru text,
    description_be text,
    -- Folded names and other names, and folded cities, separated by "|".
    names text NOT NULL,
    cities text NOT NULL,
    -- The lexemes of names and other names, and the facets (=city:minsk) that filters look for.
    title tsvector NOT NULL,
    -- The same with weights, and with the rest: names A, other names B, city and category C, description D.
    document tsvector NOT NULL,
    CHECK (coalesce(name_en, name_ru, name_be) IS NOT NULL),
    CHECK ((name_en IS NULL) = (city_en IS NULL)),
    CHECK ((name_ru IS NULL) = (city_ru IS NULL)),
    CHECK ((name_be IS NULL) = (city_be IS NULL))
);

-- Who writes rows must end with gin_clean_pending_list on the GIN indexes: pending entries make every search slower.
CREATE INDEX museums_document ON museums USING gin (document);
CREATE INDEX museums_title ON museums USING gin (title);
CREATE INDEX museums_names ON museums USING gin (names gin_trgm_ops);
CREATE INDEX museums_order ON museums (precedence, id);
CREATE INDEX museums_country_order ON museums (country, precedence, id);
CREATE INDEX museums_category_order ON museums (category, precedence, id);
CREATE INDEX museums_country_category_order ON museums (country, category, precedence, id);
CREATE INDEX museums_columns ON museums (map_x) INCLUDE (map_y, longitude, latitude, id);
CREATE INDEX museums_rows ON museums (map_y) INCLUDE (map_x, longitude, latitude, id);

-- Every word of names and cities, to correct misspelt ones by.
CREATE TABLE museum_vocabulary (
    word text COLLATE "C" PRIMARY KEY,
    museums integer NOT NULL
);
CREATE INDEX museum_vocabulary_spelling ON museum_vocabulary USING gin (word gin_trgm_ops);

-- Known words that share trigrams with a word. The threshold is low: one error in five letters must not hide a word; how
-- many errors there are is counted later.
CREATE FUNCTION museum_words_like(typed text, maximum integer) RETURNS TABLE (word text, museums integer)
LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.2
AS $$
    SELECT v.word, v.museums FROM museum_vocabulary v WHERE v.word % typed
    ORDER BY similarity(v.word, typed) DESC, v.museums DESC, v.word LIMIT maximum
$$;

-- How many museums lie in each cell of the map, for the coarser levels; see MapPlan.
CREATE TABLE museum_cells (
    level smallint NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    museums integer NOT NULL,
    latitudes double precision NOT NULL,
    longitudes double precision NOT NULL,
    west double precision NOT NULL,
    south double precision NOT NULL,
    east double precision NOT NULL,
    north double precision NOT NULL,
    -- The museum, where there is one only.
    id text COLLATE "C" NOT NULL,
    PRIMARY KEY (level, x, y)
);

-- The bundled catalogue as it was loaded last.
CREATE TABLE museum_catalogue (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    digest bigint NOT NULL,
    museums integer NOT NULL,
    loaded_at timestamptz NOT NULL DEFAULT now()
);
