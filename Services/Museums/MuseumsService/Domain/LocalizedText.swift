import Values

/// A text in those of our languages in which we have it.
struct LocalizedText: Equatable, Sendable {
    var english: String?
    var russian: String?
    var belarusian: String?

    /// The texts there are.
    var all: [String] { [english, russian, belarusian].compactMap { $0 } }

    subscript(language: Language) -> String? {
        switch language {
        case .english: english
        case .russian: russian
        case .belarusian: belarusian
        }
    }
}
