import MuseumsContract
import Postgres

/// The cells of the map in PostgreSQL.
struct MapStore: Sendable {
    let client: PostgresClient

    /// Reads the cells of one part of a plan.
    func cells(
        of part: MapPlan.Part, in plan: MapPlan, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [MapCell] {
        let parameters: NamedParameters = [
            "level": plan.level, "shift": plan.shift,
            "west": part.west, "south": part.south, "east": part.east, "north": part.north,
            "first_column": part.insideColumns.first, "last_column": part.insideColumns.last,
            "first_row": part.insideRows.first, "last_row": part.insideRows.last,
            "west_edge_first": part.columns[0].first, "west_edge_last": part.columns[0].last,
            "east_edge_first": part.columns[1].first, "east_edge_last": part.columns[1].last,
            "north_edge_first": part.rows[0].first, "north_edge_last": part.rows[0].last,
            "south_edge_first": part.rows[1].first, "south_edge_last": part.rows[1].last,
            "row_first": part.rowColumns.first, "row_last": part.rowColumns.last,
        ]
        return try await client.query(Self.mapPart, parameters, deadline: deadline).map(MapCell.init)
    }

    /// Selects one part of a map: the cells wholly inside, and the museums along its edges; see ``MapPlan/Part``.
    private static let mapPart = PreparedStatement(
        "museums.map",
        """
        WITH edge AS (
            SELECT map_x, map_y, longitude, latitude, id FROM museums
                WHERE map_x BETWEEN :west_edge_first AND :west_edge_last
            UNION ALL SELECT map_x, map_y, longitude, latitude, id FROM museums
                WHERE map_x BETWEEN :east_edge_first AND :east_edge_last
            UNION ALL SELECT map_x, map_y, longitude, latitude, id FROM museums
                WHERE map_y BETWEEN :north_edge_first AND :north_edge_last AND map_x BETWEEN :row_first AND :row_last
            UNION ALL SELECT map_x, map_y, longitude, latitude, id FROM museums
                WHERE map_y BETWEEN :south_edge_first AND :south_edge_last AND map_x BETWEEN :row_first AND :row_last
        ), cells AS (
            SELECT count(*)::integer AS museums, sum(latitude) AS latitudes, sum(longitude) AS longitudes,
                min(longitude) AS west, min(latitude) AS south, max(longitude) AS east, max(latitude) AS north,
                min(id) AS id
            FROM edge
            WHERE longitude BETWEEN :west AND :east AND latitude BETWEEN :south AND :north
            GROUP BY map_x >> :shift, map_y >> :shift
            UNION ALL
            SELECT museums, latitudes, longitudes, west, south, east, north, id FROM museum_cells
            WHERE level = :level AND x BETWEEN :first_column AND :last_column AND y BETWEEN :first_row AND :last_row
        )
        SELECT cells.museums, latitudes / cells.museums AS latitude, longitudes / cells.museums AS longitude,
            west, south, east, north, museums.id, category, name_en, name_ru, name_be
        FROM cells LEFT JOIN museums ON cells.museums = 1 AND museums.id = cells.id
        """)
}

extension MapCell {
    /// Reads a row of the map statement.
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            museums: try row.read("museums"), latitude: try row.read("latitude"), longitude: try row.read("longitude"),
            bounds: Bounds(
                west: try row.read("west"), south: try row.read("south"), east: try row.read("east"),
                north: try row.read("north")),
            single: try SingleMuseum(row))
    }
}

extension MapCell.SingleMuseum {
    /// Reads the museum of a cell; returns `nil` for a cell with several.
    fileprivate init?(_ row: PostgresRow) throws(PostgresError) {
        guard let id = try row.read("id", as: MuseumID?.self) else { return nil }
        self.init(id: id, category: try MuseumCategory(row), name: try LocalizedText(row.prefixed("name_")))
    }
}
