import Contract
import RPC
import Testing
import Values

@Suite struct PagedListTests {
    private let list = PagedList("history", "minsk")
    private let place = ["1700000000000", "0199b2f4-8c3e-7a10-9d2b-5f6e7a8b9c0d"]

    @Test func `A cursor returns its position, and only for its own list`() throws {
        let cursor = try #require(list.cursor(after: place))
        #expect(Cursor(cursor.text) == cursor)
        #expect(list.place(of: cursor) == place)
        for other in [PagedList("history"), PagedList("history", "brest"), PagedList("historyminsk")] {
            #expect(other.place(of: cursor) == nil)
        }
    }

    @Test func `An altered cursor is refused`() throws {
        let text = Array(try #require(list.cursor(after: place)).text)
        for position in text.indices {
            var changed = text
            changed[position] = changed[position] == "A" ? "B" : "A"
            #expect(list.place(of: Cursor(unchecked: String(changed))) != place)
        }
        for wrong in ["", "AQ", "Aw", String(text.dropLast(4)), String(text) + "AAAA", "!"] {
            #expect(list.place(of: Cursor(unchecked: wrong)) == nil, "\(wrong)")
        }
    }

    @Test func `A position that is too long has no cursor`() {
        #expect(list.cursor(after: [String(repeating: "a", count: 375)]) != nil)
        #expect(list.cursor(after: [String(repeating: "a", count: 376)]) == nil)
    }

    @Test func `A page holds up to its limit, and has a cursor only if more rows follow`() throws {
        func page(_ rows: [Int]) -> Page<String> { list.page(rows, limit: 2, place: { ["\($0)"] }, item: { "\($0)" }) }
        #expect(page([]).items.isEmpty && page([]).nextCursor == nil)
        #expect(page([1, 2]).items == ["1", "2"] && page([1, 2]).nextCursor == nil)
        #expect(page([1, 2, 3]).items == ["1", "2"])
        #expect(list.place(of: try #require(page([1, 2, 3]).nextCursor)) == ["2"])
    }
}
