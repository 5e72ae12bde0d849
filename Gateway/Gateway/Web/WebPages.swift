import Values

/// The first pages of a route, by language.
struct WebPages: Sendable {
    private let byLanguage: [Language: WebFile]
    private let english: WebFile

    /// Creates the pages that a list names.
    ///
    /// - Parameters:
    ///   - paths: the paths of pages by the code of their language.
    ///   - otherwise: the pages of languages that are not among them.
    /// - Returns: `nil` if there is no English page.
    init?(_ paths: [String: String], in files: [String: WebFile], otherwise: WebPages?) {
        var byLanguage = otherwise?.byLanguage ?? [:]
        for language in Language.allCases {
            if let file = paths[language.rawValue].flatMap({ files[$0] }) { byLanguage[language] = file }
        }
        guard let english = byLanguage[.english] else { return nil }
        (self.byLanguage, self.english) = (byLanguage, english)
    }

    /// Returns the page in a language or, if there is none, in the next one that its readers know, with its language.
    func page(in language: Language) -> (file: WebFile, language: Language) {
        for language in language.fallbacks {
            if let file = byLanguage[language] { return (file, language) }
        }
        return (english, .english)
    }
}
