import Postgres

/// The SQL of loads: `COPY` fills a staging table of the transaction, new and changed museums move from there into the
/// catalogue, and then everything derived from the catalogue is rebuilt.
enum LoadStatements {
    /// Allows one load at a time, over all processes.
    static let lock = PreparedStatement("museums.load.lock", "SELECT pg_advisory_xact_lock(7020001)")

    static let createStaging = PreparedStatement(
        "museums.load.staging",
        """
        CREATE TEMPORARY TABLE museum_staging (\(CopyRow.columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")))
        ON COMMIT DROP
        """)
    static let copy = "COPY museum_staging (\(CopyRow.columns.map(\.name).joined(separator: ", "))) FROM STDIN"

    /// Drops lines that repeat an earlier one; returns both lines.
    static let dropRepeated = PreparedStatement(
        "museums.load.repeated",
        """
        WITH numbered AS (
            SELECT line, min(line) OVER same AS first FROM museum_staging WINDOW same AS (PARTITION BY id, digest)
        )
        DELETE FROM museum_staging AS staging USING numbered
        WHERE staging.line = numbered.line AND numbered.line > numbered.first
        RETURNING numbered.line, numbered.first::text AS text
        """)

    /// Numbers museums whose id an earlier line uses; returns line and new id.
    static let numberSharedIDs = PreparedStatement(
        "museums.load.sharedIDs",
        """
        WITH numbered AS (
            SELECT line, row_number() OVER (PARTITION BY id ORDER BY line) AS place FROM museum_staging
        )
        UPDATE museum_staging AS staging SET id = staging.id || '-' || numbered.place FROM numbered
        WHERE staging.line = numbered.line AND numbered.place > 1
        RETURNING staging.line, staging.id AS text
        """)

    /// Drops museums whose id an earlier line has or was given; returns line and id.
    static let dropTaken = PreparedStatement(
        "museums.load.taken",
        """
        WITH numbered AS (
            SELECT line, row_number() OVER (PARTITION BY id ORDER BY line) AS place FROM museum_staging
        )
        DELETE FROM museum_staging AS staging USING numbered
        WHERE staging.line = numbered.line AND numbered.place > 1
        RETURNING staging.line, staging.id AS text
        """)

    /// Drops museums that belong to another source than `source`, or that an editor removed; returns line and id.
    static let dropForeign = PreparedStatement(
        "museums.load.foreign",
        """
        DELETE FROM museum_staging AS staging
        WHERE EXISTS (SELECT FROM museums WHERE museums.id = staging.id AND museums.source <> :source)
            OR EXISTS (SELECT FROM museum_tombstones WHERE museum_tombstones.museum_id = staging.id)
        RETURNING staging.line, staging.id AS text
        """)

    /// Removes museums of `source` that it no longer contains.
    static let removeOthers = PreparedStatement(
        "museums.load.remove",
        """
        DELETE FROM museums
        WHERE source = :source AND NOT EXISTS (SELECT FROM museum_staging WHERE museum_staging.id = museums.id)
        """)

    /// Drops museums that are stored unchanged.
    static let dropUnchanged = PreparedStatement(
        "museums.load.unchanged",
        """
        DELETE FROM museum_staging AS staging USING museums
        WHERE museums.id = staging.id AND museums.digest = staging.digest
        """)

