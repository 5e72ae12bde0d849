public import Contract
import Values

extension PagedList {
    /// Reads the position after which a page begins; returns `nil` for the first page.
    ///
    /// - Parameter read: converts the texts in a cursor to a position; `nil` if they are no position in this list.
    /// - Throws: `invalid-params` for a cursor of another list.
    public func start<Place>(_ cursor: Cursor?, read: ([String]) -> Place?) throws(RPCError) -> Place? {
        guard let cursor else { return nil }
        guard let place = place(of: cursor).flatMap(read) else {
            throw RPCError(.cursor, at: "/cursor", field: Cursor.fieldName)
        }
        return place
    }

    /// Builds a page.
    ///
    /// - Parameters:
    ///   - rows: the rows of the page and one more if another page follows.
    ///   - place: the place of a row in the list.
    ///   - item: the item made from a row.
    public func page<Row, Item>(
        _ rows: [Row], limit: Int, place: (Row) -> [String], item: (Row) throws -> Item
    ) rethrows -> Page<Item> {
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last.flatMap { cursor(after: place($0)) } : nil
        return Page(items: try shown.map(item), nextCursor: next)
    }
}
