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
        var list = list
        self = list.withUTF8 { Language(acceptLanguage: UnsafeRawBufferPointer($0)) }
    }

    /// Chooses the best supported language for an `Accept-Language` list in UTF-8, without allocating.
    public init(acceptLanguage list: UnsafeRawBufferPointer) {
        var best: (language: Language, weight: Int)?
        for item in WeightedList(list) where item.weight > best?.weight ?? 0 {
            if let language = Self.named(by: item.value) { best = (language, item.weight) }
        }
        self = best?.language ?? .english
    }

    /// Chooses the language of the bytes of `meta.locale`; English without any.
    public init(locale: [UInt8]?) {
        self = locale.map { $0.withUnsafeBytes { Language(acceptLanguage: $0) } } ?? .english
    }

    /// Returns the language of a range, such as `ru-RU`; `nil` if it is not supported.
    private static func named(by range: Slice<UnsafeRawBufferPointer>) -> Language? {
        let primary = range.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        return allCases.first { language in
            primary.count == 2 && zip(primary, language.rawValue.utf8).allSatisfy { $0 | 0x20 == $1 }
        }
    }
}
