import AggregatorContract
import Contract
import RPC
import Values

/// The place of a query for news.
struct NewsPlace: Sendable {
    /// The city's name as the caller wrote it.
    var cityName: String?
    var city: City?
    var country: Country?
    var timeZone: String

    /// The phrase to search articles for; `nil` for a place without a name.
    var phrase: String? { city?.english ?? cityName ?? country?.name.english }

    /// The names by which articles about the place are recognized.
    var subject: NewsSubject {
        NewsSubject(
            city: city?.matcher ?? NameMatcher(cityName.map { [$0] } ?? []),
            country: country?.matcher ?? NameMatcher([]))
    }
}

/// Reads the place of a call: coordinates, or a city, a country or both.
struct NewsPlaceReader: Sendable {
    /// The distance in kilometres within which the nearest city determines the country.
    ///
    /// Larger than ``Gazetteer/reach``, since news about a country also applies far outside its cities.
    private static let countryReach = 250.0
    /// The minimum length of a name that may be misspelt; an error in a shorter one makes another name.
    private static let shortestMisspelt = 6

    let gazetteer: Gazetteer
    let addresses: AddressSources

    /// Reads the place.
    ///
    /// - Throws: `invalid-params` for parameters that do not fit together, `not-found` for an unknown city.
    func place(_ params: News.Local.Params, _ language: Language) async throws(RPCError) -> NewsPlace {
        if params.latitude != nil || params.longitude != nil { return try await placeByCoordinates(params, language) }
        guard params.city != nil || params.countryCode != nil else {
            throw RPCError(News.Local.Params.noAlternative, at: "")
        }
        let found = params.city.flatMap { city(named: $0.text, country: params.countryCode?.text) }
        guard let code = params.countryCode?.text ?? found?.country, let country = gazetteer.countries[code] else {
            if params.countryCode != nil {
                throw RPCError(.countryCode, at: "/countryCode", field: CountryCode.fieldName)
            }
            throw RPCError(News.noSuchCity)
        }
        let zone = params.timeZone?.text ?? found?.timeZone ?? gazetteer.timeZone(of: code)
        return NewsPlace(cityName: params.city?.text, city: found, country: country, timeZone: zone ?? "Etc/UTC")
    }

    private func placeByCoordinates(
        _ params: News.Local.Params, _ language: Language
    ) async throws(RPCError) -> NewsPlace {
        guard params.city == nil, params.countryCode == nil else {
            let (pointer, field) =
                params.city == nil
                ? ("/countryCode", CountryCode.fieldName) : ("/city", CityName.fieldName)
            throw RPCError(.exclusive(with: "latitude"), at: pointer, field: field)
        }
        let location = try PlaceParameters.location(
            latitude: params.latitude, longitude: params.longitude, placeID: nil)
        let city = gazetteer.nearestCompatriot(to: location)?.city
        var known = gazetteer.country(at: location)
        if known == nil { known = await addresses.cachedCountry(at: location, language: language) }
        let code = known ?? (city ?? gazetteer.nearest(to: location, within: Self.countryReach)?.city)?.country
        return NewsPlace(
            cityName: nil, city: city, country: code.flatMap { gazetteer.countries[$0] },
            timeZone: params.timeZone?.text ?? gazetteer.timeZone(at: location))
    }

    private func city(named name: String, country: String?) -> City? {
        let best = gazetteer.search(name, country: country, limit: 1, isWhole: true).first
        guard let best else { return nil }
        let mayBeMisspelt = Folding.fold(name).unicodeScalars.count >= Self.shortestMisspelt
        return best.match == .exact || mayBeMisspelt ? best.city : nil
    }
}
