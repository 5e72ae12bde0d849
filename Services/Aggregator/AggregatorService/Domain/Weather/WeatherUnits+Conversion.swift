import AggregatorContract
import Values

extension WeatherUnits {
    /// Converts degrees Celsius, to tenths.
    func temperature(_ celsius: Double) -> Double {
        self == .metric ? celsius : Self.rounded(celsius * 1.8 + 32, 10)
    }

    /// Converts metres per second, to tenths.
    func speed(_ metres: Double) -> Double { self == .metric ? metres : Self.rounded(metres * 2.236_936, 10) }

    /// Converts millimetres, to hundredths of an inch.
    func depth(_ millimetres: Double) -> Double {
        self == .metric ? millimetres : Self.rounded(millimetres / 25.4, 100)
    }

    /// Converts hectopascals, to hundredths of an inch of mercury.
    func pressure(_ hectopascals: Double) -> Double {
        self == .metric ? hectopascals : Self.rounded(hectopascals * 0.029_529_98, 100)
    }

    /// Converts metres.
    func distance(_ metres: Int) -> Int {
        self == .metric ? metres : Int((Double(metres) / 0.3048).rounded())
    }

    private static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
}

extension Weather.Current.Result {
    /// Returns metric weather in other units.
    func converted(to units: WeatherUnits) -> Self {
        var weather = self
        weather.units = OpenEnum(units)
        weather.temperature = units.temperature(temperature)
        weather.feelsLike = feelsLike.map(units.temperature)
        weather.pressure = pressure.map(units.pressure)
        weather.windSpeed = windSpeed.map(units.speed)
        weather.windGust = windGust.map(units.speed)
        weather.precipitation = precipitation.map(units.depth)
        weather.visibility = visibility.map(units.distance)
        return weather
    }
}

extension Weather.Step {
    /// Returns a metric step in other units.
    func converted(to units: WeatherUnits) -> Self {
        var step = self
        step.temperature = units.temperature(temperature)
        step.feelsLike = feelsLike.map(units.temperature)
        step.pressure = pressure.map(units.pressure)
        step.windSpeed = windSpeed.map(units.speed)
        step.windGust = windGust.map(units.speed)
        step.precipitation = precipitation.map(units.depth)
        return step
    }
}

extension Weather.Day {
    /// Returns a metric day in other units.
    func converted(to units: WeatherUnits) -> Self {
        var day = self
        day.minimum = units.temperature(minimum)
        day.maximum = units.temperature(maximum)
        day.precipitation = precipitation.map(units.depth)
        day.windMaximum = windMaximum.map(units.speed)
        day.windGustMaximum = windGustMaximum.map(units.speed)
        return day
    }
}
