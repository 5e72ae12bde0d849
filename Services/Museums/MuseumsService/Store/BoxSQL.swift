import MuseumsContract
import Postgres
import Values

/// A rectangle of the map, and further conditions on the museums within it, as SQL.
enum BoxSQL {
    /// The condition that a museum lies in the rectangle and is selected, for rows that another index finds.
    static let isInside = """
        latitude BETWEEN :box_south AND :box_north
        AND CASE WHEN :box_west::double precision <= :box_east::double precision
            THEN longitude BETWEEN :box_west AND :box_east
            ELSE longitude >= :box_west OR longitude <= :box_east END
        AND \(isSelected)
        """

    /// The condition that a museum lies in the circle and is open, as far as a filter says so.
    static let isSelected = """
        CASE WHEN :circle_chord::double precision IS NULL THEN true ELSE
            (museum_spot(latitude, longitude)
                <-> (SELECT museum_spot(coalesce(:circle_north::double precision, 0),
                    coalesce(:circle_east::double precision, 0))))
            <= :circle_chord::double precision END
        AND CASE WHEN :open_museums::text[] IS NULL THEN true
            ELSE id IN (SELECT unnest(:open_museums::text[])) END
        """

    /// ``isInside`` with conditions for which the map's indexes find the rows.
    static let isInsideByIndex = """
        (map_x BETWEEN :box_first_x AND :box_last_x OR map_x BETWEEN :box_next_x AND :box_end_x)
        AND map_y BETWEEN :box_first_y AND :box_last_y AND \(isInside)
        """

    /// Returns the values of the parameters of ``isSelected``.
    static func selectionParameters(_ filter: SearchFilter) -> NamedParameters {
        [
            "circle_chord": filter.circle?.chord, "circle_north": filter.circle?.middle.latitude.value,
            "circle_east": filter.circle?.middle.longitude.value, "open_museums": filter.openMuseums,
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
        ] + selectionParameters(filter)
    }
}
