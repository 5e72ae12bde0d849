import MuseumsContract

/// The selection of museums within a map's rectangle.
enum MapSelection: Equatable, Sendable {
    case category(MuseumCategory)
    case words(Words)

    /// The museums that a search finds, by one pass or several.
    struct Words: Equatable, Sendable {
        let query: SearchQuery
        let filter: SearchFilter
        /// True to search within words, too.
        var isWithinWords = false
        /// Corrected words to search for, too.
        var corrected: SearchQuery?

        init(_ query: SearchQuery, _ filter: SearchFilter) {
            self.query = query
            self.filter = filter
        }
    }
}
