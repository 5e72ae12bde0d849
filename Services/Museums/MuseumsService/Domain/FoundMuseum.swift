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
