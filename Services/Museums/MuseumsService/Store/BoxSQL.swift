import MuseumsContract
import Postgres
import Values

/// A rectangle of the map, and a circle within it, as SQL.
enum BoxSQL {
    /// The condition that a museum lies in rectangle and circle, for rows that another index finds.
    static let isInside = """
        latitude BETWEEN :box_south AND :box_north
        AND CASE WHEN :box_west::double precision <= :box_east::double precision
            THEN longitude BETWEEN :box_west AND :box_east
            ELSE longitude >= :box_west OR longitude <= :box_east END
        AND \(isInCircle)
        """

    /// The condition that a museum lies in the circle, if there is one.
    static let isInCircle = """
        CASE WHEN :circle_chord::double precision IS NULL THEN true ELSE
            (museum_spot(latitude, longitude)
                <-> (SELECT museum_spot(coalesce(:circle_north, 0), coalesce(:circle_east, 0))))
            <= :circle_chord::double precision END
        """

    /// ``isInside`` with conditions for which the map's indexes find the rows.
    static let isInsideByIndex = """
        (map_x BETWEEN :box_first_x AND :box_last_x OR map_x BETWEEN :box_next_x AND :box_end_x)
        AND map_y BETWEEN :box_first_y AND :box_last_y AND \(isInside)
        """

    /// Returns the values of the parameters of ``isInCircle``.
    static func parameters(_ circle: SearchCircle?) -> NamedParameters {
        [
            "circle_chord": circle?.chord, "circle_north": circle?.middle.latitude.value,
            "circle_east": circle?.middle.longitude.value,
        ]
    }

    /// Returns the values of the parameters of all conditions.
    static func parameters(_ filter: SearchFilter) -> NamedParameters {
        let box = filter.area
        let steps = box.map { MapPlan.Part.parts(of: $0).map(\.steps) } ?? []
        let second = steps.count > 1 ? steps[1] : nil
        return [
            "box_west": box?.west, "box_south": box?.south, "box_east": box?.east, "box_north": box?.north,
            "box_first_x": steps.first?.west, "box_last_x": steps.first?.east,
            "box_next_x": second?.west, "box_end_x": second?.east,
            "box_first_y": steps.first?.north, "box_last_y": steps.first?.south,
        ] + parameters(filter.circle)
    }
}
