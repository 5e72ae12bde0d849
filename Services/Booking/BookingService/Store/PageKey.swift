import Postgres
import Values

/// The position of a list entry: a page begins after it.
struct PageKey: Sendable, Equatable {
    var time: Int64
    var id: Identifier

    /// The position before every entry of a descending list.
    static let last = PageKey(time: .max, id: Identifier(unchecked: "ffffffff-ffff-ffff-ffff-ffffffffffff"))
    /// The position before every entry of an ascending list.
    static let first = PageKey(time: .min, id: Identifier(unchecked: "00000000-0000-0000-0000-000000000000"))

    var values: NamedParameters { ["after_time": time, "after_id": id] }
}

/// A page to read: its position and the number of rows.
struct PageRequest: Sendable {
    var after: PageKey?
    var limit: Int

    /// The values of a page of an ascending list.
    var ascending: NamedParameters { (after ?? .first).values + ["limit": limit] }
    /// The values of a page of a descending list.
    var descending: NamedParameters { (after ?? .last).values + ["limit": limit] }
}
