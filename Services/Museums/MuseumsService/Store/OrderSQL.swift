import Postgres

/// A ``SearchOrder`` as SQL.
enum OrderSQL {
    case importance
    /// By distance from a place, whose latitude and longitude are the named parameters.
    case nearest(north: String, east: String)

    /// The expression for ``SearchKey/place``, by which rows of `museums` are ordered before their id.
    var place: String {
        switch self {
        case .importance: "museum_precedence(popularity, id)"
        // The origin is computed once per statement, not per row.
        case .nearest(let north, let east):
            "(museum_spot(latitude, longitude) <-> (SELECT museum_spot(\(north), \(east))))"
        }
    }

    /// Returns the parameter of a key's place, cast to the type of the order.
    func parameter(_ place: String) -> String {
        switch self {
        // The index of this order holds integers.
        case .importance: "\(place)::integer"
        case .nearest: "\(place)::double precision"
        }
    }

    /// Returns a query that selects `place`, `id` and `columns` of matching museums in their order, read from an index
    /// only as far as needed.
    ///
    /// - Parameters:
    ///   - columns: further columns.
    ///   - key: the place and id after which to begin, as an SQL row.
    ///   - limit: the number of rows.
    func walk(_ columns: [String] = [], where condition: String, after key: String, limit: String) -> String {
        let columns = ([place + " AS place", "id"] + columns).joined(separator: ", ")
        switch self {
        case .importance:
            return """
                SELECT \(columns) FROM museums
                WHERE \(condition) AND (\(place), id) > \(key) ORDER BY \(place), id LIMIT \(limit)
                """
        // The index orders by distance without ids, so all rows at the distance of the last one are read before ids
        // order them.
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
