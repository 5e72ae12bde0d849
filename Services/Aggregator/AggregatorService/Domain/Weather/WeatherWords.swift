import AggregatorContract
import Values

extension WeatherCondition {
    /// Returns the condition in words.
    ///
    /// - Parameter isDay: affects the words for a clear sky only.
    func words(in language: Language, isDay: Bool) -> String {
        self == .clear && isDay ? UserText("Sunny", ru: "Солнечно", be: "Сонечна")[language] : words[language]
    }

    private var words: UserText {
        switch self {
        case .clear: UserText("Clear", ru: "Ясно", be: "Ясна")
        case .mostlyClear: UserText("Mostly clear", ru: "Малооблачно", be: "Малавоблачна")
        case .partlyCloudy: UserText("Partly cloudy", ru: "Переменная облачность", be: "Пераменная воблачнасць")
        case .mostlyCloudy: UserText("Mostly cloudy", ru: "Облачно с прояснениями", be: "Воблачна з праясненнямі")
        case .overcast: UserText("Overcast", ru: "Пасмурно", be: "Пахмурна")
        case .fog: UserText("Fog", ru: "Туман", be: "Туман")
        case .haze: UserText("Haze", ru: "Дымка", be: "Смуга")
        case .drizzle: UserText("Drizzle", ru: "Морось", be: "Імжа")
        case .freezingDrizzle: UserText("Freezing drizzle", ru: "Замерзающая морось", be: "Ледзяная імжа")
        case .lightRain: UserText("Light rain", ru: "Небольшой дождь", be: "Невялікі дождж")
        case .rain: UserText("Rain", ru: "Дождь", be: "Дождж")
        case .heavyRain: UserText("Heavy rain", ru: "Сильный дождь", be: "Моцны дождж")
        case .freezingRain: UserText("Freezing rain", ru: "Ледяной дождь", be: "Ледзяны дождж")
        case .showers: UserText("Rain showers", ru: "Ливень", be: "Лівень")
        case .heavyShowers: UserText("Heavy rain showers", ru: "Сильный ливень", be: "Моцны лівень")
        case .sleet: UserText("Sleet", ru: "Дождь со снегом", be: "Дождж са снегам")
        case .lightSnow: UserText("Light snow", ru: "Небольшой снег", be: "Невялікі снег")
        case .snow: UserText("Snow", ru: "Снег", be: "Снег")
        case .heavySnow: UserText("Heavy snow", ru: "Сильный снег", be: "Моцны снег")
        case .snowGrains: UserText("Snow grains", ru: "Снежная крупа", be: "Снежныя крупы")
        case .snowShowers: UserText("Snow showers", ru: "Снежные заряды", be: "Снежныя зарады")
        case .thunderstorm: UserText("Thunderstorm", ru: "Гроза", be: "Навальніца")
        case .hail: UserText("Thunderstorm with hail", ru: "Гроза с градом", be: "Навальніца з градам")
        case .squall: UserText("Squalls", ru: "Шквал", be: "Шквал")
        case .tornado: UserText("Tornado", ru: "Смерч", be: "Смерч")
        case .unknown: UserText("Unknown", ru: "Неизвестно", be: "Невядома")
        }
    }
}
