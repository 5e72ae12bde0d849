import Values

/// All that is known of places without asking anybody: the bundled cities, and those that were imported.
struct Gazetteer: Sendable {
    /// Beyond this a city does not tell where a place is.
    static let reach = 50.0
    static let attribution = "Vokol"
    static let importedAttribution = "GeoNames (geonames.org, CC BY 4.0)"

    let countries: Countries
    let bundled: CityTable
    let imported: CityTable?

    var attribution: String { imported == nil ? Self.attribution : Self.importedAttribution }

    /// Cities by name, the best first.
    func search(_ typed: String, country: String? = nil, limit: Int, isWhole: Bool = false) -> [FoundCity] {
        var found = bundled.search(typed, country: country, limit: limit, isWhole: isWhole)
        if let imported {
            found += imported.search(typed, country: country, limit: limit, isWhole: isWhole)
            found.sort { ($0.match, $1.city.population) < ($1.match, $0.city.population) }
        }
        return Array(found.prefix(limit))
    }

    /// The nearest city; `nil` if there is none within `kilometres`.
    /// - Parameter hasZone: only those whose time zone is known.
    func nearest(
        to place: Location, within kilometres: Double = reach, hasZone: Bool = false
    ) -> (city: City, metres: Double)? {
        let known = bundled.nearest(to: place, within: kilometres, hasZone: hasZone)
        guard let other = imported?.nearest(to: place, within: kilometres, hasZone: hasZone) else { return known }
        guard let known else { return other }
        return known.metres <= other.metres ? known : other
    }

    /// The time zone of a place: that of the nearest city that has one, else that of its meridian at sea.
    func timeZone(at place: Location) -> String {
        for kilometres in [Self.reach, 250, 1_000] {
            if let zone = nearest(to: place, within: kilometres, hasZone: true)?.city.timeZone { return zone }
        }
        let hours = Int((place.longitude.value / 15).rounded())
        // The names of these zones count to the west.
        return hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    /// The time zone of most people of a country, as far as the table tells: that of its largest city.
    func timeZone(of country: String) -> String? { bundled.largestCity(of: country)?.timeZone }
}
