import Contract
import Values

extension SimulatedOpenMeteo {
    /// Builds one answer.
    struct Forecast {
        var model: WeatherModel
        var requestedPoint: Point
        var point: Point
        var zone: PlaceZone
        var now: Instant
        var days: Int
        var units: Units

        func document(_ query: Query) throws(UnknownVariable) -> JSONNode {
            var members: [(String, JSONNode)] = [
                ("latitude", .number(point.latitude)), ("longitude", .number(point.longitude)),
                ("generationtime_ms", .number(0.62)), ("utc_offset_seconds", .integer(zone.offset(at: now))),
                ("timezone", .string(zone.identifier)),
                ("timezone_abbreviation", .string(zone.abbreviation(at: now))), ("elevation", .number(elevation)),
            ]
            if let names = query.list("current") { members += try current(names) }
            if let names = query.list("hourly") { members += try hourly(names) }
            if let names = query.list("daily") { members += try daily(names) }
            return .object(members)
        }

        private var elevation: Double {
            var random = SeededRandom(model.seed, Int(point.latitude * 8), Int(point.longitude * 8), 77)
            return Double(random.below(320))
        }

        private func current(_ names: [String]) throws(UnknownVariable) -> [(String, JSONNode)] {
            // The provider recomputes its data every quarter of an hour.
            let quarter = Instant(milliseconds: now.milliseconds.dividedFloor(by: 900_000).quotient * 900_000)
            let conditions = model.conditions(point, at: quarter)
            var values: [(String, JSONNode)] = [("time", .string(zone.text(quarter))), ("interval", 900)]
            var unitNames: [(String, JSONNode)] = [("time", "iso8601"), ("interval", "seconds")]
            for name in names {
                let (value, unit) = try value(name, conditions, group: "ForecastVariable")
                values.append((name, value))
                unitNames.append((name, .string(unit)))
            }
            return [("current_units", .object(unitNames)), ("current", .object(values))]
        }

        private func hourly(_ names: [String]) throws(UnknownVariable) -> [(String, JSONNode)] {
            let start = zone.startOfDay(zone.date(at: now))
            let hours = (0..<days * 24).map { start.advanced(bySeconds: Int64($0) * 3600) }
            let weather = hours.map { model.conditions(point, at: $0) }
            var columns: [(String, JSONNode)] = [("time", .array(hours.map { .string(zone.text($0)) }))]
            var unitNames: [(String, JSONNode)] = [("time", "iso8601")]
            for name in names {
                var column: [JSONNode] = []
                for conditions in weather {
                    column.append(try value(name, conditions, group: "ForecastVariable").0)
                }
                columns.append((name, .array(column)))
                unitNames.append((name, .string(try value(name, weather[0], group: "ForecastVariable").1)))
            }
            return [("hourly_units", .object(unitNames)), ("hourly", .object(columns))]
        }

        private func daily(_ names: [String]) throws(UnknownVariable) -> [(String, JSONNode)] {
            let today = zone.date(at: now)
            let dates = (0..<days).map { today.advanced(byDays: $0) }
            let weather = dates.map { date in
                let start = zone.startOfDay(date)
                return (0..<24).map { model.conditions(point, at: start.advanced(bySeconds: Int64($0) * 3600)) }
            }
            var columns: [(String, JSONNode)] = [("time", .array(dates.map { .string("\($0)") }))]
            var unitNames: [(String, JSONNode)] = [("time", "iso8601")]
            for name in names {
                var column: [JSONNode] = []
                var unit = ""
                for (date, hours) in zip(dates, weather) {
                    let (value, name) = try self.value(name, of: date, hours)
                    column.append(value)
                    unit = name
                }
                columns.append((name, .array(column)))
                unitNames.append((name, .string(unit)))
            }
            return [("daily_units", .object(unitNames)), ("daily", .object(columns))]
        }

