import AggregatorContract
import Values

/// A forecast for seven days, in steps and by days of the place's calendar.
struct ForecastPlan {
    static let maximumDays = 7

    /// The length of a step in hours: 3, or 1.
    let stepHours: Int
    private let series: ForecastSeries
    private let calendar: LocalCalendar
    private let now: Instant

    /// - Parameter isHourly: makes steps of one hour if the series has them.
    init(_ series: ForecastSeries, calendar: LocalCalendar, now: Instant, isHourly: Bool = false) {
        self.series = series
        self.calendar = calendar
        self.now = now
        stepHours = isHourly && series.hours == 1 ? 1 : 3
    }

    private var stepSeconds: Int64 { Int64(stepHours) * 3_600 }

    /// Returns the steps of ``maximumDays`` dates, starting with the current one or the provider's first.
    ///
    /// Steps that the provider left out are missing.
    func steps(in language: Language) -> [Weather.Step] {
        guard let start else { return [] }
        var steps: [Weather.Step] = []
        var index = 0
        let points = series.points
        for number in 0..<Int64(Self.maximumDays * 24 / stepHours) {
            let begin = start.advanced(bySeconds: number * stepSeconds)
            guard begin < end(from: start) else { break }
            let end = begin.advanced(bySeconds: stepSeconds)
            while index < points.count, points[index].at < begin { index += 1 }
            guard index < points.count, points[index].at == begin else { continue }
            steps.append(step(points[index], until: end, following: points[index...], in: language))
        }
        return steps
    }

    /// Returns the days that the steps cover.
    func days(in language: Language) -> [Weather.Day] {
        guard let start else { return [] }
        let first = calendar.date(at: start)
        return (0..<Self.maximumDays).compactMap { day(first.advanced(byDays: $0), in: language) }
    }

    /// Returns the midnight that ends the last date.
    private func end(from start: Instant) -> Instant {
        calendar.startOfDay(calendar.date(at: start).advanced(byDays: Self.maximumDays))
    }

    /// The beginning of the first step.
    ///
    /// This is the latest point that is not in the future. For steps of three hours, an hourly point must fall on a
    /// multiple of three hours of local time; points three hours apart may fall anywhere.
    private var start: Instant? {
        let candidates = series.points.lazy.map(\.at).filter { at in
            series.hours >= 3 || stepHours == 1 || calendar.minuteOfDay(at: at) % 180 == 0
        }
        return candidates.last { $0 <= now } ?? candidates.first
    }

    private func step(
        _ point: ForecastSeries.Point, until end: Instant, following points: ArraySlice<ForecastSeries.Point>,
        in language: Language
    ) -> Weather.Step {
        let within = points.prefix { $0.at < end }
        // The precipitation of a point fell before it, so a step has that of the points after its beginning, up to its
        // end.
        let falling = points.dropFirst().prefix { $0.at <= end }
        let condition = Self.mostSevere(within) ?? point.condition
        return Weather.Step(
            at: point.at, date: calendar.date(at: point.at), condition: condition,
            text: condition.words(in: language, isDay: point.isDay), isDay: point.isDay,
            temperature: point.temperature, feelsLike: point.feelsLike, humidity: point.humidity,
            pressure: point.pressure, windSpeed: point.windSpeed, windGust: within.compactMap(\.windGust).max(),
            windDirection: point.windDirection, cloudCover: point.cloudCover,
            precipitation: Self.sum(falling), precipitationProbability: falling.compactMap(\.probability).max(),
            uvIndex: within.compactMap(\.uvIndex).max())
    }

    private func day(_ date: LocalDate, in language: Language) -> Weather.Day? {
        let begin = calendar.startOfDay(date)
        let end = calendar.startOfDay(date.advanced(byDays: 1))
        let points = series.points.filter { begin <= $0.at && $0.at < end }
        guard let first = points.first, let last = points.last else { return nil }
        let temperatures = points.map(\.temperature)
        guard let minimum = temperatures.min(), let maximum = temperatures.max() else { return nil }
        let falling = series.points.filter { begin < $0.at && $0.at <= end }
        let daylight = points.filter(\.isDay)
        let isDay = !daylight.isEmpty
        let condition = Self.prevailing(isDay ? daylight : points) ?? .unknown
        let worst = Self.mostSevere(points[...]) ?? .unknown
        let spacing = Int64(series.hours) * 3_600
        let sun = series.sun.first { sun in (sun.rise ?? sun.set).map { begin <= $0 && $0 < end } ?? false }
        return Weather.Day(
            date: date,
            isPartial: first.at >= begin.advanced(bySeconds: spacing) || last.at.advanced(bySeconds: spacing) < end,
            condition: condition, text: condition.words(in: language, isDay: isDay), worst: worst,
            worstText: worst.words(in: language, isDay: isDay), minimum: minimum, maximum: maximum,
            precipitation: Self.sum(falling[...]), precipitationProbability: falling.compactMap(\.probability).max(),
            windMaximum: points.compactMap(\.windSpeed).max(), windGustMaximum: points.compactMap(\.windGust).max(),
            windDirection: PrevailingWind(points).direction, uvMaximum: points.compactMap(\.uvIndex).max(),
            sunrise: sun?.rise, sunset: sun?.set)
    }

    /// Returns the most frequent known condition of points that are equally far apart; of several, the most severe.
    private static func prevailing(_ points: [ForecastSeries.Point]) -> WeatherCondition? {
        let counts = Dictionary(points.map { ($0.condition, 1) }, uniquingKeysWith: +).filter { $0.key != .unknown }
        return counts.max { ($0.value, $0.key.severity) < ($1.value, $1.key.severity) }?.key
    }

    private static func mostSevere(_ points: ArraySlice<ForecastSeries.Point>) -> WeatherCondition? {
        points.map(\.condition).max { $0.severity < $1.severity }
    }

    /// Returns the sum in millimetres, rounded to tenths, the precision of forecasts; `nil` without any value.
    private static func sum(_ points: ArraySlice<ForecastSeries.Point>) -> Double? {
        let amounts = points.compactMap(\.precipitation)
        return amounts.isEmpty ? nil : (amounts.reduce(0, +) * 10).rounded() / 10
    }
}
