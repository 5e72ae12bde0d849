import Values

/// The places known without a provider: the bundled and the imported cities.
struct Gazetteer: Sendable {
    /// The distance in kilometres within which a place takes the name of a city.
    static let reach = 50.0
    /// The provider's name in answers.
    static let provider = "gazetteer"
    static let attribution = "Vokol"
    static let importedAttribution = "GeoNames (geonames.org, CC BY 4.0)"

    let countries: Countries
    let bundled: CityTable
    let imported: CityTable?
    /// The zone and the country of each point on land, if a map was given.
    var map: (@Sendable (Location) -> ZoneMap.Entry?)?

    var attribution: String { imported == nil ? Self.attribution : Self.importedAttribution }

    /// Finds cities by name, the best match first.
    func search(_ typed: String, country: String? = nil, limit: Int, isWhole: Bool = false) -> [FoundCity] {
        var found = bundled.search(typed, country: country, limit: limit, isWhole: isWhole)
        if let imported {
            found += imported.search(typed, country: country, limit: limit, isWhole: isWhole)
            found.sort { ($0.match, $1.city.population) < ($1.match, $0.city.population) }
        }
        return Array(found.prefix(limit))
    }

    /// Returns the nearest city, or `nil` if none is within `kilometres`.
    ///
    /// - Parameter hasZone: limits the search to cities with a known time zone.
    func nearest(
        to place: Location, within kilometres: Double = reach, hasZone: Bool = false
    ) -> (city: City, metres: Double)? {
        let known = bundled.nearest(to: place, within: kilometres, hasZone: hasZone)
        guard let other = imported?.nearest(to: place, within: kilometres, hasZone: hasZone) else { return known }
        guard let known else { return other }
        return known.metres <= other.metres ? known : other
    }

    /// Returns the country of a point, or `nil` at sea and without a map.
    func country(at place: Location) -> String? { map?(place)?.country }

    /// Returns the nearest city of the point's own country within ``reach``; without a map, that of any country.
    func nearestCompatriot(to place: Location) -> (city: City, metres: Double)? {
        guard let found = nearest(to: place) else { return nil }
        guard let country = country(at: place), country != found.city.country else { return found }
        return nearest(to: place, of: country)
    }

    private func nearest(to place: Location, of country: String) -> (city: City, metres: Double)? {
        [bundled, imported].compactMap { $0?.nearest(to: place, within: Self.reach, country: country) }
            .min { $0.metres < $1.metres }
    }

    /// Returns the time zone of a point by the map; without one, that of the nearest city that has a known one, or at
    /// sea that of the meridian.
    func timeZone(at place: Location) -> String {
        if let zone = map?(place)?.identifier { return zone }
        for kilometres in [Self.reach, 250, 1_000] {
            if let zone = nearest(to: place, within: kilometres, hasZone: true)?.city.timeZone { return zone }
        }
        let hours = Int((place.longitude.value / 15).rounded())
        // The signs in the names of these zones are inverted: they count westwards.
        return hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    /// Returns the time zone of a country's largest city, as the most likely one.
    func timeZone(of country: String) -> String? { bundled.largestCity(of: country)?.timeZone }
}
