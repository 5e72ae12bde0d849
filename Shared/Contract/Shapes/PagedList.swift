import Values

/// A paged list: seals the place after which the next page begins into a cursor, and reads it back.
///
/// A place is the sort key of an item, such as its time and id (keyset paging). A cursor holds a version, a check over
/// list and place, and the place. The check rejects altered cursors and those of other lists. It is not a secret: a
/// client can make a cursor with any place.
public struct PagedList: Sendable {
    private static let version: UInt8 = 3
    private static let checkLength = 8
    private static let separator: UInt8 = 0
    private let list: StableHash

    /// Makes a list.
    /// - Parameter parts: its name and all that selects or orders its items; neither the page size nor the language.
    public init(_ parts: String...) {
        list = parts.reduce(into: StableHash()) { $0.addPart($1.utf8) }
    }

    /// The cursor of the page after `place`; `nil` for a place too long for a cursor.
    public func cursor(after place: [String]) -> Cursor? {
        let bytes = Array(place.map { Array($0.utf8) }.joined(separator: [Self.separator]))
        let text = Base64URL.encode([Self.version] + check(bytes) + bytes)
        return text.utf8.count <= Cursor.maximumLength ? Cursor(unchecked: text) : nil
    }

    /// The place in a cursor; `nil` for a cursor of another list.
    public func place(of cursor: Cursor) -> [String]? {
        guard let bytes = Base64URL.decode(cursor.text), bytes.first == Self.version else { return nil }
        let place = Array(bytes.dropFirst(1 + Self.checkLength))
        guard bytes.dropFirst().prefix(Self.checkLength).elementsEqual(check(place)) else { return nil }
        return place.split(separator: Self.separator, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func check(_ place: [UInt8]) -> [UInt8] {
        var hash = list
        hash.addPart(place)
        return (0..<Self.checkLength).map { UInt8(truncatingIfNeeded: hash.value >> UInt64($0 * 8)) }
    }
}
