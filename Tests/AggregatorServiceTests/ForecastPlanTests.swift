import AggregatorContract
import Testing
import Values
import Wire

@testable import AggregatorService

@Suite struct ForecastPlanTests {
    /// Returns points whose temperature is the number of hours since the first point.
    private func series(from first: String, count: Int, hours: Int = 1) -> ForecastSeries {
        let start = Instant.of(first)
        let points = (0..<count).map { index in
            ForecastSeries.Point(
                at: start.advanced(bySeconds: Int64(index * hours) * 3_600), condition: .clear, isDay: true,
                temperature: Double(index * hours), precipitation: 1, probability: index)
        }
        return ForecastSeries(points: points, hours: hours, utcOffset: 0, timeZone: nil, sun: [])
    }

    private func plan(_ series: ForecastSeries, _ zone: String, now: String) throws -> ForecastPlan {
        let calendar = LocalCalendar.zone(try #require(ZoneCache().zone(zone)))
        return ForecastPlan(series, calendar: calendar, now: .of(now))
    }

    @Test(arguments: [0, 2, -1, Int.max]) func `A stored series with unknown steps is refused`(hours: Int) throws {
        let kept = #"{"points":[],"hours":\#(hours),"utcOffset":0,"sun":[]}"#
        #expect(throws: (any Error).self) { try JSONCoding.decode(ForecastSeries.self, from: Array(kept.utf8)) }
        let series = series(from: "2026-11-20T21:00:00Z", count: 2, hours: 3)
        #expect(try JSONCoding.decode(ForecastSeries.self, from: JSONCoding.encode(series)) == series)
    }

    @Test func `Hourly values of seven days make steps to the end and seven complete days in local time`() throws {
        // Midnight of 21 November in Minsk; seven days as Open-Meteo sends them.
        let plan = try plan(
            series(from: "2026-11-20T21:00:00Z", count: 168), "Europe/Minsk", now: "2026-11-21T10:10:00Z")
        let steps = plan.steps(in: .english)
        #expect(steps.count == 52)
        // 13:10 in Minsk: the step of 12:00.
        #expect(steps.first?.at == .of("2026-11-21T09:00:00Z"))
        #expect(steps.first?.temperature == 12)
        #expect(steps.first?.precipitation == 3)
        #expect(steps.first?.precipitationProbability == 15)
        let days = plan.days(in: .english)
        #expect(
            days.map(\.date.description) == [
                "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26",
                "2026-11-27",
            ])
        #expect(days.allSatisfy { !$0.isPartial })
        #expect(days[0].minimum == 0 && days[0].maximum == 23 && days[0].precipitation == 24)
        #expect(days[1].minimum == 24 && days[1].maximum == 47)
    }

