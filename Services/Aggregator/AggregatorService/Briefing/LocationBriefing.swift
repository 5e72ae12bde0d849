import AggregatorContract
import RPC
import ServiceRuntime
import Values

/// Assembles address, weather, forecast and news of a place within a time limit.
struct LocationBriefing: Sendable {
    /// The part of a call's time reserved for assembling the answer.
    private static let reserve: Duration = .milliseconds(500)

    private enum Part: Sendable {
        case address(Places.Reverse.Result)
        case weather(Briefing.Part<Weather.Current.Result>)
        case forecast(Briefing.Part<Weather.Forecast.Result>)
        case news(Briefing.Part<News.Local.Result>)
    }

    let addresses: ReverseGeocoding
    let weather: WeatherAnswers
    let news: LocalNews
    let history: AccountHistory
    let metrics: AggregatorMetrics
    /// The time limit of the parts; saving happens afterwards.
    let patience: Duration

    /// Implements `briefing.get`.
    func get(_ params: Briefing.Get.Params, _ context: CallContext) async throws -> Briefing.Get.Result {
        let account = params.save == true ? try context.account() : nil
        let location = Location(latitude: params.latitude, longitude: params.longitude)
        let deadline = min(context.deadline - Self.reserve, .now + patience)
        var result = await parts(at: location, language: context.language, deadline: deadline)
        for status in [result.address.status, result.weather.status, result.forecast.status, result.news.status] {
            metrics.parts.count(AggregatorMetrics.PartOutcome(rawValue: status.rawValue) ?? .unavailable)
        }
        if let account { result.saved = await save(result, of: account, context) }
        return result
    }

    private func parts(
        at location: Location, language: Language, deadline: ContinuousClock.Instant
    ) async -> Briefing.Get.Result {
        await withTaskGroup(of: Part.self) { group in
            group.addTask { .address(await addresses.reverse(location, language: language, deadline: deadline)) }
            group.addTask {
                .weather(
                    await Briefing.Part(isStale: \.isStale) {
                        try await weather.current(at: location, language: language, deadline: deadline)
                    })
            }
            group.addTask {
                .forecast(
                    await Briefing.Part(isStale: \.isStale) {
                        try await weather.forecast(at: location, language: language, deadline: deadline)
                    })
            }
            group.addTask {
                let params = News.Local.Params(latitude: location.latitude, longitude: location.longitude)
                return .news(
                    await Briefing.Part(isStale: \.isStale) {
                        try await news.news(params, language: language, deadline: deadline)
                    })
            }
            var result = Briefing.Get.Result(
                location: location, address: Briefing.Part(status: .unavailable, value: nil),
                weather: Briefing.Part(status: .unavailable, value: nil),
                forecast: Briefing.Part(status: .unavailable, value: nil),
                news: Briefing.Part(status: .unavailable, value: nil), saved: nil)
            for await part in group {
                switch part {
                case .address(let address):
                    result.address = Briefing.Part(status: address.isStale ? .stale : .ok, value: address)
                case .weather(let part): result.weather = part
                case .forecast(let part): result.forecast = part
                case .news(let part): result.news = part
                }
            }
            return result
        }
    }

    private func save(
        _ briefing: Briefing.Get.Result, of account: Identifier, _ context: CallContext
    ) async -> Briefing.Saved {
        guard history.isReady() else { return Briefing.Saved(status: .unavailable, id: nil) }
        var address = briefing.address.value
        if let provider = address?.provider, !addresses.allowsStorage(provider) {
            address = await addresses.reverse(
                briefing.location, language: context.language, isForStorage: true,
                deadline: context.deadline - Self.reserve)
        }
        let lookUp = SavedLookUp(
            at: briefing.location, label: nil, address, briefing.weather.value, in: context.language)
        let id = await history.save(lookUp, of: account, deadline: context.deadline)
        return Briefing.Saved(status: id == nil ? .unavailable : .ok, id: id)
    }
}
