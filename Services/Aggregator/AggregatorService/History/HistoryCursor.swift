import Contract
import Values
import Wire

/// The page cursor of `history.list`: a version, the list's name and the last entry's id.
enum HistoryCursor {
    /// Changes with the content of a cursor.
    private static let version: UInt8 = 1
    private static let list = "history.list"

    static func cursor(after id: Identifier) -> Cursor {
        Cursor(unchecked: Base64URL.encode([version] + Array("\(list)\n\(id.text)".utf8)))
    }

    /// The id of the last entry; `nil` for a cursor of another list.
    static func lastEntry(_ cursor: Cursor) -> Identifier? {
        guard let bytes = Base64URL.decode(cursor.text), bytes.first == version else { return nil }
        let parts = String(decoding: bytes.dropFirst(), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == list ? Identifier(String(parts[1])) : nil
    }
}
