import MuseumsContract
import Values

/// A museum found by a search.
struct FoundMuseum: Equatable, Sendable {
    /// The museum's position in the order of the search; contains its id.
    var key: SearchKey
    var country: CountryCode
    var category: MuseumCategory
    var location: Location
    var name: LocalizedText
    var city: LocalizedText
    var picture: CreditedPicture?

    var id: MuseumID { MuseumID(unchecked: key.id) }
}

/// The museums found by one pass of a search, in order.
struct FoundMuseums: Equatable, Sendable {
    var museums: [FoundMuseum] = []
    /// The number of matches on all pages, as far as the pass counted; 0 if it found nothing.
    var matches = 0
}

/// The museums of a page, and the total.
struct MuseumPage: Equatable, Sendable {
    var museums: [FoundMuseum] = []
    /// `nil` unless the request asked for it.
    var total: MatchTotal?
    /// All museums of the list, for a search by words whose matches were counted.
    var selection: MuseumSelection?
    /// The corrected query, if it was searched for.
    var corrected: SearchQuery?
}

/// The number of museums in a list, counted up to a limit.
struct MatchTotal: Equatable, Sendable {
    let count: Int
    /// False if the count reached the limit, so that there may be more.
    let isExact: Bool

    /// Creates the total of a list whose matches were counted up to `limit`.
    init(_ matches: Int, limit: Int) {
        count = min(matches, limit)
        isExact = matches < limit
    }

    /// Creates the total of a list that was read to its end.
    init(exactly count: Int) {
        self.count = count
        isExact = true
    }
}
