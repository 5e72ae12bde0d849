import Contracts

/// Where a row stands in the order of a search: by how it was found, then by importance, then by id.
struct SearchKey: Hashable, Comparable, Sendable {
    /// How a museum was found; lower comes first.
    enum Band: Int, Sendable {
        /// By its whole name.
        case exact = 0
        /// By words of its names.
        case named = 1
        /// By words of its names, its city and its category.
        case placed = 2
        /// By words of its description too.
        case described = 3
        /// By words anywhere, where so many museums have them that only their names were told apart.
        case anywhere = 4
        /// By letters in the middle of a word of its names.
        case containing = 5
        /// By words as they may have been meant: this and the bands from `exact` on, so many further.
        case corrected = 8
    }

    var band: Int
    /// 0 for the most important museums to 99.
    var precedence: Int
    var id: String

    /// Before the first row.
    static let start = SearchKey(band: -1, precedence: -1, id: "")

    static func < (left: SearchKey, right: SearchKey) -> Bool {
        (left.band, left.precedence) == (right.band, right.precedence)
            ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
            : (left.band, left.precedence) < (right.band, right.precedence)
    }
}

/// The place in a search's results after which the next page begins, as a client carries it about.
///
/// Bytes: version, a check over the search and the place (8), band, precedence, id. The check binds a cursor to its
/// search, whatever the page size and the language.
struct SearchCursor: Equatable, Sendable {
    private static let version: UInt8 = 1
    private static let headLength = 11
    private static let maximumBand = SearchKey.Band.corrected.rawValue + SearchKey.Band.anywhere.rawValue

    var key: SearchKey

    init(after key: SearchKey) { self.key = key }

    /// Reads a cursor; `nil` if it was not made by ``encoded(for:_:)`` for the same search.
    init?(_ cursor: Cursor, for query: SearchQuery?, _ filter: SearchFilter) {
        guard let bytes = Base64URL.decode(cursor.text), bytes.count > Self.headLength, bytes[0] == Self.version,
            bytes.count <= Self.headLength + MuseumID.maximumLength
        else { return nil }
        let place = bytes[9...]
        guard bytes[1..<9].elementsEqual(Self.check(place, query, filter)) else { return nil }
        let id = String(decoding: place.dropFirst(2), as: UTF8.self)
        guard Int(bytes[9]) <= Self.maximumBand, MuseumID.firstFault(in: id) == nil else { return nil }
        key = SearchKey(band: Int(bytes[9]), precedence: Int(bytes[10]), id: id)
    }

    /// The cursor as text.
    func encoded(for query: SearchQuery?, _ filter: SearchFilter) -> Cursor {
        let place = [UInt8(clamping: key.band), UInt8(clamping: key.precedence)] + Array(key.id.utf8)
        let bytes = [Self.version] + Self.check(place[...], query, filter) + place
        return Cursor(unchecked: Base64URL.encode(bytes))
    }

    private static func check(_ place: ArraySlice<UInt8>, _ query: SearchQuery?, _ filter: SearchFilter) -> [UInt8] {
        var hash = StableHash()
        hash.combine((query?.text ?? "").utf8)
        hash.combine(filter.lexemes.utf8)
        hash.combine(place)
        return (0..<8).map { UInt8(truncatingIfNeeded: hash.value >> UInt64($0 * 8)) }
    }
}

/// FNV-1a of 64 bits: the same in every process, unlike `Hasher`.
///
/// Tells changes; keeps no secrets.
struct StableHash: Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes and an end mark, so that no two sequences of parts run together.
    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
