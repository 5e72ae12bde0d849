import Contract
import Values

/// The page cursor of a catalogue: a version, a hash of the search, and the position.
struct CatalogueCursor {
    private static let version: UInt8 = 1
    /// The longest sort key of a cursor, so that it stays within the contract's length.
    private static let longestKey = 300

    /// Creates the cursor after `place` in a search of a list; `nil` if the sort key is too long.
    static func make(_ place: (rank: Int, sortKey: String), list: String, text: String?) -> Cursor? {
        let key = Array(place.sortKey.utf8)
        guard key.count <= longestKey, let rank = UInt8(exactly: place.rank) else { return nil }
        return Cursor(unchecked: Base64URL.encode([version, rank] + seal(list, text) + key))
    }

    /// Reads the position; `nil` for a cursor of another list or search.
    static func place(_ cursor: Cursor, list: String, text: String?) -> (rank: Int, sortKey: String)? {
        guard let bytes = Base64URL.decode(cursor.text), bytes.count >= 10, bytes[0] == version,
            Array(bytes[2..<10]) == seal(list, text)
        else { return nil }
        return (Int(bytes[1]), String(decoding: bytes[10...], as: UTF8.self))
    }

    private static func seal(_ list: String, _ text: String?) -> [UInt8] {
        let words = [Array(list.utf8)] + (text.map(NameSkeleton.words(of:)) ?? [])
        return Array(Fingerprint(words.joined(separator: [UInt8(ascii: " ")])).text.utf8.prefix(8))
    }
}
