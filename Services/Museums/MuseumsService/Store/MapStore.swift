import MuseumsContract
import Postgres

/// The cells of the map in PostgreSQL.
struct MapStore: Sendable {
    let client: PostgresClient

    /// Reads the cells of a plan.
    ///
    /// - Parameter selection: the museums to show; its rectangle is ignored, since the plan has one.
    func cells(
        of selection: MuseumSelection, in plan: MapPlan, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [MapCell] {
        var cells: [MapCell] = []
        for part in plan.parts {
            let area: NamedParameters = [
                "shift": plan.shift, "west": part.west, "south": part.south, "east": part.east, "north": part.north,
            ]
            let (statement, parameters): (PreparedStatement, NamedParameters) =
                switch selection {
                case .filtered(SearchFilter()): (MapStatements.all, part.cellParameters(level: plan.level))
                case .filtered(let filter): filter.mapStatement(part)
                case .words(let words):
                    (MapStatements.words, words.parameters + BoxSQL.selectionParameters(words.filter))
                }
            let rows = try await client.query(statement, area + parameters, deadline: deadline)
            cells += try rows.map(MapCell.init)
        }
        return cells
    }
}

extension MapPlan.Part {
    fileprivate func cellParameters(level: Int) -> NamedParameters {
        [
            "level": level,
            "first_column": insideColumns.first, "last_column": insideColumns.last,
            "first_row": insideRows.first, "last_row": insideRows.last,
            "west_edge_first": columns[0].first, "west_edge_last": columns[0].last,
            "east_edge_first": columns[1].first, "east_edge_last": columns[1].last,
            "north_edge_first": rows[0].first, "north_edge_last": rows[0].last,
            "south_edge_first": rows[1].first, "south_edge_last": rows[1].last,
            "row_first": rowColumns.first, "row_last": rowColumns.last,
        ]
    }

    fileprivate var stepParameters: NamedParameters {
        let steps = steps
        return ["first_x": steps.west, "last_x": steps.east, "first_y": steps.north, "last_y": steps.south]
    }
}

extension SearchFilter {
    /// Returns the statement that selects the museums of a filter with some condition, and its parameters.
    fileprivate func mapStatement(_ part: MapPlan.Part) -> (PreparedStatement, NamedParameters) {
        let selection = BoxSQL.selectionParameters(self)
        if lexemes.isEmpty { return (MapStatements.circle, part.stepParameters + selection) }
        guard let category, self == SearchFilter(category: category) else {
            return (MapStatements.filtered, ["filter": lexemes] + selection)
        }
        return (MapStatements.category, part.stepParameters + ["category": category.rawValue])
    }
}

extension MuseumSelection.Words {
    /// The parameters of ``MatchingSteps``.
    var parameters: NamedParameters {
        let parts = isWithinWords ? query.parts : nil
        return [
            "head": query.head, "last": query.last, "filter": filter.lexemes,
            "parts": parts?.parts ?? [], "patterns": parts?.patterns ?? [],
            "corrected_head": corrected?.head ?? "", "corrected_last": corrected?.last ?? "",
        ]
    }
}

extension MapCell {
    /// Reads a row of ``MapStatements``.
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
