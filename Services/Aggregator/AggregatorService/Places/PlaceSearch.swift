import AggregatorContract
import Contract
import RPC
import Upstream
import Values

/// Finds cities by name, in the bundled tables and with Open-Meteo if it answers in time.
struct PlaceSearch: Sendable {
    /// The maximum number of cities in an answer.
    static let maximumPlaces = 10
    /// The distance in metres within which cities of one name are the same city.
    private static let sameCity = 10_000.0
    /// The same distance for cities of ``large`` and more inhabitants, whose centre is a matter of opinion.
    private static let sameLargeCity = 40_000.0
    private static let large = 1_000_000

    private struct Ranked {
        var match: FoundCity.Match
        var population: Int
        var place: Places.Place
    }

    let gazetteer: Gazetteer
    let geocoding: GeocodingSource?
    /// The mark of simulated answers; `nil` if third parties are real.
    let source: AnswerSource?
    let now: @Sendable () -> Instant

    /// Implements `places.search`.
    func search(_ params: Places.Search.Params, _ context: CallContext) async -> Places.Search.Result {
        let query = PlaceQuery(params.query.text, countries: gazetteer.countries)
        let (country, language) = (params.countryCode?.text ?? query.country, context.language)
        let own = gazetteer.search(query.name, country: country, limit: Self.maximumPlaces)
        let geocoded = await geocoding?.cities(query.name, language: language, deadline: context.deadline)
        var ranked = own.map {
            Ranked(match: $0.match, population: $0.city.population, place: gazetteer.place($0.city, in: language))
        }
        let typed = Folding.fold(query.name)
        for city in geocoded?.value ?? [] where country == nil || city.country == country {
            if own.contains(where: { Self.isSame($0.city, city) }) { continue }
            ranked.append(
                Ranked(
                    match: Self.match(typed, city.name), population: city.population ?? 0,
                    place: gazetteer.place(city, in: language)))
        }
        let isShared = geocoded != nil
        return Places.Search.Result(
            items: Self.best(ranked), fetchedAt: geocoded?.fetchedAt ?? now(), isStale: geocoded?.isStale ?? false,
            provider: isShared ? "\(Gazetteer.provider),\(OpenMeteoGeocodingClient.name)" : Gazetteer.provider,
            attribution: isShared
                ? "\(gazetteer.attribution); \(OpenMeteoGeocodingClient.attribution)" : gazetteer.attribution,
            source: isShared ? source : nil)
    }

    /// Returns true if a bundled city and a geocoded one are the same.
    private static func isSame(_ known: City, _ city: GeocodedCity) -> Bool {
        let metres = known.location.metres(to: city.location)
        if metres < sameCity / 4 { return true }
        let reach = known.population >= large && known.country == city.country ? sameLargeCity : sameCity
        return metres < reach && known.names.contains { Folding.fold($0) == Folding.fold(city.name) }
    }

    /// Sorts by the quality of the match, then by population, then by the original order.
    private static func best(_ ranked: [Ranked]) -> [Places.Place] {
        let sorted = ranked.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.match != second.match { return first.match < second.match }
            return first.population != second.population
                ? first.population > second.population : left.offset < right.offset
        }
        return sorted.prefix(maximumPlaces).map(\.element.place)
    }

    /// Returns the match of a geocoded city's name with a folded query.
    private static func match(_ typed: String, _ name: String) -> FoundCity.Match {
        let name = Folding.fold(name)
        if name == typed { return .exact }
        if name.hasPrefix(typed) { return .beginning }
        if name.split(separator: " ").dropFirst().contains(where: { $0.hasPrefix(typed) }) { return .inner }
        let misspelt = FoundCity.Match.misspelt(
            Array(typed.unicodeScalars), as: Array(name.unicodeScalars), isWhole: false)
        // The provider found the city by a name that it does not return.
        return misspelt ?? .inner
    }
}
