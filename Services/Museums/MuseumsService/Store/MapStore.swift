import MuseumsContract
import Postgres

/// The cells of the map in PostgreSQL.
struct MapStore: Sendable {
    let client: PostgresClient

    /// Reads the cells of one part of a plan.
    func cells(
        of part: MapPlan.Part, in plan: MapPlan, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [MapCell] {
        let spans =
            [part.insideColumns, part.insideRows] + part.columns + part.rows + [part.rowColumns]
        var parameters: [any PostgresEncodable] = [
            plan.level, plan.shift, part.west, part.south, part.east, part.north,
        ]
        for span in spans { parameters += [span.first, span.last] }
        return try await client.query(Self.mapPart, parameters, deadline: deadline).map {
            (row) throws(PostgresError) in try MapCell(row)
        }
    }

    /// One part of a map.
    ///
    /// Parameters: `$1` level, `$2` shift, `$3`–`$6` west, south, east and north, `$7`–`$10` columns and rows of the
    /// cells that lie wholly inside, `$11`–`$14` two spans of columns to count museum by museum, `$15`–`$18` two spans
    /// of rows, and `$19`–`$20` the extent of those rows; spans as first and last.
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
}

extension MapCell {
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
        static let name = 9
    }

    /// Reads a row of the map statement.
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        var single: SingleMuseum?
        if let id = try row.decode(String?.self, at: Column.id) {
            single = SingleMuseum(
                id: MuseumID(unchecked: id), category: try MuseumCategory(row, at: Column.category),
                name: try LocalizedText(row, at: Column.name))
        }
        self.init(
            museums: try row.decode(at: Column.museums), latitude: try row.decode(at: Column.latitude),
            longitude: try row.decode(at: Column.longitude),
            bounds: Bounds(
                west: try row.decode(at: Column.west), south: try row.decode(at: Column.south),
                east: try row.decode(at: Column.east), north: try row.decode(at: Column.north)),
            single: single)
    }
}
