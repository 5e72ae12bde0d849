import Contract
import Values

/// The words of a search, safe for use in a PostgreSQL text search query.
///
/// Words contain letters and digits only, so no operator, quote or weight of the query language can get in.
struct SearchQuery: Equatable, Sendable {
    /// The maximum number of words of a query; further ones are ignored.
    static let maximumWords = 12

    /// The accepted spellings of each word: one, or several for a corrected word.
    ///
    /// A spelling may be several words, separated by spaces, if they were run together.
    let words: [[String]]
    /// The spellings of the last word that a museum's word may continue.
    let unfinished: Set<String>
    /// The text before folding, which a change of the keyboard needs.
    let typed: String
    /// The folded names that the query may be as a whole.
    let names: [String]
    /// Words so rare that museums with one of them in a name come first, as those with the whole name do.
    let rare: [String]

    /// Parses the typed text; returns `nil` if it has neither a letter nor a digit.
    init?(_ typed: String) {
        let words = Folding.words(of: typed).prefix(Self.maximumWords)
        guard !words.isEmpty else { return nil }
        self.words = words.map { [$0] }
        unfinished = Set(words.suffix(1))
        self.typed = typed
        names = [words.joined(separator: " ")]
        rare = []
    }

    /// Creates a query of corrected words.
    ///
    /// - Parameters:
    ///   - unfinished: the spellings of the last word that may be continued.
    ///   - names: the names that the query may be as a whole; without them, the words in their first spellings.
    ///   - rare: see ``rare``.
    init(spellings: [[String]], unfinished: Set<String> = [], names: [String] = [], rare: [String] = []) {
        words = spellings
        self.unfinished = unfinished
        typed = spellings.compactMap(\.first).joined(separator: " ")
        self.names = names.isEmpty ? [typed] : names
        self.rare = rare
    }

    /// The cost of a search for the words beyond that of three words, in calls.
    ///
    /// Common words are each found in thousands of museums, so that twelve take the database ten times as long as one.
    var extraCost: Int { max(words.count - 3, 0) }

    /// The cost of looking for corrected words, in calls.
    ///
    /// A long word may be several that were run together, which takes hundreds of look-ups.
    var correctionCost: Int {
        let long = spelling.count { $0.unicodeScalars.count >= WordSplitting.expensiveLength }
        return 2 + 3 * min(long, WordSplitting.maximumWords)
    }

    /// The first spelling of each word.
    var spelling: [String] { words.compactMap(\.first) }

    /// The folded text, words separated by spaces.
    var text: String { spelling.joined(separator: " ") }

    /// Every word but the last, as text for the database function `museum_query`; empty for a single word.
    var head: String { words.dropLast().map { alternatives($0) }.joined(separator: " & ") }

    /// The last word; a colon follows spellings that a museum's word may continue, an equals sign complete ones.
    var last: String { words.last.map { alternatives($0, isLast: true) } ?? "" }

    /// The lexemes that match a museum's full name, or a rare word of it.
    var wholeName: String {
        (names.map(SearchFacet.name.lexeme) + rare.map { "'\($0)'" }).joined(separator: " | ")
    }

    /// The lexemes of ``wholeName``, and those of names that begin with the words, if there are several.
    ///
    /// Too many names begin with one word to put them before others.
    var exactName: String {
        guard words.count > 1, !unfinished.isEmpty, let name = names.first else { return wholeName }
        return wholeName + " | \(SearchFacet.name.lexeme(name)):*"
    }

    /// The words of three letters or more, which names may have anywhere, and patterns of all words for `LIKE`.
    ///
    /// A word of fewer than three letters counts only at the beginning of a word, since nearly every name contains it.
    /// The patterns are for names with a space before each word, and empty if one or two parts are all words. The value
    /// is `nil` if no word has three letters, since no index helps then.
    var parts: (parts: [String], patterns: [String])? {
        let words = Set(spelling).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
        let isLong = { (word: String) in word.unicodeScalars.count >= 3 }
        let parts = words.filter(isLong)
        guard !parts.isEmpty else { return nil }
        let patterns = words.map { (isLong($0) ? "%" : "% ") + $0 + "%" }
        return (parts, parts.count == words.count && parts.count <= 2 ? [] : patterns)
    }

    /// Returns spellings joined as alternatives; the database function replaces each mark with weights.
    private func alternatives(_ spellings: [String], isLast: Bool = false) -> String {
        let quoted = spellings.flatMap { spelling in
            let end = isLast && !unfinished.contains(spelling) ? "=" : ":"
            return [spelling, WordForms.further(of: spelling)].compactMap { $0 }.map { form in
                Self.conjunction(form, between: isLast ? "=" : ":", end: end)
            }
        }
        return quoted.count == 1 ? quoted[0] : "(\(quoted.joined(separator: " | ")))"
    }

    /// Returns a spelling that must be found with all its words.
    private static func conjunction(_ spelling: String, between mark: String, end: String) -> String {
        let words = spelling.split(separator: " ")
        let quoted = words.dropLast().map { "'\($0)'\(mark)" } + words.suffix(1).map { "'\($0)'\(end)" }
        return words.count == 1 ? quoted[0] : "(\(quoted.joined(separator: " & ")))"
    }
}

/// The text that a caller sent to search for.
enum TypedText: Equatable, Sendable {
    /// No text: every museum matches.
    case missing
    /// A text without letters and digits, which no museum matches.
    case unsearchable
    case words(SearchQuery)

    init(_ text: SearchText?) {
        guard let text, !text.text.isEmpty else {
            self = .missing
            return
        }
        self = SearchQuery(text.text).map(TypedText.words) ?? .unsearchable
    }

    /// The words, if there are any.
    var query: SearchQuery? {
        if case .words(let query) = self { query } else { nil }
    }
}

/// The properties that filters match, stored as lexemes beside the words and found through the same index.
///
/// Each begins with `=`, as no word does.
enum SearchFacet: String, CaseIterable, Sendable {
    case name, city, country, category

    /// Returns the lexeme without quotes, as it is stored.
    func stored(_ value: String) -> String { "=\(rawValue):\(value)" }

    /// Returns the lexeme for a query; `value` must be folded, or contain ASCII letters and hyphens only.
    func lexeme(_ value: String) -> String { "'\(stored(value))'" }
}
