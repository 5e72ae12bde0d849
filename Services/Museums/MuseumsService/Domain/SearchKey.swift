import Contract
import MuseumsContract
import Values

/// The place of a museum in the order of a search: by band, then by ``SearchOrder``, then by id.
struct SearchKey: Hashable, Comparable, Sendable {
    /// The way a museum was found; lower bands come first.
    enum Band: Int, Sendable {
        /// By its full name, or by a name that begins with the words.
        case exact = 0
        /// By words of its names.
        case named = 1
        /// By words of its names, its city and its category.
        case placed = 2
        /// By words of its description as well.
        case described = 3
        /// By words anywhere, in a search with so many matches that only names are ranked.
        case anywhere = 4
        /// By letters inside a word of its names.
        case containing = 5
        /// By corrected words: an offset, added to the bands from `exact` to `anywhere`.
        case corrected = 8
    }

    var band: Int
    /// The museum's place within its band.
    ///
    /// By importance: 0 for the most important museums to 98, from 99 on in mixed order if nothing is known of their
    /// popularity, less ``wholeNameAdvance`` for one found by its full name.
    ///
    /// By distance: the straight-line distance on the unit sphere as the database computes it (0 to 2).
    var place: Double
    var id: String

    /// The places by which museums found by their full names precede others of their band.
    static let wholeNameAdvance = 2_000_000

    /// The position before the first row.
    static let start = SearchKey(band: -1, place: -1, id: "")

    static func < (left: SearchKey, right: SearchKey) -> Bool {
        (left.band, left.place) == (right.band, right.place)
            ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
            : (left.band, left.place) < (right.band, right.place)
    }
}

extension SearchKey {
    /// Returns the list of a search, which its cursors belong to.
    static func list(_ query: SearchQuery?, _ filter: SearchFilter, _ order: SearchOrder) -> PagedList {
        let origin = order.origin.map { "\($0.latitude.value),\($0.longitude.value)" }
        let box = filter.box.map { "[\($0.west.value),\($0.south.value),\($0.east.value),\($0.north.value)]" }
        let circle = filter.circle.map { "(\($0.radius))" }
        let open = filter.openMuseums == nil ? "" : "open"
        let conditions = filter.lexemes + (box ?? "") + (circle ?? "") + open
        return PagedList("museums", query?.text ?? "", conditions, origin ?? "")
    }

    /// The texts of a place in a ``PagedList``.
    var texts: [String] { ["\(band)", "\(place)", id] }

    init?(texts: [String]) {
        guard texts.count == 3, let band = Int(texts[0]), (0...Self.maximumBand).contains(band),
            let place = Double(texts[1]), place.isFinite, MuseumID(texts[2]) != nil
        else { return nil }
        self.init(band: band, place: place, id: texts[2])
    }

    private static let maximumBand = Band.corrected.rawValue + Band.anywhere.rawValue
}
