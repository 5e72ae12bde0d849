/// A text that people read, in every language.
public struct UserText: Hashable, Sendable {
    public let english: String
    public let russian: String
    public let belarusian: String

    public init(_ english: String, ru russian: String, be belarusian: String) {
        self.english = english
        self.russian = russian
        self.belarusian = belarusian
    }

    /// Creates a text that is the same in every language, such as a name.
    public init(all text: String) {
        self.init(text, ru: text, be: text)
    }

    /// The text with a capital letter at its beginning.
    public var capitalized: UserText {
        func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
        return UserText(capitalized(english), ru: capitalized(russian), be: capitalized(belarusian))
    }

    public subscript(language: Language) -> String {
        switch language {
        case .english: english
        case .russian: russian
        case .belarusian: belarusian
        }
    }
}
