import Postgres

/// The SQL of edits, which change one museum and what derives from it: the vocabulary and the cells of the map.
enum EditStatements {
    private static let columns = """
        museums.id, museums.source, museums.digest, museums.category, museums.country, museums.latitude,
        museums.longitude, museums.popularity, museums.website, museums.founded, museums.name_en, museums.name_ru,
        museums.name_be, museums.city_en, museums.city_ru, museums.city_be, museums.address_en, museums.address_ru,
        museums.address_be, museums.description_en, museums.description_ru, museums.description_be, museums.names,
        museums.attribution, museums.licence AS source_licence
        """

    /// The columns of ``PictureColumns``, for the history, which has no pictures.
    private static let noPicture = """
        NULL::text AS url, NULL::integer AS width, NULL::integer AS height, NULL::text AS author, NULL::text AS licence,
        NULL::text AS page, NULL::text[] AS picture_files
        """

    private static let facts = FactColumns.all("museum_facts AS stated WHERE stated.museum_id = museums.id")

    /// Returns the columns of facts for rows of `museum_facts` as JSON.
    private static func facts(in rows: String) -> String {
        FactColumns.all("jsonb_populate_recordset(NULL::museum_facts, \(rows)) AS stated")
    }

    /// Reads a museum, even a removed one.
    static let read = PreparedStatement(
        "museums.edit.read",
        """
        WITH latest AS (
            SELECT version, museum, attached FROM museum_edits WHERE museum_id = :id ORDER BY version DESC LIMIT 1
        )
        SELECT \(columns), coalesce((SELECT version FROM latest), 0) AS edits, false AS is_removed,
            \(PictureColumns.all), true AS has_facts, \(facts)
        FROM museums \(PictureColumns.join) WHERE id = :id
        UNION ALL
        SELECT \(columns), latest.version, true, \(noPicture), true, \(facts(in: "latest.attached -> 'facts'"))
        FROM latest, LATERAL jsonb_populate_record(NULL::museums, latest.museum) AS museums
        WHERE EXISTS (SELECT FROM museum_tombstones WHERE museum_id = :id)
        """)

    private static let derived = "ARRAY['map_x', 'map_y', 'precedence', 'title', 'document']"

    private static let factRows = """
        (SELECT coalesce(jsonb_agg(to_jsonb(museum_facts)), '[]') FROM museum_facts WHERE museum_id = museums.id)
        """

    /// Reads a museum's row and those of its facts as the history keeps them.
    static let row = PreparedStatement(
        "museums.edit.row",
        """
        SELECT (to_jsonb(museums) - \(derived))::text AS row, \(factRows)::text AS facts FROM museums WHERE id = :id
        """)

    /// Records an edit with the museum's row and its facts, the `former` ones, the names of the facts that it changed,
    /// and for a removal the rows that go with it.
    ///
    /// The number continues the history of the id: a load may have removed a museum whose picture was edited, and an
    /// editor may create another one with the same id.
    static let note = PreparedStatement(
        "museums.edit.note",
        """
        INSERT INTO museum_edits (museum_id, version, at, kind, actor_id, trace_id, museum, former, facts, former_facts,
            edited_facts, attached)
        SELECT id, (SELECT coalesce(max(version), 0) + 1 FROM museum_edits WHERE museum_id = museums.id), :now::bigint,
            :kind, :actor::uuid, :trace_id, to_jsonb(museums) - \(derived), :former::jsonb,
            \(factRows), :former_facts::jsonb, nullif(:edited_facts::text[], '{}'),
            CASE WHEN :kind = 'removed' THEN jsonb_build_object(
                'facts', \(factRows),
                'pictures', (SELECT coalesce(jsonb_agg(to_jsonb(museum_pictures)), '[]') FROM museum_pictures
                    WHERE museum_id = museums.id)) END
        FROM museums WHERE id = :id
        """)

