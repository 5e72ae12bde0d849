import AggregatorContract
import Contract
import Database
import Postgres
import RPC
import ServiceRuntime
import Values

/// Maps the methods of the contract to the use cases.
struct AggregatorHandler: Sendable {
    let weather: WeatherAnswers
    let search: PlaceSearch
    let addresses: ReverseGeocoding
    let news: LocalNews
    let briefing: LocationBriefing
    let history: AccountHistory

    /// All methods of the service.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .aggregator, methods: Aggregator.methods, isOpen: isOpen)
        table.on(Weather.Current.self, Self.answering(weather.current))
        table.on(Weather.Forecast.self, Self.answering(weather.forecast))
        table.on(Places.Search.self, search.search)
        table.on(Places.Reverse.self, addresses.reverse)
        table.on(News.Local.self, Self.answering(news.news))
        table.on(Briefing.Get.self, briefing.get)
        table.on(History.Add.self, Self.answering(history.add))
        table.on(History.List.self, Self.answering(history.list))
        table.on(History.Get.self, Self.answering(history.get))
        table.on(History.Remove.self, Self.answering(history.remove))
        table.on(History.Clear.self, Self.answering(history.clear))
        return table
    }

    /// Maps failures of providers and of the database to errors of the contract.
    private static func answering<Params, Result>(
        _ body: @escaping @Sendable (Params, CallContext) async throws -> Result
    ) -> @Sendable (Params, CallContext) async throws -> Result {
        { params, context in
            do {
                return try await body(params, context)
            } catch let error as SourcesUnavailable {
                throw error.error
            } catch let error as PostgresError {
                throw RPCError(error)
            } catch is CancellationError {
                throw RPCError(.cancelled)
            }
        }
    }
}