        /// Returns an hour's value of a variable, and its unit.
        private func value(
            _ name: String, _ conditions: WeatherModel.Conditions, group: String
        ) throws(UnknownVariable) -> (JSONNode, String) {
            switch name {
            case "temperature_2m": (.number(units.temperature(conditions.temperature)), units.degree)
            case "apparent_temperature": (.number(units.temperature(conditions.apparent)), units.degree)
            case "dew_point_2m":
                (
                    .number(
                        units.temperature(
                            (conditions.temperature - (100 - conditions.humidity) / 5).rounded(digits: 1))),
                    units.degree
                )
            case "relative_humidity_2m": (.integer(Int(conditions.humidity)), "%")
            case "precipitation": (.number(conditions.precipitation), "mm")
            case "precipitation_probability": (.integer(Int(conditions.probability)), "%")
            case "rain": (.number(conditions.isSnow ? 0 : conditions.precipitation), "mm")
            case "showers": (.number(0), "mm")
            case "snowfall":
                (.number(conditions.isSnow ? (conditions.precipitation * 0.7).rounded(digits: 2) : 0), "cm")
            case "weather_code": (.integer(conditions.code), "wmo code")
            case "cloud_cover": (.integer(Int(conditions.cloudCover)), "%")
            case "pressure_msl": (.number(conditions.pressure), "hPa")
            case "surface_pressure": (.number((conditions.pressure - elevation / 8.3).rounded(digits: 1)), "hPa")
            case "visibility": (.number(conditions.code == 45 ? 400 : 24_140), "m")
            case "wind_speed_10m": (.number(units.wind(conditions.wind)), units.windName)
            case "wind_direction_10m": (.integer(Int(conditions.direction)), "°")
            case "wind_gusts_10m": (.number(units.wind(conditions.gust)), units.windName)
            case "is_day": (.integer(conditions.isDay ? 1 : 0), "")
            case "uv_index": (.number(conditions.uvIndex), "")
            default: throw UnknownVariable(group: group, name: name)
            }
        }

        /// Returns a day's value of a variable, and its unit.
        private func value(
            _ name: String, of date: LocalDate, _ hours: [WeatherModel.Conditions]
        ) throws(UnknownVariable) -> (JSONNode, String) {
            func highest(_ part: (WeatherModel.Conditions) -> Double) -> Double { hours.map(part).max() ?? 0 }
            func lowest(_ part: (WeatherModel.Conditions) -> Double) -> Double { hours.map(part).min() ?? 0 }
            func sum(_ part: (WeatherModel.Conditions) -> Double) -> JSONNode {
                .number(hours.map(part).reduce(0, +).rounded(digits: 2))
            }
            let sun = Sun(point, date: date)
            switch name {
            case "weather_code": return (.integer(hours.map(\.code).max() ?? 0), "wmo code")
            case "temperature_2m_max": return (.number(units.temperature(highest(\.temperature))), units.degree)
            case "temperature_2m_min": return (.number(units.temperature(lowest(\.temperature))), units.degree)
            case "apparent_temperature_max": return (.number(units.temperature(highest(\.apparent))), units.degree)
            case "apparent_temperature_min": return (.number(units.temperature(lowest(\.apparent))), units.degree)
            case "precipitation_sum": return (sum(\.precipitation), "mm")
            case "rain_sum": return (sum { $0.isSnow ? 0 : $0.precipitation }, "mm")
            case "showers_sum": return (.number(0), "mm")
            case "snowfall_sum": return (sum { $0.isSnow ? $0.precipitation * 0.7 : 0 }, "cm")
            case "precipitation_hours": return (.integer(hours.count { $0.precipitation > 0 }), "h")
            case "precipitation_probability_max": return (.integer(Int(highest(\.probability))), "%")
            case "wind_speed_10m_max": return (.number(units.wind(highest(\.wind))), units.windName)
            case "wind_gusts_10m_max": return (.number(units.wind(highest(\.gust))), units.windName)
            case "wind_direction_10m_dominant": return (.integer(Int(hours[12].direction)), "°")
            case "uv_index_max": return (.number(highest(\.uvIndex)), "")
            case "daylight_duration": return (.number((sun.hours * 3600).rounded()), "s")
            case "sunrise": return (.string(sun.rise.map(zone.text) ?? "\(date)T00:00"), "iso8601")
            case "sunset": return (.string(sun.set.map(zone.text) ?? "\(date)T00:00"), "iso8601")
            default: throw UnknownVariable(group: "ForecastVariableDaily", name: name)
            }
        }
    }
}