    /// Sets the source of a museum.
    static let setSource = PreparedStatement(
        "museums.edit.setSource", "UPDATE museums SET source = :source WHERE id = :id")

    /// The statements that remove a museum, in this order.
    static let removal = [addTombstone, keepFiles, remove]
    private static let remove = PreparedStatement("museums.edit.remove", "DELETE FROM museums WHERE id = :id")
    static let removePicture = PreparedStatement(
        "museums.edit.removePicture", "DELETE FROM museum_pictures WHERE museum_id = :id")
    private static let addTombstone = PreparedStatement(
        "museums.edit.addTombstone", "INSERT INTO museum_tombstones (museum_id) VALUES (:id)")
    /// Keeps the files of a museum's picture, before the museum is removed.
    private static let keepFiles = PreparedStatement(
        "museums.edit.keepFiles",
        """
        INSERT INTO museum_tombstone_files (\(fileColumns))
        SELECT \(fileColumns) FROM museum_picture_files WHERE museum_id = :id
        """)
    /// The statements that restore what was removed with a museum, in this order.
    static let restoration = [restoreFacts, restorePictures, restoreFiles, removeTombstone]
    /// Restores the files of a museum's picture, after the picture.
    private static let restoreFiles = PreparedStatement(
        "museums.edit.restoreFiles",
        """
        INSERT INTO museum_picture_files (\(fileColumns))
        SELECT \(fileColumns) FROM museum_tombstone_files WHERE museum_id = :id
        """)
    private static let fileColumns = "hash, museum_id, format, width, height, content"
    private static let removeTombstone = PreparedStatement(
        "museums.edit.removeTombstone", "DELETE FROM museum_tombstones WHERE museum_id = :id")

    /// Restores the facts that the latest removal took away.
    private static let restoreFacts = restore("museums.edit.restoreFacts", "museum_facts", "facts")
    /// Restores the pictures that the latest removal took away.
    private static let restorePictures = restore("museums.edit.restorePictures", "museum_pictures", "pictures")

