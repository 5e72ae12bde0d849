import Upstream
import Values

/// Somebody who tells the weather.
protocol WeatherProvider: Sendable {
    /// Its short name, as answers say it.
    var name: String { get }
    /// Whom to thank.
    var attribution: String { get }
    func current(at location: Location) async throws(UpstreamFailure) -> Loaded<Observation>
    func forecast(at location: Location) async throws(UpstreamFailure) -> Loaded<ForecastSeries>
}

/// Numbers of third parties that lie where such numbers can lie; others count as not told.
enum Plausible {
    static func temperature(_ value: Double?) -> Double? { within(-100...70, value).map { rounded($0, 10) } }
    static func percent(_ value: Double?) -> Int? { within(0...100, value).map { Int($0.rounded()) } }
    static func pressure(_ value: Double?) -> Double? { within(800...1_100, value).map { rounded($0, 10) } }
    static func wind(_ value: Double?) -> Double? { within(0...150, value).map { rounded($0, 10) } }
    static func direction(_ value: Double?) -> Int? { within(0...360, value).map { Int($0.rounded()) % 360 } }
    static func amount(_ value: Double?) -> Double? { within(0...2_000, value).map { rounded($0, 100) } }
    static func visibility(_ value: Double?) -> Int? { within(0...1_000_000, value).map { Int($0.rounded()) } }
    static func offset(_ value: Double?) -> Int? { within(-64_800...64_800, value).map { Int($0) } }
    static func probability(fraction: Double?) -> Int? { percent(fraction.map { $0 * 100 }) }

    /// An instant from seconds since 1970; 0 stands for none, as providers have it in the polar night.
    static func instant(_ seconds: Double?) -> Instant? {
        within(1...250_000_000_000, seconds).map { Instant(milliseconds: Int64($0) * 1_000) }
    }

    private static func within(_ range: ClosedRange<Double>, _ value: Double?) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
    }

    private static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
}

extension Double {
    /// The number with so many digits after the point, never with an exponent.
    func fixed(_ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((magnitude * scale).rounded())
        let whole = scaled / Int(scale)
        let rest = String(scaled % Int(scale))
        let sign = self < 0 && scaled > 0 ? "-" : ""
        return digits == 0
            ? "\(sign)\(whole)" : "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.utf8.count) + rest
    }
}
