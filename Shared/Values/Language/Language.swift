/// A language of the user-visible texts.
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
    case english = "en"
    case russian = "ru"
    case belarusian = "be"

    /// The languages to try, in order, for a user who requested this language.
    public var fallbacks: [Language] {
        switch self {
        case .belarusian: [.belarusian, .russian, .english]
        case .russian: [.russian, .english, .belarusian]
        case .english: [.english, .russian, .belarusian]
        }
    }

    /// Chooses the best supported language for an `Accept-Language` list, such as `be;q=0.5, ru, *;q=0.1`, or for a
    /// single language range, such as `be-BY`.
    ///
    /// Chooses English if the list names no supported language.
    public init(acceptLanguage list: String) {
        var best: (language: Language, quality: Int)?
        for range in list.split(separator: ",").prefix(16) {
            let parts = range.split(separator: ";")
            let tag = parts.first.map { String($0).trimmed.lowercased() } ?? ""
            let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init) ?? ""
            guard let language = Language(rawValue: primary) else { continue }
            var quality = 1000
            for parameter in parts.dropFirst() {
                let text = String(parameter).trimmed
                if text.hasPrefix("q="), let value = Double(text.dropFirst(2)), (0...1).contains(value) {
                    quality = Int(value * 1000)
                }
            }
            if quality > 0, quality > best?.quality ?? 0 { best = (language, quality) }
        }
        self = best?.language ?? .english
    }
}
