import ScheduleContract
import Values

/// A searchable list of groups, lecturers or rooms.
struct Catalogue<Item: Sendable>: Sendable {
    /// An item and its search keys.
    struct Listed: Sendable {
        var item: Item
        /// The item's id, unique in the list.
        var id: String
        /// The key that orders the list.
        var sortKey: String
        /// The item's words in all forms of ``NameSkeleton``, separated and surrounded by spaces.
        var text: [UInt8]
        /// The item as encoded JSON, from which pages are assembled.
        var encoded: [UInt8]

        init(item: Item, id: String, sortKey: String, words: [[UInt8]], encoded: [UInt8]) {
            self.item = item
            self.id = id
            self.sortKey = sortKey
            let space = UInt8(ascii: " ")
            text = words.flatMap { [space] + $0 } + [space]
            self.encoded = encoded
        }
    }

    /// The position after which a page begins: a rank, and a sort key within it.
    struct Place: Hashable, Sendable {
        var rank: Int
        var sortKey: String
    }

    /// A page of the items that match a text.
    struct Page: Sendable {
        var listed: [Listed]
        /// The start of the next page; `nil` on the last one.
        var next: Place?

        var items: [Item] { listed.map(\.item) }
    }

    /// The ranks of matches: a word equals the typed one, begins with it, or contains it.
    private static var ranks: (equals: Int, begins: Int, holds: Int) { (0, 1, 2) }

    private let listed: [Listed]
    private let positions: [String: Int]

    /// Creates a catalogue of the items, sorted; of several with the same id, keeps the first.
    init(_ items: [Listed]) {
        var seen: Set<String> = []
        listed = items.filter { seen.insert($0.id).inserted }.sorted { ($0.sortKey, $0.id) < ($1.sortKey, $1.id) }
        positions = Dictionary(listed.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    var count: Int { listed.count }

    /// All items, in order.
    var items: [Item] { listed.map(\.item) }

    subscript(id: String) -> Item? { positions[id].map { listed[$0].item } }

    /// Finds the items that match a text: equal words come first, then those that begin with it.
    ///
    /// A text without letters and digits matches all.
    func page(of text: String?, after place: Place?, limit: Int) -> Page {
        let space = UInt8(ascii: " ")
        let wanted = (text.map(NameSkeleton.forms(of:)) ?? []).map { $0.map { [space] + $0 + [space] } }
        var found: [(rank: Int, position: Int)] = []
        for position in listed.indices {
            if let rank = Self.rank(of: listed[position].text, for: wanted) { found.append((rank, position)) }
        }
        found.sort { $0 < $1 }
        if let place {
            found.removeFirst(
                found.firstIndex { ($0.rank, listed[$0.position].sortKey) > (place.rank, place.sortKey) }
                    ?? found.count)
        }
        let page = found.prefix(limit)
        let isMore = found.count > limit
        return Page(
            listed: page.map { listed[$0.position] },
            next: isMore ? page.last.map { Place(rank: $0.rank, sortKey: listed[$0.position].sortKey) } : nil)
    }

    /// Returns the worst rank among the words, or `nil` if a word matches nowhere.
    ///
    /// - Parameter wanted: the forms of each word, each between spaces.
    private static func rank(of text: [UInt8], for wanted: [[[UInt8]]]) -> Int? {
        var worst = ranks.equals
        for forms in wanted {
            guard let best = forms.lazy.compactMap({ rank(of: text, for: $0) }).min() else { return nil }
            worst = max(worst, best)
        }
        return worst
    }

    /// Returns the rank of one form of a word, or `nil` if it matches nowhere.
    ///
    /// - Parameter word: the form between spaces.
    private static func rank(of text: [UInt8], for word: [UInt8]) -> Int? {
        guard text.holds(word.dropFirst().dropLast()) else { return nil }
        if text.holds(word[...]) { return ranks.equals }
        return text.holds(word.dropLast()) ? ranks.begins : ranks.holds
    }
}

extension [UInt8] {
    /// Returns true if the bytes contain a given sequence.
    fileprivate func holds(_ part: ArraySlice<UInt8>) -> Bool {
        withUnsafeBufferPointer { bytes in
            part.withUnsafeBufferPointer { part in
                var start = 0
                while start + part.count <= bytes.count {
                    var length = 0
                    while length < part.count, bytes[start + length] == part[length] { length += 1 }
                    if length == part.count { return true }
                    start += 1
                }
                return false
            }
        }
    }
}

extension Catalogue.Listed where Item == Schedule.Group {
    init(_ group: Schedule.Group, encoded: [UInt8] = []) {
        let names = [group.facultyAbbreviation, group.specialityAbbreviation, group.speciality].compactMap(\.self)
        self.init(
            item: group, id: group.number.text, sortKey: group.number.text,
            words: ([group.number.text] + names).flatMap { NameSkeleton.forms(of: $0).joined() }, encoded: encoded)
    }
}

extension Catalogue.Listed where Item == Schedule.Lecturer {
    init(_ lecturer: Schedule.Lecturer, encoded: [UInt8] = []) {
        let names = [lecturer.lastName, lecturer.firstName, lecturer.middleName].compactMap(\.self)
        let order = names.joined(separator: " ").lowercased().map { $0 == "ё" ? "е" : $0 }
        self.init(
            item: lecturer, id: lecturer.slug.text, sortKey: "\(String(order)) \(lecturer.slug)",
            words: (names + [lecturer.slug.text] + lecturer.departments).flatMap {
                NameSkeleton.forms(of: $0).joined()
            }, encoded: encoded)
    }
}

extension Catalogue.Listed where Item == Schedule.Room {
    init(_ room: Schedule.Room, encoded: [UInt8] = []) {
        let number = room.number.lowercased()
        let digits = number.prefix { $0.isNumber }.count
        let padded = String(repeating: "0", count: max(0, 6 - digits)) + number
        self.init(
            item: room, id: room.name, sortKey: "\(room.building ?? "") \(padded)",
            words: [room.name, room.type ?? ""].flatMap { NameSkeleton.forms(of: $0).joined() }, encoded: encoded)
    }
}
