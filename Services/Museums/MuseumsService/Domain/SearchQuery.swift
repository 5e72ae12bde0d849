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
    /// The text before folding, which a change of the keyboard needs.
    let typed: String
    /// The folded names that the query may be as a whole.
    let names: [String]

    /// Parses the typed text; returns `nil` if it has neither a letter nor a digit.
    init?(_ typed: String) {
        let words = Folding.words(of: typed).prefix(Self.maximumWords)
        guard !words.isEmpty else { return nil }
        self.words = words.map { [$0] }
        self.typed = typed
        names = [words.joined(separator: " ")]
    }

    /// Creates a query of corrected words.
    ///
    /// - Parameter names: the names that the query may be as a whole; without them, the words in their first spellings.
    init(spellings: [[String]], names: [String] = []) {
        words = spellings
        typed = spellings.compactMap(\.first).joined(separator: " ")
        self.names = names.isEmpty ? [typed] : names
    }

    /// The cost of a search for the words beyond that of three words, in calls.
    ///
    /// Common words are each found in thousands of museums, so that twelve take the database ten times as long as one.
    var extraCost: Int { max(words.count - 3, 0) }

    /// The first spelling of each word.
    var spelling: [String] { words.compactMap(\.first) }

    /// The folded text, words separated by spaces.
    var text: String { spelling.joined(separator: " ") }

    /// Every word but the last, as text for the database function `museum_query`; empty for a single word.
    var head: String { words.dropLast().map(Self.alternatives).joined(separator: " & ") }

    /// The last word, which a museum's word may continue.
    var last: String { words.last.map(Self.alternatives) ?? "" }

    /// The lexemes that match a museum's full name.
    var exactName: String { names.map(SearchFacet.name.lexeme).joined(separator: " | ") }

    /// Patterns for `LIKE` that match names with the two longest words anywhere in them, and with the other words, too.
    ///
    /// A word of fewer than three letters counts only at the beginning of a word, since nearly every name contains it.
    /// `longest` and `second` are the same if only one word has three letters or more; `others` apply to names with a
    /// space before each word. The patterns are `nil` if no word has three letters, since no index helps then.
    var patterns: (longest: String, second: String, others: [String])? {
        var words = Array(Set(spelling)).map { (text: $0, length: $0.unicodeScalars.count) }
        words.sort { ($0.length, $0.text) > ($1.length, $1.text) }
        guard let longest = words.first, longest.length >= 3 else { return nil }
        let second = words.dropFirst().first { $0.length >= 3 } ?? longest
        let others = words.filter { $0 != longest && $0 != second }
        return (
            "%\(longest.text)%", "%\(second.text)%", others.map { ($0.length >= 3 ? "%" : "% ") + $0.text + "%" }
        )
    }

    /// Returns spellings joined as alternatives; the database function replaces each colon with weights.
    private static func alternatives(_ spellings: [String]) -> String {
        let quoted = (spellings + spellings.compactMap(WordForms.further(of:))).map(Self.conjunction)
        return quoted.count == 1 ? quoted[0] : "(\(quoted.joined(separator: " | ")))"
    }

    /// Returns a spelling that must be found with all its words.
    private static func conjunction(_ spelling: String) -> String {
        let words = spelling.split(separator: " ").map { "'\($0)':" }
        return words.count == 1 ? words[0] : "(\(words.joined(separator: " & ")))"
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
