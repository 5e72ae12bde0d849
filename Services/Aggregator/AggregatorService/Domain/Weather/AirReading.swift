import AggregatorContract
import Values

/// The quality of the air at one hour; concentrations are in micrograms per cubic metre.
struct AirReading: Codable, Sendable, Equatable {
    /// The age in seconds beyond which a reading says nothing about the air now.
    static let maximumAge: Int64 = 6 * 3_600

    var observedAt: Instant
    /// The European air quality index.
    var europeanIndex: Int?
    /// The air quality index of the United States.
    var usIndex: Int?
    var pm25: Double?
    var pm10: Double?
    var nitrogenDioxide: Double?
    var ozone: Double?
    var sulphurDioxide: Double?

    /// Returns true if the reading is recent enough to tell about the air at an instant.
    func isCurrent(at now: Instant) -> Bool { observedAt >= now.advanced(bySeconds: -Self.maximumAge) }

    /// The level of the European index; a bound belongs to the lower level.
    var level: AirQualityLevel? {
        europeanIndex.map { index in
            switch index {
            case ...20: .good
            case ...40: .fair
            case ...60: .moderate
            case ...80: .poor
            case ...100: .veryPoor
            default: .extremelyPoor
            }
        }
    }
}

extension AirQualityLevel {
    /// Returns the level in words.
    func words(in language: Language) -> String { words[language] }

    private var words: UserText {
        switch self {
        case .good: UserText("Good", ru: "Хорошее", be: "Добрая")
        case .fair: UserText("Fair", ru: "Приемлемое", be: "Прымальная")
        case .moderate: UserText("Moderate", ru: "Среднее", be: "Сярэдняя")
        case .poor: UserText("Poor", ru: "Плохое", be: "Дрэнная")
        case .veryPoor: UserText("Very poor", ru: "Очень плохое", be: "Вельмі дрэнная")
        case .extremelyPoor: UserText("Extremely poor", ru: "Крайне плохое", be: "Надзвычай дрэнная")
        }
    }
}
