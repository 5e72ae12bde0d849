import AggregatorContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Maps the methods of the contract to the use cases.
struct AggregatorHandler: Sendable {
    let weather: WeatherAnswers
    let air: AirQualityAnswers
    let search: PlaceSearch
    let places: PlaceNames
    let addresses: ReverseGeocoding
    let news: LocalNews
    let briefing: LocationBriefing
    let history: AccountHistory
    let cities: AccountCities
    let hints: HintLog

    /// Returns all methods of the service.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .aggregator, methods: Aggregator.methods, isOpen: isOpen)
        table.on(Weather.Current.self, weather.current)
        table.on(Weather.Forecast.self, weather.forecast)
        table.on(Weather.AirQuality.self, air.get)
        table.on(Places.Search.self, search.search)
        table.on(Places.Get.self, places.get)
        table.on(Places.Reverse.self, addresses.reverse)
        table.on(News.Local.self, news.news)
        table.on(Briefing.Get.self, briefing.get)
        table.on(Cities.List.self, cities.list)
        table.on(Cities.Add.self, cities.add)
        table.on(Cities.Remove.self, cities.remove)
        table.on(Cities.CityWeather.self, cities.weather)
        table.on(History.Add.self, history.add)
        table.on(History.List.self, history.list)
        table.on(History.Get.self, history.get)
        table.on(History.Remove.self, history.remove)
        table.on(History.Clear.self, history.clear)
        table.on(History.Export.self, history.export)
        table.on(Aggregator.Hints.self) { [hints] position, context in
            await hints.answer(position, deadline: context.deadline)
        }
        return table
    }
}
