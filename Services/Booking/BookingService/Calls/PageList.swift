import Contract
import RPC
import Values

/// A paged list: makes and reads its cursors.
struct PageList: Sendable {
    /// The name of the list; a cursor of another list is refused.
    let name: String
    /// The filter of the list; a cursor of another filter is refused.
    var filter = ""

    /// The version of the cursor format.
    private static let version: UInt8 = 1

    /// - Throws: `invalid-params` for a cursor of another list, or an invalid one.
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

    /// Creates a page from its rows and one more, which tells whether another page follows.
    func page<Row, Item>(
        _ rows: [Row], limit: Int, key: (Row) -> PageKey, view: (Row) throws -> Item
    ) rethrows -> Page<Item> {
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last.map { cursor(after: key($0)) } : nil
        return Page(items: try shown.map(view), nextCursor: next)
    }

    /// The rows to read for a page: those it shows and one more.
    func request(after cursor: Cursor?, limit: Int) throws -> PageRequest {
        PageRequest(after: try cursor.map { try key(of: $0) }, limit: limit + 1)
    }
}
