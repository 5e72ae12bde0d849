import AggregatorContract
import Contract
import RPC
import ServiceRuntime
import Upstream
import Values

extension AggregatorService {
    /// What news are asked for, once that is understood.
    private struct Wanted {
        var cityName: String?
        var city: City?
        var country: Country?
        var timeZone: String
    }

    /// Answers `news.local`.
    /// - Throws: `NobodyAnswers`; `RPCError` for parameters that make no sense or no place; `CancellationError`.
    func news(
        _ params: News.Local.Params, language: Language, deadline: ContinuousClock.Instant
    ) async throws -> News.Local.Result {
        let wanted = try await wanted(params, language)
        guard let zone = TimeZoneName(wanted.timeZone), zones.zone(zone.text) != nil else {
            throw Self.missing("/timeZone", "must be the name of a time zone, such as Europe/Minsk")
        }
        let now = now()
        let calendar = zones.calendar(zone.text, orOffset: 0)
        let today = calendar.date(at: now)
        let phrase = wanted.city?.english ?? wanted.cityName ?? wanted.country?.english
        let told =
            phrase == nil
            ? [] : try await news.all(country: wanted.country, phrase: phrase ?? "", today: today, deadline: deadline)
        let given = told.filter { $0.items != nil }
        if given.isEmpty, !told.isEmpty { throw NobodyAnswers(reason: "news-unavailable", failure: nil) }

        let question = NewsMemo.Question(
            city: wanted.city?.id.text ?? wanted.cityName, country: wanted.country?.code, timeZone: zone.text,
            date: today)
        let selection = newsMemo.selection(for: question, read: told.map { $0.items?.fetchedAt }, now: now) {
            NewsSelection(
                Self.candidates(given), about: subject(wanted), today: today, calendar: calendar, now: now)
        }
        metrics.scopes.count(
            selection.scope == .city ? .city : selection.scope == .country ? .country : .none)
        return News.Local.Result(
            items: selection.articles, scope: selection.scope,
            city: wanted.city?.name(in: language).text ?? wanted.cityName,
            country: wanted.country.map { CountryCode(unchecked: $0.code) }, date: today, timeZone: zone,
            missing: Self.unique(told.filter { $0.items == nil }.map(\.publisher)),
            fetchedAt: given.compactMap { $0.items?.fetchedAt }.min() ?? now,
            stale: given.contains { $0.items?.isStale == true },
            provider: given.isEmpty ? Self.offline : Self.unique(given.map(\.provider)).joined(separator: ","),
            attribution: ([news.attribution] + Self.unique(given.map(\.attribution))).joined(separator: "; "),
            source: given.isEmpty ? nil : source)
    }

    private static func candidates(_ told: [NewsSources.Told]) -> [Candidate] {
        told.flatMap { told in
            (told.items?.value ?? []).map {
                Candidate(item: $0, publisher: told.publisher, isOfCountry: told.isOfCountry)
            }
        }
    }

    private func subject(_ wanted: Wanted) -> NewsSubject {
        let names = wanted.city?.names ?? wanted.cityName.map { [$0] } ?? []
        return NewsSubject(city: NameMatcher(names), country: wanted.country?.matcher ?? NameMatcher([]))
    }

    /// How far the city may be that tells the country: there are news of a country also far from its cities.
    private static let countryReach = 250.0
    /// Shorter names of cities must be right: with an error they would be others.
    private static let shortestMisspelt = 6

    private func wanted(_ params: News.Local.Params, _ language: Language) async throws(RPCError) -> Wanted {
        if params.lat != nil || params.lon != nil {
            guard params.city == nil, params.country == nil else {
                throw Self.missing("/city", "must not be given with coordinates")
            }
            let location = try Self.location(lat: params.lat, lon: params.lon, placeID: nil)
            let city = gazetteer.nearest(to: location)?.city
            let told = await addresses.keptCountry(at: location, language: language)
            let code = told ?? (city ?? gazetteer.nearest(to: location, within: Self.countryReach)?.city)?.country
            return Wanted(
                cityName: nil, city: city, country: code.flatMap { gazetteer.countries[$0] },
                timeZone: params.timeZone?.text ?? gazetteer.timeZone(at: location))
        }
        guard params.city != nil || params.country != nil else {
            throw Self.missing("", "must hold lat and lon, or city, country or both")
        }
        let found = params.city.flatMap { named($0.text, country: params.country?.text) }
        guard let code = params.country?.text ?? found?.country, let country = gazetteer.countries[code] else {
            if params.country != nil { throw Self.missing("/country", "must be the code of a country") }
            throw RPCError(.notFound, reason: "no-such-city")
        }
        let zone = params.timeZone?.text ?? found?.timeZone ?? gazetteer.timeZone(of: code)
        return Wanted(cityName: params.city?.text, city: found, country: country, timeZone: zone ?? "Etc/UTC")
    }

    private func named(_ name: String, country: String?) -> City? {
        let best = gazetteer.search(name, country: country, limit: 1, isWhole: true).first
        guard let best else { return nil }
        let mayBeMisspelt = Folding.fold(name).unicodeScalars.count >= Self.shortestMisspelt
        return best.match == .exact || mayBeMisspelt ? best.city : nil
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
