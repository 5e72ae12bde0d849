import Values

/// A text in up to three languages.
struct LocalizedText: Equatable, Sendable {
    var english: String?
    var russian: String?
    var belarusian: String?

    /// The texts that are present.
    var all: [String] { [english, russian, belarusian].compactMap { $0 } }

    subscript(language: Language) -> String? {
        switch language {
        case .english: english
        case .russian: russian
        case .belarusian: belarusian
        }
    }

    /// Returns the first available language in the caller's order of preference, or English for an empty text.
    func bestLanguage(for wanted: Language) -> Language {
        wanted.fallbacks.first { self[$0] != nil } ?? .english
    }
}
