import AggregatorContract

extension WeatherCondition {
    /// Converts a code of the World Meteorological Organization (table 4677, as Open-Meteo uses it).
    init(wmo code: Int) {
        self =
            switch code {
            case 0: .clear
            case 1: .mostlyClear
            case 2: .partlyCloudy
            case 3: .overcast
            case 45, 48: .fog
            case 51, 53, 55: .drizzle
            case 56, 57: .freezingDrizzle
            case 61: .lightRain
            case 63: .rain
            case 65: .heavyRain
            case 66, 67: .freezingRain
            case 71: .lightSnow
            case 73: .snow
            case 75: .heavySnow
            case 77: .snowGrains
            case 80, 81: .showers
            case 82: .heavyShowers
            case 85, 86: .snowShowers
            case 95: .thunderstorm
            case 96, 99: .hail
            default: .unknown
            }
    }

    /// Converts a condition id of OpenWeatherMap.
    init(openWeatherMap id: Int) {
        self =
            switch id {
            case 200...232: .thunderstorm
            case 300...321: .drizzle
            case 500: .lightRain
            case 501: .rain
            case 502...504: .heavyRain
            case 511: .freezingRain
            case 520, 521, 531: .showers
            case 522: .heavyShowers
            case 600: .lightSnow
            case 601: .snow
            case 602: .heavySnow
            case 611...616: .sleet
            case 620...622: .snowShowers
            case 701, 741: .fog
            case 711, 721, 731, 751, 761, 762: .haze
            case 771: .squall
            case 781: .tornado
            case 800: .clear
            case 801: .mostlyClear
            case 802: .partlyCloudy
            case 803: .mostlyCloudy
            case 804: .overcast
            default: .unknown
            }
    }

    /// The rank of a condition when a day is summarized: 0 for an unknown one, then rising from a clear sky.
    var severity: Int {
        switch self {
        case .unknown: 0
        case .clear: 1
        case .mostlyClear: 2
        case .partlyCloudy: 3
        case .mostlyCloudy: 4
        case .overcast: 5
        case .haze: 6
        case .fog: 7
        case .drizzle: 8
        case .lightRain: 9
        case .snowGrains: 10
        case .lightSnow: 11
        case .showers: 12
        case .rain: 13
        case .snowShowers: 14
        case .snow: 15
        case .sleet: 16
        case .freezingDrizzle: 17
        case .heavyShowers: 18
        case .heavyRain: 19
        case .heavySnow: 20
        case .freezingRain: 21
        case .squall: 22
        case .thunderstorm: 23
        case .hail: 24
        case .tornado: 25
        }
    }
}