    private static func restore(_ name: StaticString, _ table: String, _ member: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            INSERT INTO \(table)
            SELECT rows.* FROM (
                SELECT attached FROM museum_edits WHERE museum_id = :id AND kind = 'removed'
                ORDER BY version DESC LIMIT 1
            ) AS latest, LATERAL jsonb_populate_recordset(NULL::\(table), latest.attached -> '\(member)') AS rows
            ON CONFLICT DO NOTHING
            """)
    }

    /// The words of one museum, as ``LoadStatements/refreshVocabulary`` counts them.
    private static let words = """
        SELECT DISTINCT word
        FROM museums, LATERAL unnest(string_to_array(translate(names || ' ' || cities, '|', ' '), ' ')) AS word
        WHERE id = :id AND char_length(word) BETWEEN 3 AND 40
        """

    /// Takes the words of a museum from the vocabulary, before the museum changes.
    static let forgetWords = PreparedStatement(
        "museums.edit.forgetWords",
        """
        WITH words AS (\(words)), fewer AS (
            UPDATE museum_vocabulary SET museums = museum_vocabulary.museums - 1 FROM words
            WHERE museum_vocabulary.word = words.word AND museum_vocabulary.museums > 1
        )
        DELETE FROM museum_vocabulary USING words
        WHERE museum_vocabulary.word = words.word AND museum_vocabulary.museums <= 1
        """)

    /// Adds the words of a museum to the vocabulary, after the museum changed.
    static let noteWords = PreparedStatement(
        "museums.edit.noteWords",
        """
        INSERT INTO museum_vocabulary (word, museums) SELECT word, 1 FROM (\(words)) AS words
        ON CONFLICT (word) DO UPDATE SET museums = museum_vocabulary.museums + 1
        """)

    private static let cells = "unnest(:xs::integer[], :ys::integer[]) AS cell (x, y)"

    /// Clears the cells `xs` and `ys` of `level`.
    static let clearCells = PreparedStatement(
        "museums.edit.clearCells",
        """
        DELETE FROM museum_cells USING \(cells)
        WHERE museum_cells.level = :level::smallint AND museum_cells.x = cell.x AND museum_cells.y = cell.y
        """)

    /// Fills cells of the finest level from the museums.
    static let fillFinestCells = PreparedStatement(
        "museums.edit.finestCells",
        """
        INSERT INTO museum_cells (level, x, y, museums, latitudes, longitudes, west, south, east, north, id)
        SELECT :level::smallint, cell.x, cell.y, count(*),
            sum(latitude), sum(longitude), min(longitude), min(latitude), max(longitude), max(latitude), min(id)
        FROM \(cells) JOIN museums
            ON map_x BETWEEN cell.x << (30 - :level::integer) AND ((cell.x + 1) << (30 - :level::integer)) - 1
            AND map_y BETWEEN cell.y << (30 - :level::integer) AND ((cell.y + 1) << (30 - :level::integer)) - 1
        GROUP BY cell.x, cell.y
        """)

    /// Fills cells of `level`, each from four cells of the next finer level.
    static let fillCoarserCells = PreparedStatement(
        "museums.edit.coarserCells",
        """
        INSERT INTO museum_cells (level, x, y, museums, latitudes, longitudes, west, south, east, north, id)
        SELECT :level::smallint, cell.x, cell.y, sum(finer.museums), sum(finer.latitudes), sum(finer.longitudes),
            min(finer.west), min(finer.south), max(finer.east), max(finer.north), min(finer.id)
        FROM \(cells) JOIN museum_cells AS finer
            ON finer.level = :level::integer + 1 AND finer.x BETWEEN cell.x * 2 AND cell.x * 2 + 1
            AND finer.y BETWEEN cell.y * 2 AND cell.y * 2 + 1
        GROUP BY cell.x, cell.y
        """)

    /// Reads the museum after the edit `number` of a museum, and before it in a second row.
    static let states = PreparedStatement(
        "museums.edit.states",
        """
        SELECT false AS is_former, \(columns), edit.version AS edits, edit.kind = 'removed' AS is_removed, \(noPicture),
            edit.facts IS NOT NULL AS has_facts, \(facts(in: "edit.facts"))
        FROM museum_edits AS edit, LATERAL jsonb_populate_record(NULL::museums, edit.museum) AS museums
        WHERE edit.museum_id = :id AND edit.version = :number::integer
        UNION ALL
        SELECT true, \(columns), edit.version - 1, false, \(noPicture), edit.former_facts IS NOT NULL,
            \(facts(in: "edit.former_facts"))
        FROM museum_edits AS edit, LATERAL jsonb_populate_record(NULL::museums, edit.former) AS museums
        WHERE edit.museum_id = :id AND edit.version = :number::integer AND edit.former IS NOT NULL
        """)

    /// Lists the kinds of facts that the edit `number` of a museum or a later one changed.
    static let changedFacts = PreparedStatement(
        "museums.edit.changedFacts",
        """
        SELECT DISTINCT changed.kind FROM museum_edits, unnest(edited_facts) AS changed (kind)
        WHERE museum_id = :id AND version >= :number::integer
        """)

    private static let listed = """
        number AS place, version, museum_id, at, kind, actor_id, museum ->> 'name_en' AS name_en,
        museum ->> 'name_ru' AS name_ru, museum ->> 'name_be' AS name_be
        """

    /// Reads the edit `number` of a museum.
    static let edit = PreparedStatement(
        "museums.edit", "SELECT \(listed) FROM museum_edits WHERE museum_id = :id AND version = :number::integer")

    /// Lists edits before `before`, the latest first; those of the museum `id` if it is not NULL.
    static let list = PreparedStatement(
        "museums.edits",
        """
        SELECT \(listed) FROM museum_edits
        WHERE number < :before::bigint AND (:id::text IS NULL OR museum_id = :id::text)
        ORDER BY number DESC LIMIT :limit
        """)
}
