import Contract
import RPC
import Values

/// A list that is shown in pages: makes and reads its cursors.
struct PageList: Sendable {
    /// Names the list; a cursor of another one is refused.
    let name: String
    /// What the list is narrowed down by.
    var filter = ""

    /// Grows when what a cursor holds changes.
    private static let version: UInt8 = 1

    /// - Throws: `invalid-params` for a cursor of another list, or none at all.
    func key(of cursor: Cursor) throws -> PageKey {
        let fault = RPCError(
            .invalidParams, faults: [.init(pointer: "/cursor", detail: "is not a cursor of this list")])
        guard let bytes = Base64URL.decode(cursor.text), bytes.first == Self.version else { throw fault }
        let parts = String(decoding: bytes.dropFirst(), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == name, parts[1] == filter, let time = Int64(parts[2]),
            let id = Identifier(String(parts[3]))
        else { throw fault }
        return PageKey(time: time, id: id)
    }

    func cursor(after key: PageKey) -> Cursor {
        let text = "\(name)\n\(filter)\n\(key.time)\n\(key.id.text)"
        return Cursor(unchecked: Base64URL.encode([Self.version] + Array(text.utf8)))
    }

    /// A page of rows of which one more was read than the page holds.
    func page<Row, Item>(
        _ rows: [Row], limit: Int, key: (Row) -> PageKey, view: (Row) throws -> Item
    ) rethrows -> Page<Item> {
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last.map { cursor(after: key($0)) } : nil
        return Page(items: try shown.map(view), nextCursor: next)
    }
}
