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
        /// The number of bytes of ``text`` up to the end of the main name, such as the surname.
        var mainCount: Int
        /// The item as encoded JSON, from which pages are assembled.
        var encoded: [UInt8]

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - name: the main name, whose matches come first.
        ///   - others: further names.
        init(item: Item, id: String, sortKey: String, name: String, others: [String], encoded: [UInt8]) {
            // The members of an entry, all of which are needed.
            self.item = item
            self.id = id
            self.sortKey = sortKey
            let main = Self.text(of: [name])
            mainCount = main.count + 1
            text = main + Self.text(of: others) + [UInt8(ascii: " ")]
            self.encoded = encoded
        }

        private static func text(of names: [String]) -> [UInt8] {
            names.flatMap { NameSkeleton.forms(of: $0).joined() }.flatMap { [UInt8(ascii: " ")] + $0 }
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

    /// The ranks of matches: a word of the main name, then of another one, equals the typed one or begins with it; then
    /// a word contains it; then one is misspelt, more with each error.
    private static var ranks: (equals: Int, begins: Int, other: Int, holds: Int, misspelt: Int) { (0, 1, 2, 4, 5) }

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

    /// Finds the items that match a text, as ``ranks`` orders them; misspelt ones only if there are no others.
    ///
    /// A text without letters and digits matches all.
    func page(of text: String?, after place: Place?, limit: Int) -> Page {
        let wanted = text.map(NameSkeleton.forms(of:)) ?? []
        var found =
            place.map { $0.rank >= Self.ranks.misspelt } ?? false ? [] : matches { Self.rank(of: $0, for: wanted) }
        if found.isEmpty {
            let typed = wanted.map { $0.map(Self.scalars) }
            found = matches { Self.misspeltRank(of: $0, for: typed) }
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

    private func matches(_ rank: (Listed) -> Int?) -> [(rank: Int, position: Int)] {
        listed.indices.compactMap { position in rank(listed[position]).map { ($0, position) } }
    }

    /// Returns the worst rank among the words, or `nil` if a word matches nowhere.
    ///
    /// - Parameter wanted: the forms of each word.
    private static func rank(of item: Listed, for wanted: [[[UInt8]]]) -> Int? {
        var worst = ranks.equals
        for forms in wanted {
            guard let best = forms.lazy.compactMap({ rank(of: item, for: $0) }).min() else { return nil }
            worst = max(worst, best)
        }
        return worst
    }

    /// Returns the rank of one form of a word, or `nil` if it matches nowhere.
    private static func rank(of item: Listed, for form: [UInt8]) -> Int? {
        guard item.text[...].holds(form[...]) else { return nil }
        let space = UInt8(ascii: " ")
        let word = [space] + form + [space]
        let main = item.text.prefix(item.mainCount)
        if main.holds(word[...]) { return ranks.equals }
        if main.holds(word.dropLast()) { return ranks.begins }
        if item.text[...].holds(word[...]) { return ranks.other + ranks.equals }
        return item.text[...].holds(word.dropLast()) ? ranks.other + ranks.begins : ranks.holds
    }

    /// Returns the rank of an item with words that begin like the typed ones but for some errors.
    private static func misspeltRank(of item: Listed, for typed: [[[Unicode.Scalar]]]) -> Int? {
        let words = item.text.split(separator: UInt8(ascii: " ")).map(scalars)
        var most = 0
        for forms in typed {
            let errors = forms.flatMap { form in
                words.lazy.map { EditDistance.distance(from: form, to: $0, isUnfinished: true) }
                    .filter { $0 <= EditDistance.allowedErrors(length: form.count) }
            }
            guard let fewest = errors.min() else { return nil }
            most = max(most, fewest)
        }
        return ranks.misspelt + most
    }

    private static func scalars(_ word: some Sequence<UInt8>) -> [Unicode.Scalar] { word.map { Unicode.Scalar($0) } }
}

extension ArraySlice<UInt8> {
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
        self.init(
            item: group, id: group.number.text, sortKey: group.number.text, name: group.number.text,
            others: [group.facultyAbbreviation, group.specialityAbbreviation, group.speciality].compactMap(\.self),
            encoded: encoded)
    }
}

extension Catalogue.Listed where Item == Schedule.Lecturer {
    init(_ lecturer: Schedule.Lecturer, encoded: [UInt8] = []) {
        let names = [lecturer.lastName, lecturer.firstName, lecturer.middleName].compactMap(\.self)
        let order = names.joined(separator: " ").lowercased().map { $0 == "ё" ? "е" : $0 }
        self.init(
            item: lecturer, id: lecturer.slug.text, sortKey: "\(String(order)) \(lecturer.slug)",
            name: lecturer.lastName, others: names.dropFirst() + [lecturer.slug.text] + lecturer.departments,
            encoded: encoded)
    }
}

extension Catalogue.Listed where Item == Schedule.Room {
    init(_ room: Schedule.Room, encoded: [UInt8] = []) {
        let number = room.number.lowercased()
        let digits = number.prefix { $0.isNumber }.count
        let padded = String(repeating: "0", count: max(0, 6 - digits)) + number
        self.init(
            item: room, id: room.name, sortKey: "\(room.building ?? "") \(padded)", name: room.name,
            others: [room.type].compactMap(\.self), encoded: encoded)
    }
}
