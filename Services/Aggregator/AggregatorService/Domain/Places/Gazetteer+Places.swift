import AggregatorContract
import Values

/// Places for people, named in their language.
extension Gazetteer {
    /// The distance in kilometres within which an id and a city with its name mean the same place.
    private static let sameName = 10.0
    /// The distance in kilometres within which an id and a city with any name mean the same place.
    private static let sameSpot = 0.1

    func place(_ city: City, in language: Language) -> Places.Place {
        let name = city.name(in: language)
        return Places.Place(
            id: city.id, name: name.text, region: nil, countryCode: CountryCode(unchecked: city.country),
            country: countries[city.country]?.name[language], location: city.location,
            timeZone: city.timeZone.flatMap(TimeZoneName.init), population: city.population > 0 ? city.population : nil,
            language: name.language)
    }

    /// Returns the place of a city that was geocoded in `language`.
    func place(_ city: GeocodedCity, in language: Language) -> Places.Place {
        Places.Place(
            id: city.id, name: city.name, region: city.region, countryCode: CountryCode(unchecked: city.country),
            country: countries[city.country]?.name[language], location: city.location,
            timeZone: city.timeZone.flatMap(TimeZoneName.init), population: city.population, language: nil)
    }

    /// Returns the place with an id, or `nil` if the tables do not contain it.
    ///
    /// The place keeps the id and its coordinates, even if the tables have moved the city's centre since.
    func place(_ id: PlaceID, in language: Language) -> Places.Place? {
        let named = PlaceSlug(id).flatMap { city(named: $0.name, near: id.location, within: Self.sameName) }
        guard let city = named ?? nearest(to: id.location, within: Self.sameSpot)?.city else { return nil }
        var place = place(city, in: language)
        (place.id, place.location) = (id, id.location)
        return place
    }

    /// Returns the city nearest to a location, or `nil` if none is near enough to name it.
    func nearestPlace(to location: Location, in language: Language) -> Places.Place? {
        nearest(to: location).map { place($0.city, in: language) }
    }

    /// Returns the name in another language of a city near a location, or `nil` if the tables do not contain it.
    func translation(of name: String, near location: Location, to language: Language) -> String? {
        guard let known = city(named: name, near: location, within: Self.reach)?.name(in: language),
            known.language == language
        else { return nil }
        return known.text
    }

    /// Returns the nearest city with a name, whatever its language.
    private func city(named name: String, near location: Location, within kilometres: Double) -> City? {
        bundled.city(named: name, near: location, within: kilometres)
            ?? imported?.city(named: name, near: location, within: kilometres)
    }
}
