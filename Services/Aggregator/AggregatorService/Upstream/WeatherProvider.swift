import Upstream
import Values

/// The weather providers, by their names in settings and answers.
enum WeatherProviderName: String, CaseIterable {
    case openMeteo = "open-meteo"
    case openWeatherMap = "openweathermap"
}

/// A provider of weather.
protocol WeatherProvider: Sendable {
    /// The provider's name in answers.
    var name: String { get }
    /// The credit that the provider's licence requires.
    var attribution: String { get }
    func current(at location: Location) async throws(UpstreamFailure) -> Loaded<Observation>
    func forecast(at location: Location) async throws(UpstreamFailure) -> Loaded<ForecastSeries>
}
