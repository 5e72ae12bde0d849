import Contracts
import Postgres
import Wire

extension MuseumStore {
    /// One part of a map: `$1` level, `$2` shift, `$3`–`$6` west, south, east, north, `$7`–`$10` columns and rows of
    /// the cells that lie wholly inside, `$11`–`$14` two columns to be counted, `$15`–`$18` two rows to be counted and
    /// `$19`–`$20` how far those reach; all as first and last.
    ///
    /// See ``MapPlan/Part``.
    private static let mapPart = PreparedStatement(
        "museums.map",
        """
        WITH edge AS (
            SELECT map_x, map_y, longitude, latitude, id FROM museums WHERE map_x BETWEEN $11 AND $12
            UNION ALL SELECT map_x, map_y, longitude, latitude, id FROM museums WHERE map_x BETWEEN $13 AND $14
            UNION ALL SELECT map_x, map_y, longitude, latitude, id FROM museums
                WHERE map_y BETWEEN $15 AND $16 AND map_x BETWEEN $19 AND $20
            UNION ALL SELECT map_x, map_y, longitude, latitude, id FROM museums
                WHERE map_y BETWEEN $17 AND $18 AND map_x BETWEEN $19 AND $20
        ), cells AS (
            SELECT count(*)::integer AS museums, sum(latitude) AS latitudes, sum(longitude) AS longitudes,
                min(longitude) AS west, min(latitude) AS south, max(longitude) AS east, max(latitude) AS north,
                min(id) AS id
            FROM edge
            WHERE longitude BETWEEN $3 AND $5 AND latitude BETWEEN $4 AND $6
            GROUP BY map_x >> $2, map_y >> $2
            UNION ALL
            SELECT museums, latitudes, longitudes, west, south, east, north, id FROM museum_cells
            WHERE level = $1 AND x BETWEEN $7 AND $8 AND y BETWEEN $9 AND $10
        )
        SELECT cells.museums, latitudes / cells.museums, longitudes / cells.museums, west, south, east, north,
            museums.id, category, name_en, name_ru, name_be
        FROM cells LEFT JOIN museums ON cells.museums = 1 AND museums.id = cells.id
        """)

    /// The cells of one part of a plan, as rows for ``MapRow``.
    func cells(
        of part: MapPlan.Part, in plan: MapPlan, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> PostgresRows {
        let spans =
            [part.insideColumns, part.insideRows] + part.columns + part.rows + [part.rowColumns]
        var parameters: [any PostgresEncodable] = [
            plan.level, plan.shift, part.west, part.south, part.east, part.north,
        ]
        for span in spans { parameters += [span.first, span.last] }
        return try await client.query(Self.mapPart, parameters, deadline: deadline)
    }
}

/// A cell of the map with at least one museum.
struct MapRow {
    private enum Column {
        static let museums = 0
        static let latitude = 1
        static let longitude = 2
        static let west = 3
        static let south = 4
        static let east = 5
        static let north = 6
        static let id = 7
        static let category = 8
        static let names = 9
    }

    let row: PostgresRow

    init(_ row: PostgresRow) { self.row = row }

    /// How many museums lie in the cell.
    var museums: Int { get throws(PostgresError) { try row.decode(Int.self, at: Column.museums) } }

    /// Writes a ``Museums/Map/Point``; for a cell with one museum.
    func writePoint(into writer: inout JSONWriter, language: Language) throws(PostgresError) {
        let spoken = try row.language(ofTextsAt: Column.names, for: language)
        writer.beginObject()
        writer.key("id")
        try writer.text(of: row, at: Column.id)
        writer.key("name")
        try writer.text(of: row, at: Column.names + spoken.column)
        writer.key("category")
        try writer.text(of: row, at: Column.category)
        writer.key("location")
        writer.location(
            latitude: try row.decode(at: Column.south), longitude: try row.decode(at: Column.west))
        writer.key("language")
        writer.string(spoken.rawValue)
        writer.endObject()
    }

    /// Writes a ``Museums/Map/Cluster``; for a cell with several.
    func writeCluster(into writer: inout JSONWriter) throws(PostgresError) {
        let box = try [Column.west, Column.south, Column.east, Column.north].map { (column) throws(PostgresError) in
            try row.decode(Double.self, at: column)
        }
        writer.beginObject()
        writer.key("location")
        // The mean of equal numbers may be off by a rounding.
        writer.location(
            latitude: min(max(try row.decode(at: Column.latitude), box[1]), box[3]),
            longitude: min(max(try row.decode(at: Column.longitude), box[0]), box[2]))
        writer.key("count")
        writer.integer(try museums)
        writer.key("bbox")
        writer.beginArray()
        for edge in box { writer.double(edge) }
        writer.endArray()
        writer.endObject()
    }
}
