import Contract
import MuseumsContract
import Values

/// The position of a museum in the results: by kind of match, then by ``SearchOrder``, then by id.
struct SearchKey: Hashable, Comparable, Sendable {
    /// The kind of a match; lower bands come first.
    enum Band: Int, Sendable {
        /// By its full name.
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
        /// By corrected words: this band and those of `exact` and on, shifted by it.
        case corrected = 8
    }

    var band: Int
    /// By importance: 0 for the most important museums to 99.
    ///
    /// By distance: the straight-line distance on the unit sphere as the database computes it (0 to 2).
    var place: Double
    var id: String

    /// Before the first row.
    static let start = SearchKey(band: -1, place: -1, id: "")

    static func < (left: SearchKey, right: SearchKey) -> Bool {
        (left.band, left.place) == (right.band, right.place)
            ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
            : (left.band, left.place) < (right.band, right.place)
    }
}

/// The page cursor of a search: the position after which the next page begins.
///
/// Bytes: version, a check over the search and the position (8), band, precedence (version 1: 1 byte) or the bits of
/// the distance (version 2: 8), id. The check binds a cursor to its search, whatever the page size and the language.
struct SearchCursor: Equatable, Sendable {
    private static let checkLength = 8
    private static let maximumBand = SearchKey.Band.corrected.rawValue + SearchKey.Band.anywhere.rawValue

    var key: SearchKey

    init(after key: SearchKey) { self.key = key }

    /// Decodes a cursor; `nil` unless ``encoded(for:_:_:)`` made it for the same search.
    init?(_ cursor: Cursor, for query: SearchQuery?, _ filter: SearchFilter, _ order: SearchOrder) {
        guard let bytes = Base64URL.decode(cursor.text), bytes.first == Self.version(order) else { return nil }
        let place = bytes.dropFirst(1 + Self.checkLength)
        guard let band = place.first, Int(band) <= Self.maximumBand,
            bytes.dropFirst().prefix(Self.checkLength).elementsEqual(Self.check(place, query, filter, order))
        else { return nil }
        let width = Self.width(order)
        let number = place.dropFirst().prefix(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let value = order == .importance ? Double(number) : Double(bitPattern: number)
        let id = String(decoding: place.dropFirst(1 + width), as: UTF8.self)
        guard value.isFinite, id.utf8.count <= MuseumID.maximumLength, MuseumID.firstFault(in: id) == nil else {
            return nil
        }
        key = SearchKey(band: Int(band), place: value, id: id)
    }

    /// Encodes the cursor.
    func encoded(for query: SearchQuery?, _ filter: SearchFilter, _ order: SearchOrder) -> Cursor {
        let number = order == .importance ? UInt64(key.place) : key.place.bitPattern
        let width = Self.width(order)
        let digits = (0..<width).map { UInt8(truncatingIfNeeded: number >> UInt64((width - 1 - $0) * 8)) }
        let place = [UInt8(clamping: key.band)] + digits + Array(key.id.utf8)
        let bytes = [Self.version(order)] + Self.check(place[...], query, filter, order) + place
        return Cursor(unchecked: Base64URL.encode(bytes))
    }

    private static func version(_ order: SearchOrder) -> UInt8 { order == .importance ? 1 : 2 }

    /// The number of bytes of ``SearchKey/place``.
    private static func width(_ order: SearchOrder) -> Int { order == .importance ? 1 : 8 }

    private static func check(
        _ place: ArraySlice<UInt8>, _ query: SearchQuery?, _ filter: SearchFilter, _ order: SearchOrder
    ) -> [UInt8] {
        var hash = StableHash()
        hash.combine((query?.text ?? "").utf8)
        hash.combine(filter.lexemes.utf8)
        if let origin = order.origin {
            hash.combine("\(origin.latitude.value),\(origin.longitude.value)".utf8)
        }
        hash.combine(place)
        return (0..<checkLength).map { UInt8(truncatingIfNeeded: hash.value >> UInt64($0 * 8)) }
    }
}

/// FNV-1a in 64 bits: the same in every process, unlike `Hasher`.
///
/// It detects changes and is not cryptographic.
struct StableHash: Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes and an end mark, so that different sequences of parts never hash alike by concatenation.
    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
