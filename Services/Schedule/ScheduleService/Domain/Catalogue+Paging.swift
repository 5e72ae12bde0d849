import Contract
import Values

extension Catalogue {
    /// Returns the paged list of a search in the catalogue, which is the same for two spellings of the same words.
    static func list(_ name: String, text: String?) -> PagedList {
        let words = text.map(NameSkeleton.words(of:)) ?? []
        return PagedList(name, String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self))
    }
}

extension Catalogue.Place {
    /// The texts that represent the place in a ``PagedList``.
    var texts: [String] { ["\(rank)", sortKey] }

    init?(texts: [String]) {
        guard texts.count == 2, let rank = Int(texts[0]) else { return nil }
        self.init(rank: rank, sortKey: texts[1])
    }
}
