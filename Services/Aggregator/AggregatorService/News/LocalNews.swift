import AggregatorContract
import Contract
import RPC
import ServiceRuntime
import Upstream
import Values

/// Selects today's news about a place.
struct LocalNews: Sendable {
    let places: NewsPlaceReader
    let zones: ZoneCache
    let sources: NewsSources
    let selections = NewsSelectionCache()
    /// The mark of simulated answers; `nil` if third parties are real.
    let source: AnswerSource?
    let metrics: AggregatorMetrics
    let now: @Sendable () -> Instant

    /// Implements `news.local`.
    func news(_ params: News.Local.Params, _ context: CallContext) async throws -> News.Local.Result {
        try await news(params, language: context.language, deadline: context.earlyDeadline)
    }

    /// Selects today's news about the place that the parameters name.
    ///
    /// - Throws: `SourcesUnavailable`, `RPCError` for invalid parameters or an unknown place, `CancellationError`.
    func news(
        _ params: News.Local.Params, language: Language, deadline: ContinuousClock.Instant
    ) async throws -> News.Local.Result {
        let place = try await places.place(params, language)
        guard let zone = TimeZoneName(place.timeZone), zones.zone(zone.text) != nil else {
            throw RPCError(.timeZone, at: "/timeZone", field: TimeZoneName.fieldName)
        }
        let now = now()
        let calendar = zones.calendar(zone.text, orOffset: 0)
        let today = calendar.date(at: now)
        var readings: [NewsSources.Reading] = []
        if let phrase = place.phrase {
            let day = calendar.startOfDay(today)..<calendar.startOfDay(today.advanced(byDays: 1))
            readings = try await sources.all(country: place.country, phrase: phrase, day: day, deadline: deadline)
        }
        let read = readings.filter { $0.items != nil }
        if read.isEmpty, !readings.isEmpty { throw SourcesUnavailable(reason: News.unavailable, failure: nil) }

        let key = NewsSelectionCache.Key(
            city: place.city?.id.text ?? place.cityName, country: place.country?.code, timeZone: zone.text,
            date: today)
        let selection = selections.selection(for: key, read: readings.map { $0.items?.fetchedAt }, now: now) {
            NewsSelection(
                Self.candidates(read), about: place.subject, today: today, calendar: calendar, now: now)
        }
        metrics.scopes.count(
            selection.scope == .city ? .city : selection.scope == .country ? .country : .none)
        return News.Local.Result(
            items: selection.articles, scope: selection.scope,
            city: place.city?.name(in: language).text ?? place.cityName,
            countryCode: place.country.map { CountryCode(unchecked: $0.code) },
            country: place.country?.name[language], date: today, timeZone: zone,
            missing: Self.unique(readings.filter { $0.items == nil }.map(\.publisher)),
            fetchedAt: read.compactMap { $0.items?.fetchedAt }.min() ?? now,
            isStale: read.contains { $0.items?.isStale == true },
            provider: read.isEmpty ? Gazetteer.provider : Self.unique(read.map(\.provider)).joined(separator: ","),
            attribution: Self.unique([NewsSources.attribution[language]] + read.map(\.attribution))
                .joined(separator: "; "),
            source: read.isEmpty ? nil : source)
    }

    private static func candidates(_ readings: [NewsSources.Reading]) -> [Candidate] {
        readings.flatMap { reading in
            (reading.items?.value ?? []).map {
                Candidate(item: $0, publisher: $0.publisher ?? reading.publisher, isOfCountry: reading.isOfCountry)
            }
        }
    }

    /// Returns the names without repetitions, in order.
    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