    @Test func `Hours beyond the seventh day only complete its precipitation`() throws {
        let series = series(from: "2026-11-20T21:00:00Z", count: 192)
        let calendar = LocalCalendar.zone(try #require(ZoneCache().zone("Europe/Minsk")))
        let plan = ForecastPlan(series, calendar: calendar, now: .of("2026-11-21T10:10:00Z"), isHourly: true)
        let steps = plan.steps(in: .english)
        #expect(plan.stepHours == 1 && steps.count == 155 && steps.first?.at == .of("2026-11-21T10:00:00Z"))
        #expect(steps.last?.at == .of("2026-11-27T20:00:00Z") && steps.last?.precipitation == 1)
        let days = plan.days(in: .english)
        #expect(days.count == 7 && days[6].precipitation == 24 && !days[6].isPartial)
    }

    @Test func `Steps of three hours from now on make partial first and last days`() throws {
        let plan = try plan(
            series(from: "2026-12-30T12:00:00Z", count: 40, hours: 3), "Europe/Minsk", now: "2026-12-30T11:00:00Z")
        #expect(plan.steps(in: .english).count == 40)
        let days = plan.days(in: .english)
        #expect(days.first?.date.description == "2026-12-30" && days.first?.isPartial == true)
        #expect(days.last?.date.description == "2027-01-04" && days.last?.isPartial == true)
        #expect(days.dropFirst().dropLast().allSatisfy { !$0.isPartial })
        #expect(days[1].date.description == "2026-12-31" && days[2].date.description == "2027-01-01")
    }

    @Test(arguments: [
        ("2026-12-31T20:59:00Z", "2026-12-31"), ("2026-12-31T21:01:00Z", "2027-01-01"),
    ])
    func `A minute before and after midnight belong to different local days`(now: String, first: String) throws {
        let plan = try plan(series(from: "2026-12-30T21:00:00Z", count: 168), "Europe/Minsk", now: now)
        #expect(plan.days(in: .english).first?.date.description == first)
    }

    @Test(arguments: [
        ("2026-10-24T22:00:00Z", "2026-10-25", 25.0), ("2026-03-28T23:00:00Z", "2026-03-29", 23.0),
    ])
    func `Days with a clock change have 23 or 25 hours`(midnight: String, date: String, hours: Double) throws {
        let plan = try plan(series(from: midnight, count: 168), "Europe/Berlin", now: midnight)
        let day = try #require(plan.days(in: .english).first)
        #expect(day.date.description == date && !day.isPartial)
        #expect(day.minimum == 0 && day.maximum == hours - 1 && day.precipitation == hours)
        let dates = plan.days(in: .english).map(\.date)
        #expect(Set(dates).count == dates.count)
    }

    @Test func `A step shows its worst condition, a day the prevailing and the worst one, in words`() throws {
        var series = series(from: "2026-11-21T00:00:00Z", count: 24)
        series.points[4].condition = .thunderstorm
        series.points[5].condition = .rain
        series.sun = [.init(rise: .of("2026-11-21T05:40:00Z"), set: .of("2026-11-21T14:00:00Z"))]
        let plan = try plan(series, "Etc/UTC", now: "2026-11-21T01:00:00Z")
        let steps = plan.steps(in: .russian)
        #expect(steps.map(\.text).prefix(3) == ["Солнечно", "Гроза", "Солнечно"])
        let day = try #require(plan.days(in: .belarusian).first)
        #expect(day.condition == .clear && day.text == "Сонечна")
        #expect(day.worst == .thunderstorm && day.worstText == "Навальніца")
        #expect(day.sunrise == .of("2026-11-21T05:40:00Z"))
    }

    /// Returns the day of hours with the given conditions, of which those in `daylight` are by day.
    private func day(_ conditions: [WeatherCondition], daylight: Range<Int>) throws -> Weather.Day {
        var series = series(from: "2026-11-21T00:00:00Z", count: conditions.count)
        for index in conditions.indices {
            series.points[index].condition = conditions[index]
            series.points[index].isDay = daylight.contains(index)
        }
        return try #require(try plan(series, "Etc/UTC", now: "2026-11-21T00:30:00Z").days(in: .english).first)
    }

    @Test func `The prevailing condition is that of most daylight hours, whatever the night brings`() throws {
        let night = [WeatherCondition](repeating: .snow, count: 8)
        let morning = [WeatherCondition](repeating: .overcast, count: 3)
        let noon = [WeatherCondition](repeating: .partlyCloudy, count: 5)
        let day = try day(night + morning + noon + night, daylight: 8..<16)
        #expect(day.condition == .partlyCloudy && day.text == "Partly cloudy" && day.worst == .snow)
    }

    @Test func `Of conditions that last equally long the worse one prevails, and an unknown one never does`() throws {
        let tied = try day([.clear, .rain, .clear, .rain, .overcast], daylight: 0..<5)
        #expect(tied.condition == .rain && tied.worst == .rain)
        let hidden = try day([.unknown, .unknown, .fog, .unknown], daylight: 0..<4)
        #expect(hidden.condition == .fog && hidden.worst == .fog)
        #expect(try day([.unknown, .unknown], daylight: 0..<2).condition == .unknown)
    }

    @Test func `Without daylight the hours of the night decide, and a clear sky is not sunny`() throws {
        let dark = try day([.clear, .clear, .fog], daylight: 0..<0)
        #expect(dark.condition == .clear && dark.text == "Clear" && dark.worst == .fog)
    }

    @Test func `Missing hours make no steps, and an empty series makes no forecast`() throws {
        var gappy = series(from: "2026-11-21T00:00:00Z", count: 12)
        gappy.points.removeAll { $0.temperature == 3 }
        #expect(
            try plan(gappy, "Etc/UTC", now: "2026-11-21T00:30:00Z").steps(in: .english).map(\.temperature) == [0, 6, 9])
        gappy.points = []
        let empty = try plan(gappy, "Etc/UTC", now: "2026-11-21T00:30:00Z")
        #expect(empty.steps(in: .english).isEmpty && empty.days(in: .english).isEmpty)
    }

    @Test func `A place without a known zone uses its offset`() {
        let calendar = LocalCalendar.offset(20_700)
        #expect(calendar.date(at: .of("2026-12-31T18:14:59Z")).description == "2026-12-31")
        #expect(calendar.date(at: .of("2026-12-31T18:15:00Z")).description == "2027-01-01")
        #expect(calendar.minuteOfDay(at: .of("2026-12-31T18:15:00Z")) == 0)
        #expect(calendar.startOfDay(LocalDate(daysSince1970: 20_819)) == .of("2026-12-31T18:15:00Z"))
    }
}
