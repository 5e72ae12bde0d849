import AggregatorContract
import RPC
import ServiceRuntime
import Values

extension AggregatorService {
    /// What the parts leave of a call's time for putting them together.
    private static let reserve: Duration = .milliseconds(500)
    /// The most that a part may take, and what is left for saving after it.
    private static let partTime: Duration = .seconds(7)
    /// Within this the same place is saved once.
    private static let recent: Duration = .seconds(60)

    private enum Part: Sendable {
        case address(Places.Reverse.Result)
        case weather(Briefing.Part<Weather.Current.Result>)
        case forecast(Briefing.Part<Weather.Forecast.Result>)
        case news(Briefing.Part<News.Local.Result>)
    }

    /// Answers `briefing.get`: each part by itself, within a time of its own.
    /// - Parameter account: whose history it is saved to; `nil`: it is not.
    func briefing(
        at location: Location, savedFor account: Identifier?, language: Language, deadline: ContinuousClock.Instant
    ) async -> Briefing.Get.Result {
        let partDeadline = min(deadline - Self.reserve, .now + Self.partTime)
        var result = await withTaskGroup(of: Part.self) { group in
            group.addTask { .address(await reverse(location, language: language, deadline: partDeadline)) }
            group.addTask {
                .weather(
                    await part(isStale: \.stale) {
                        try await current(at: location, language: language, deadline: partDeadline)
                    })
            }
            group.addTask {
                .forecast(
                    await part(isStale: \.stale) {
                        try await forecast(at: location, language: language, deadline: partDeadline)
                    })
            }
            group.addTask {
                let params = News.Local.Params(lat: location.latitude, lon: location.longitude)
                return .news(
                    await part(isStale: \.stale) {
                        try await news(params, language: language, deadline: partDeadline)
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
                    result.address = Briefing.Part(status: address.stale ? .stale : .ok, value: address)
                case .weather(let part): result.weather = part
                case .forecast(let part): result.forecast = part
                case .news(let part): result.news = part
                }
            }
            return result
        }
        for status in [result.address.status, result.weather.status, result.forecast.status, result.news.status] {
            metrics.parts.count(AggregatorMetrics.PartOutcome(rawValue: status.rawValue) ?? .unavailable)
        }
        if let account {
            result.saved = await save(result, of: account, language: language, deadline: deadline)
        }
        return result
    }

    private func part<Value: Codable & Sendable>(
        isStale: (Value) -> Bool, _ body: () async throws -> Value
    ) async -> Briefing.Part<Value> {
        do {
            let value = try await body()
            return Briefing.Part(status: isStale(value) ? .stale : .ok, value: value)
        } catch let error as NobodyAnswers {
            return Briefing.Part(status: error.status, value: nil)
        } catch {
            return Briefing.Part(status: .unavailable, value: nil)
        }
    }

    private func save(
        _ briefing: Briefing.Get.Result, of account: Identifier, language: Language, deadline: ContinuousClock.Instant
    ) async -> Briefing.Saved {
        guard isHistoryReady() else { return Briefing.Saved(status: .unavailable, id: nil) }
        var address = briefing.address.value
        if let provider = address?.provider, !mayBeKept(provider) {
            address = await reverse(
                briefing.location, language: language, isToBeKept: true, deadline: deadline - Self.reserve)
        }
        let lookUp = lookUp(at: briefing.location, label: nil, address, briefing.weather.value)
        do {
            switch try await history.add(lookUp, of: account, call: nil, recent: Self.recent, deadline: deadline) {
            case .added(let row), .known(let row): return Briefing.Saved(status: .ok, id: row.id)
            case .mismatch: return Briefing.Saved(status: .unavailable, id: nil)
            }
        } catch {
            return Briefing.Saved(status: .unavailable, id: nil)
        }
    }

    /// Whether what answers call `provider` may be saved.
    func mayBeKept(_ provider: String) -> Bool {
        addresses.providers.first { $0.name == provider }?.mayBeKept ?? true
    }
}
