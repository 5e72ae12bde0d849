import Contract
import Values

extension Catalogue {
    /// The list that a search of the catalogue makes; two spellings of the same words make the same list.
    static func list(_ name: String, text: String?) -> PagedList {
        let words = text.map(NameSkeleton.words(of:)) ?? []
        return PagedList(name, String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self))
    }
}

extension Catalogue.Place {
    /// The texts of a place in a ``PagedList``.
    var texts: [String] { ["\(rank)", sortKey] }

    init?(texts: [String]) {
        guard texts.count == 2, let rank = Int(texts[0]) else { return nil }
        self.init(rank: rank, sortKey: texts[1])
    }
}
