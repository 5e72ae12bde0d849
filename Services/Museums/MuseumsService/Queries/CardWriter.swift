import MuseumsContract
import Values

/// Writes the museums of a search as cards, and says how it was corrected.
struct CardWriter: Sendable {
    private let query: SearchQuery?
    private let near: Location?
    private let language: Language
    /// The highlighting for museums found by words, within words, and by corrected words.
    private let words: NameHighlighting?
    private let parts: NameHighlighting?
    private let corrected: NameHighlighting?

    /// - Parameter near: the point that distances are measured from.
    init(query: SearchQuery?, corrected: SearchQuery?, near: Location?, _ language: Language) {
        self.query = query
        self.near = near
        self.language = language
        words = query.map { NameHighlighting($0, isWithinWords: false) }
        parts = query.map { NameHighlighting($0, isWithinWords: true) }
        self.corrected = corrected.map { NameHighlighting($0, isWithinWords: false) }
    }

    func card(_ museum: FoundMuseum) -> Museums.Card {
        let best = museum.name.bestLanguage(for: language)
        let name = museum.name[best] ?? ""
        return Museums.Card(
            id: museum.id, name: name, city: museum.city[best] ?? "", countryCode: museum.country,
            country: museum.country.name?[language], category: museum.category,
            categoryName: CategoryNames.name(of: museum.category)[language], location: museum.location,
            picture: museum.picture?.view, distance: near.map { Int($0.metres(to: museum.location).rounded()) },
            nameMatches: matches(in: name, band: museum.key.band), language: best)
    }

    private func matches(in name: String, band: Int) -> [Museums.TextRange]? {
        let highlighting =
            switch band {
            case ..<SearchKey.Band.containing.rawValue: words
            case ..<SearchKey.Band.corrected.rawValue: parts
            default: corrected
            }
        guard let ranges = highlighting?.ranges(in: name), !ranges.isEmpty else { return nil }
        return ranges.map { Museums.TextRange(start: $0.lowerBound, length: $0.count) }
    }

    /// Returns the correction of a page if it finds a museum.
    func correction(_ page: MuseumPage) -> Museums.Correction? {
        let isCorrected = { (museum: FoundMuseum) in museum.key.band >= SearchKey.Band.corrected.rawValue }
        guard let query, let corrected = page.corrected, let first = page.museums.first(where: isCorrected),
            let text = CorrectedText.text(of: corrected, typed: query, in: first.name.all + first.city.all)
        else { return nil }
        return Museums.Correction(query: text, isUsed: page.museums.allSatisfy(isCorrected))
    }
}
