import MuseumsContract

/// A selection of museums: those of a map or of a list on all its pages.
enum MuseumSelection: Equatable, Sendable {
    case filtered(SearchFilter)
    case words(Words)

    /// The museums that a search finds, by one pass or several.
    struct Words: Equatable, Sendable {
        let query: SearchQuery
        var filter: SearchFilter
        /// True to search within words, too.
        var isWithinWords = false
        /// Corrected words to search for, too.
        var corrected: SearchQuery?

        init(_ query: SearchQuery, _ filter: SearchFilter) {
            self.query = query
            self.filter = filter
        }
    }

    var filter: SearchFilter {
        switch self {
        case .filtered(let filter): filter
        case .words(let words): words.filter
        }
    }

    /// Returns the selection with another filter.
    func filtered(by filter: SearchFilter) -> MuseumSelection {
        switch self {
        case .filtered: return .filtered(filter)
        case .words(var words):
            words.filter = filter
            return .words(words)
        }
    }
}
