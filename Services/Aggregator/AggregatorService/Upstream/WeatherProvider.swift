import Upstream
import Values

/// A provider of weather.
protocol WeatherProvider: Sendable {
    /// The provider's name in answers.
    var name: String { get }
    /// The credit that the provider's licence requires.
    var attribution: String { get }
    func current(at location: Location) async throws(UpstreamFailure) -> Loaded<Observation>
    func forecast(at location: Location) async throws(UpstreamFailure) -> Loaded<ForecastSeries>
}