    /// Writes the remaining museums as those of `source`; returns the counts of new and of changed ones.
    static let write = PreparedStatement(
        "museums.load.write",
        """
        WITH written AS (
            INSERT INTO museums (
                id, source, digest, category, country, latitude, longitude, map_x, map_y, popularity, website, founded,
                name_en, name_ru, name_be, city_en, city_ru, city_be, address_en, address_ru, address_be,
                description_en, description_ru, description_be, attribution, licence, names, cities, title, document)
            SELECT
                id, :source, digest, category, country, latitude, longitude, map_x, map_y, popularity, website, founded,
                name_en, name_ru, name_be, city_en, city_ru, city_be, address_en, address_ru, address_be,
                description_en, description_ru, description_be, attribution, licence,
                concat_ws('|', names, nullif(aliases, '')), cities,
                name_lexemes || alias_lexemes || array_to_tsvector(string_to_array(facets, '|')),
                setweight(name_lexemes, 'A') || setweight(alias_lexemes, 'B')
                    || setweight(museum_lexemes(places), 'C') || setweight(museum_lexemes(descriptions), 'D')
                    || array_to_tsvector(string_to_array(facets, '|'))
            FROM museum_staging, LATERAL (
                SELECT museum_lexemes(names || '|' || name_forms) AS name_lexemes,
                    museum_lexemes(aliases || '|' || alias_forms) AS alias_lexemes
                OFFSET 0
            ) AS lexemes
            ON CONFLICT (id) DO UPDATE SET
                digest = excluded.digest, category = excluded.category, country = excluded.country,
                latitude = excluded.latitude, longitude = excluded.longitude, map_x = excluded.map_x,
                map_y = excluded.map_y, popularity = excluded.popularity, website = excluded.website,
                founded = excluded.founded, name_en = excluded.name_en, name_ru = excluded.name_ru,
                name_be = excluded.name_be, city_en = excluded.city_en, city_ru = excluded.city_ru,
                city_be = excluded.city_be, address_en = excluded.address_en, address_ru = excluded.address_ru,
                address_be = excluded.address_be, description_en = excluded.description_en,
                description_ru = excluded.description_ru, description_be = excluded.description_be,
                attribution = excluded.attribution, licence = excluded.licence,
                names = excluded.names, cities = excluded.cities, title = excluded.title, document = excluded.document
            RETURNING xmax = 0 AS is_new
        )
        SELECT count(*) FILTER (WHERE is_new) AS added, count(*) FILTER (WHERE NOT is_new) AS changed FROM written
        """)

    /// Rebuilds the vocabulary from the words of all names and cities.
    static let refreshVocabulary = PreparedStatement(
        "museums.load.vocabulary",
        """
        WITH current AS MATERIALIZED (
            SELECT word, count(*)::integer AS museums
            FROM museums, LATERAL (
                SELECT DISTINCT word
                FROM unnest(string_to_array(translate(names || ' ' || cities, '|', ' '), ' ')) AS word
            ) AS words
            WHERE char_length(word) BETWEEN 3 AND 40
            GROUP BY word
        ), gone AS (
            DELETE FROM museum_vocabulary
            WHERE NOT EXISTS (SELECT FROM current WHERE current.word = museum_vocabulary.word)
        )
        INSERT INTO museum_vocabulary (word, museums) SELECT word, museums FROM current
        ON CONFLICT (word) DO UPDATE SET museums = excluded.museums
        WHERE museum_vocabulary.museums <> excluded.museums
        """)

    static let clearCells = PreparedStatement("museums.load.clearCells", "DELETE FROM museum_cells")

    /// Fills the cells of `level` from the museums.
    static let fillFinestCells = PreparedStatement(
        "museums.load.finestCells",
        """
        INSERT INTO museum_cells (level, x, y, museums, latitudes, longitudes, west, south, east, north, id)
        SELECT :level::smallint, map_x >> (30 - :level::integer), map_y >> (30 - :level::integer), count(*),
            sum(latitude), sum(longitude), min(longitude), min(latitude), max(longitude), max(latitude), min(id)
        FROM museums GROUP BY 2, 3
        """)

    /// Fills the cells of `level`, each from four cells of the next finer level.
    static let fillCoarserCells = PreparedStatement(
        "museums.load.coarserCells",
        """
        INSERT INTO museum_cells (level, x, y, museums, latitudes, longitudes, west, south, east, north, id)
        SELECT :level::smallint, x >> 1, y >> 1, sum(museums),
            sum(latitudes), sum(longitudes), min(west), min(south), max(east), max(north), min(id)
        FROM museum_cells WHERE level = :level::integer + 1 GROUP BY 2, 3
        """)

    /// Merges the pending entries of the text indexes, which every search would scan otherwise.
    static let cleanIndexes = PreparedStatement(
        "museums.load.cleanIndexes",
        """
        SELECT gin_clean_pending_list('museums_document'), gin_clean_pending_list('museums_title'),
            gin_clean_pending_list('museums_names'), gin_clean_pending_list('museum_vocabulary_spelling')
        """)

    static let analyze = ["museums", "museum_vocabulary", "museum_cells"].map {
        PreparedStatement("museums.load.analyze", "ANALYZE \($0)")
    }

    static let catalogueDigest = PreparedStatement("museums.catalogue.digest", "SELECT digest FROM museum_catalogue")
    static let noteCatalogue = PreparedStatement(
        "museums.catalogue.note",
        """
        INSERT INTO museum_catalogue (digest, museums) VALUES (:digest, :museums)
        ON CONFLICT (only_row) DO UPDATE SET digest = excluded.digest, museums = excluded.museums, loaded_at = now()
        """)
}
