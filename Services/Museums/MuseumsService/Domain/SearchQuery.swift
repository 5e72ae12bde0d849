import Values

/// What somebody looks for, as words that may be put into a text search query without changing what it means.
///
/// Words hold letters and digits only, so no operator, quote or weight of PostgreSQL's query language can get in.
struct SearchQuery: Equatable, Sendable {
    /// The most words that are looked for; further ones are passed over.
    static let maximumWords = 12

    /// For each word the spellings that will do: one, or several where it was corrected.
    let words: [[String]]

    /// Reads what was typed; `nil` if it holds neither a letter nor a digit.
    init?(_ typed: String) {
        let words = Folding.words(of: typed).prefix(Self.maximumWords)
        guard !words.isEmpty else { return nil }
        self.words = words.map { [$0] }
    }

    /// The same query with other spellings of its words.
    init(spellings: [[String]]) {
        words = spellings
    }

    /// The first spelling of each word.
    var spelling: [String] { words.compactMap(\.first) }

    /// The folded text, words separated by spaces.
    var text: String { spelling.joined(separator: " ") }

    /// Every word but the last, as text for the database's function `museum_words`; empty if there is one word only.
    var head: String { words.dropLast().map(Self.alternatives).joined(separator: " & ") }

    /// The last word, of which the beginning is enough.
    var last: String { words.last.map(Self.alternatives) ?? "" }

    /// The lexeme of museums whose whole name this is.
    var exactName: String { SearchFacet.name.lexeme(text) }

    /// For `LIKE`: names that hold the two longest words somewhere, and the other words too; of those, one of fewer
    /// than three letters at the beginning of a word only, since nearly every name has it somewhere.
    ///
    /// Both are the same where one word only has three letters or more; the others are for names with a space before
    /// each word. `nil` if no word has three letters, without which no index helps to find it.
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

    /// Each colon is where the database's function puts weights.
    private static func alternatives(_ spellings: [String]) -> String {
        let quoted = (spellings + spellings.compactMap(WordForms.further(of:))).map { "'\($0)':" }
        return quoted.count == 1 ? quoted[0] : "(\(quoted.joined(separator: " | ")))"
    }
}

/// What a museum is, as lexemes beside its words: filters are looked up in the same index as the words.
///
/// They begin with `=`, which no word does.
enum SearchFacet: String, CaseIterable, Sendable {
    case name, city, country, category

    /// The lexeme without quotes, as it is stored.
    func stored(_ value: String) -> String { "=\(rawValue):\(value)" }

    /// The lexeme as it stands in a query; `value` must be folded, or hold ASCII letters and hyphens only.
    func lexeme(_ value: String) -> String { "'\(stored(value))'" }
}
