import Postgres

/// A ``SearchOrder`` as SQL.
enum OrderSQL {
    case importance
    /// From the place whose degrees north and east are these parameters.
    case nearest(north: String, east: String)

    /// What rows of `museums` are put in order by, before their id: ``SearchKey/place``.
    var place: String {
        switch self {
        case .importance: "precedence"
        // The place that distances count from is computed once for a statement, not for each row.
        case .nearest(let north, let east):
            "(museum_spot(latitude, longitude) <-> (SELECT museum_spot(\(north), \(east))))"
        }
    }

    /// The parameter `place` of a key.
    func parameter(_ place: String) -> String {
        switch self {
        // The index of this order holds whole numbers.
        case .importance: "\(place)::integer"
        case .nearest: "\(place)::double precision"
        }
    }

    /// A query for the museums that fulfil a condition, in their order, from an index and for as long as they are
    /// wanted: `place`, `id` and `columns`.
    ///
    /// - Parameters:
    ///   - columns: further ones.
    ///   - key: place and id after which to begin, as a row.
    ///   - limit: how many.
    func walk(_ columns: [String] = [], where condition: String, after key: String, limit: String) -> String {
        let columns = ([place + " AS place", "id"] + columns).joined(separator: ", ")
        switch self {
        case .importance:
            return """
                SELECT \(columns) FROM museums
                WHERE \(condition) AND (precedence, id) > \(key) ORDER BY precedence, id LIMIT \(limit)
                """
        // The index knows distances and no ids: all that are as far as the last one are taken before ids tell them apart.
        case .nearest:
            return """
                SELECT * FROM (
                    SELECT \(columns) FROM museums WHERE \(condition) AND (\(place), id) > \(key)
                    ORDER BY place FETCH FIRST (\(limit)) ROWS WITH TIES) AS nearest
                ORDER BY place, id LIMIT \(limit)
                """
        }
    }
}
