import Postgres

/// The SQL of the map, with the rows of ``MapCell``.
///
/// Each selects one part of a map: `west`, `south`, `east` and `north` are its degrees, and cells have the coordinates
/// of the grid without the last `shift` bits.
enum MapStatements {
    /// Selects all museums: the cells of `level` wholly inside, and the museums along the edges; see ``MapPlan/Part``.
    static let all = PreparedStatement(
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
            \(grouped("edge WHERE \(isInside)"))
            UNION ALL
            SELECT museums, latitudes, longitudes, west, south, east, north, id FROM museum_cells
            WHERE level = :level AND x BETWEEN :first_column AND :last_column AND y BETWEEN :first_row AND :last_row
        )
        \(rows)
        """)

    /// Selects the museums of `category`.
    static let category = selected("museums.mapCategory", "category = :category AND \(isInsideByIndex)")

    /// Selects the museums without words and properties, with the parameters of ``BoxSQL/isSelected``.
    static let circle = selected("museums.mapCircle", "\(isInsideByIndex) AND \(BoxSQL.isSelected)")

    /// Selects the museums that `filter` matches, with the parameters of ``BoxSQL/isSelected``.
    static let filtered = selected(
        "museums.mapFiltered", "title @@ :filter::tsquery AND \(isInside) AND \(BoxSQL.isSelected)")

    /// Selects the museums that a search finds, with the parameters of ``MatchingSteps``.
    static let words = PreparedStatement(
        "museums.mapWords",
        """
        \((matching + [SQLStep("cells", grouped("found"))]).clause)
        \(rows)
        """)

    private static var matching: [SQLStep] {
        MatchingSteps(columns: columns, isInside: "\(isInside) AND \(BoxSQL.isSelected)").all
    }

    private static func selected(_ name: StaticString, _ condition: String) -> PreparedStatement {
        PreparedStatement(
            name,
            """
            WITH cells AS (
                \(grouped("museums WHERE \(condition)"))
            )
            \(rows)
            """)
    }

    private static let columns = "map_x, map_y, longitude, latitude, id"

    private static let isInside = "longitude BETWEEN :west AND :east AND latitude BETWEEN :south AND :north"

    private static let isInsideByIndex = """
        map_x BETWEEN :first_x AND :last_x AND map_y BETWEEN :first_y AND :last_y AND \(isInside)
        """

    /// Returns a query that groups museums into cells.
    private static func grouped(_ source: String) -> String {
        """
        SELECT count(*)::integer AS museums, sum(latitude) AS latitudes, sum(longitude) AS longitudes,
            min(longitude) AS west, min(latitude) AS south, max(longitude) AS east, max(latitude) AS north,
            min(id) AS id
        FROM \(source) GROUP BY map_x >> :shift, map_y >> :shift
        """
    }

    private static let rows = """
        SELECT cells.museums, latitudes / cells.museums AS latitude, longitudes / cells.museums AS longitude,
            west, south, east, north, museums.id, category, name_en, name_ru, name_be
        FROM cells LEFT JOIN museums ON cells.museums = 1 AND museums.id = cells.id
        """
}
