import Contract
import Postgres
import RPC
import Values

/// The position of a list entry: a page begins after it.
struct PageKey: Sendable, Equatable {
    var time: Int64
    var id: Identifier

    /// The position before every entry of a descending list.
    static let last = PageKey(time: .max, id: Identifier(unchecked: "ffffffff-ffff-ffff-ffff-ffffffffffff"))
    /// The position before every entry of an ascending list.
    static let first = PageKey(time: .min, id: Identifier(unchecked: "00000000-0000-0000-0000-000000000000"))

    /// The place in a ``PagedList``.
    var place: [String] { ["\(time)", id.text] }

    init(time: Int64, id: Identifier) {
        self.time = time
        self.id = id
    }

    init?(_ place: [String]) {
        guard place.count == 2, let time = Int64(place[0]), let id = Identifier(place[1]) else { return nil }
        self.init(time: time, id: id)
    }

    var values: NamedParameters { ["after_time": time, "after_id": id] }
}

/// A page to read: its position and the number of rows.
struct PageRequest: Sendable {
    var after: PageKey?
    var limit: Int

    /// Creates a request for the rows of a page and one more, which tells whether another page follows.
    ///
    /// - Throws: `invalid-params` for a cursor of another list.
    init(_ list: PagedList, after cursor: Cursor?, limit: Int) throws(RPCError) {
        after = try list.start(cursor, read: PageKey.init)
        self.limit = limit + 1
    }

    /// The values of a page of an ascending list.
    var ascending: NamedParameters { (after ?? .first).values + ["limit": limit] }
    /// The values of a page of a descending list.
    var descending: NamedParameters { (after ?? .last).values + ["limit": limit] }
}
