import AggregatorContract
import RPC
import ServiceRuntime
import Upstream
import Values

extension AggregatorService {
    /// How many cities a search gives.
    static let places = 10
    /// Cities of one name nearer than this are one.
    private static let same = 10_000.0

    // MARK: Searching

    /// Answers `places.search`: from what we have, with what Open-Meteo adds in time.
    func search(
        _ params: Places.Search.Params, language: Language, deadline: ContinuousClock.Instant
    ) async -> Places.Search.Result {
        let country = params.country?.text
        let own = gazetteer.search(params.query.text, country: country, limit: Self.places)
        let foreign = await geocoding?.cities(params.query.text, language: language, deadline: deadline)
        var ranked = own.map { (match: $0.match, population: $0.city.population, place: place($0.city, language)) }
        let typed = Folding.fold(params.query.text)
        for city in foreign?.value ?? [] where country == nil || city.country == country {
            let isKnown = own.contains { known in
                let metres = known.city.location.metres(to: city.location)
                return metres < Self.same / 4
                    || (metres < Self.same && known.city.names.contains { Folding.fold($0) == Folding.fold(city.name) })
            }
            if isKnown { continue }
            ranked.append((Self.match(typed, city.name), city.population ?? 0, Self.place(city, language)))
        }
        let best = ranked.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.match != second.match { return first.match < second.match }
            return first.population != second.population
                ? first.population > second.population : left.offset < right.offset
        }
        let isShared = foreign != nil
        return Places.Search.Result(
            items: best.prefix(Self.places).map(\.element.place), fetchedAt: foreign?.fetchedAt ?? now(),
            stale: foreign?.isStale ?? false,
            provider: isShared ? "\(Self.offline),\(OpenMeteoGeocoding.name)" : Self.offline,
            attribution: isShared
                ? "\(gazetteer.attribution); \(OpenMeteoGeocoding.attribution)" : gazetteer.attribution,
            source: isShared ? source : nil)
    }

    /// How well a name that somebody else found fits a folded query.
    private static func match(_ typed: String, _ name: String) -> FoundCity.Match {
        let name = Folding.fold(name)
        if name == typed { return .exact }
        if name.hasPrefix(typed) { return .beginning }
        if name.split(separator: " ").dropFirst().contains(where: { $0.hasPrefix(typed) }) { return .inner }
        let misspelt = FoundCity.Match.misspelt(
            Array(typed.unicodeScalars), as: Array(name.unicodeScalars), isWhole: false)
        // What fits in no way was found by a name that it does not tell.
        return misspelt ?? .inner
    }

    /// What answers call our own tables.
    static let offline = "gazetteer"

    private func place(_ city: City, _ language: Language) -> Places.Place {
        let name = city.name(in: language)
        return Places.Place(
            id: city.id, name: name.text, region: nil, country: CountryCode(unchecked: city.country),
            location: city.location, timeZone: city.timeZone.flatMap(TimeZoneName.init),
            population: city.population > 0 ? city.population : nil, language: name.language)
    }

    private static func place(_ city: ForeignCity, _ language: Language) -> Places.Place {
        let slug = Folding.fold(city.name).map { $0 == " " ? "-" : String($0) }.joined()
        return Places.Place(
            id: PlaceID(slug: "\(slug)-\(city.country.lowercased())", location: city.location), name: city.name,
            region: city.region, country: CountryCode(unchecked: city.country), location: city.location,
            timeZone: city.timeZone.flatMap(TimeZoneName.init), population: city.population, language: nil)
    }

    // MARK: Addresses

    /// Answers `places.reverse`: who knows more goes first, and at last what we have ourselves.
    /// - Parameter isToBeKept: whether the answer is to be saved; some providers' must not.
    func reverse(
        _ location: Location, language: Language, isToBeKept: Bool = false, deadline: ContinuousClock.Instant
    ) async -> Places.Reverse.Result {
        let zone = TimeZoneName(gazetteer.timeZone(at: location))
        let told = await addresses.address(
            at: location, language: language, isToBeKept: isToBeKept, deadline: deadline)
        guard let told else { return nearest(location, language, zone) }
        let address = told.address
        let country = address.countryCode.flatMap { gazetteer.countries[$0]?.name(in: language) } ?? address.country
        metrics.addresses.count(.told)
        return Places.Reverse.Result(
            location: location, precision: address.precision, street: address.street, house: address.house,
            city: address.city, region: address.region, country: country,
            countryCode: address.countryCode.flatMap(CountryCode.init), distance: nil, timeZone: zone,
            fetchedAt: told.fetchedAt, stale: told.isStale, provider: told.provider.name,
            attribution: told.provider.attribution, source: source)
    }

    private func nearest(_ location: Location, _ language: Language, _ zone: TimeZoneName?) -> Places.Reverse.Result {
        let nearest = gazetteer.nearest(to: location)
        metrics.addresses.count(.offline)
        return Places.Reverse.Result(
            location: location, precision: nearest == nil ? .none : .city, street: nil, house: nil,
            city: nearest?.city.name(in: language).text, region: nil,
            country: nearest.flatMap { gazetteer.countries[$0.city.country]?.name(in: language) },
            countryCode: nearest.flatMap { CountryCode($0.city.country) },
            distance: nearest.map { Int($0.metres.rounded()) }, timeZone: zone, fetchedAt: now(), stale: false,
            provider: Self.offline, attribution: gazetteer.attribution, source: nil)
    }
}
