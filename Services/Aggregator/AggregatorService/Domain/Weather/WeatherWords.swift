import AggregatorContract
import Values

extension WeatherCondition {
    /// Returns the condition in words.
    ///
    /// - Parameter isDay: affects the words for a clear sky only.
    func words(in language: Language, isDay: Bool) -> String {
        if self == .clear, isDay {
            return switch language {
            case .english: "Sunny"
            case .russian: "Солнечно"
            case .belarusian: "Сонечна"
            }
        }
        let words = words
        return switch language {
        case .english: words.english
        case .russian: words.russian
        case .belarusian: words.belarusian
        }
    }

    private var words: (english: String, russian: String, belarusian: String) {
        switch self {
        case .clear: ("Clear", "Ясно", "Ясна")
        case .mostlyClear: ("Mostly clear", "Малооблачно", "Малавоблачна")
        case .partlyCloudy: ("Partly cloudy", "Переменная облачность", "Пераменная воблачнасць")
        case .mostlyCloudy: ("Mostly cloudy", "Облачно с прояснениями", "Воблачна з праясненнямі")
        case .overcast: ("Overcast", "Пасмурно", "Пахмурна")
        case .fog: ("Fog", "Туман", "Туман")
        case .haze: ("Haze", "Дымка", "Смуга")
        case .drizzle: ("Drizzle", "Морось", "Імжа")
        case .freezingDrizzle: ("Freezing drizzle", "Замерзающая морось", "Ледзяная імжа")
        case .lightRain: ("Light rain", "Небольшой дождь", "Невялікі дождж")
        case .rain: ("Rain", "Дождь", "Дождж")
        case .heavyRain: ("Heavy rain", "Сильный дождь", "Моцны дождж")
        case .freezingRain: ("Freezing rain", "Ледяной дождь", "Ледзяны дождж")
        case .showers: ("Rain showers", "Ливень", "Лівень")
        case .heavyShowers: ("Heavy rain showers", "Сильный ливень", "Моцны лівень")
        case .sleet: ("Sleet", "Дождь со снегом", "Дождж са снегам")
        case .lightSnow: ("Light snow", "Небольшой снег", "Невялікі снег")
        case .snow: ("Snow", "Снег", "Снег")
        case .heavySnow: ("Heavy snow", "Сильный снег", "Моцны снег")
        case .snowGrains: ("Snow grains", "Снежная крупа", "Снежныя крупы")
        case .snowShowers: ("Snow showers", "Снежные заряды", "Снежныя зарады")
        case .thunderstorm: ("Thunderstorm", "Гроза", "Навальніца")
        case .hail: ("Thunderstorm with hail", "Гроза с градом", "Навальніца з градам")
        case .squall: ("Squalls", "Шквал", "Шквал")
        case .tornado: ("Tornado", "Смерч", "Смерч")
        case .unknown: ("Unknown", "Неизвестно", "Невядома")
        }
    }
}
