import Testing

@testable import HTTP

@Suite struct ConnectionPoolTests {
    private final class Call {}
    private typealias Pool = ConnectionPool<String, Call>

    private let calls = (0..<5).map { _ in Call() }

    /// Describes a step, naming the call by its index in `calls`.
    private func text(_ step: Pool.Step) -> String {
        func place(_ call: Call) -> Int { calls.firstIndex { $0 === call } ?? -1 }
        return switch step {
        case .use(let connection, let call): "\(place(call)) uses \(connection)"
        case .connect(let id, let call): "\(place(call)) connects \(id)"
        case .reject(let call): "\(place(call)) is refused"
        case .none: "nothing"
        }
    }

    @Test func `A call takes the most recently used connection, or a new one if none is idle`() {
        var pool = Pool(maximum: 3, maximumWaiting: 3)
        #expect(text(pool.take(calls[0])) == "0 connects 1")
        #expect(text(pool.take(calls[1])) == "1 connects 2")
        pool.opened(1, "a")
        pool.opened(2, "b")
        #expect(text(pool.released(2)) == "nothing")
        #expect(text(pool.released(1)) == "nothing")
        #expect(text(pool.take(calls[2])) == "2 uses a")
        #expect(text(pool.take(calls[3])) == "3 uses b")
        #expect(text(pool.take(calls[4])) == "4 connects 3")
    }

    @Test func `Calls beyond the connections wait in order, and too many are refused`() {
        var pool = Pool(maximum: 1, maximumWaiting: 2)
        #expect(text(pool.take(calls[0])) == "0 connects 1")
        #expect(text(pool.take(calls[1])) == "nothing")
        #expect(text(pool.take(calls[2])) == "nothing")
        #expect(text(pool.take(calls[3])) == "3 is refused")
        pool.opened(1, "a")
        #expect(text(pool.released(1)) == "1 uses a")
        // The place of a closed connection goes to the next call.
        #expect(text(pool.closed(1)) == "2 connects 2")
        #expect(text(pool.closed(2)) == "nothing")
        #expect(pool.isEmpty)
    }

    @Test func `A call that gave up gets no connection`() {
        var pool = Pool(maximum: 1, maximumWaiting: 2)
        _ = pool.take(calls[0])
        _ = pool.take(calls[1])
        _ = pool.take(calls[2])
        pool.gaveUp(calls[1])
        pool.opened(1, "a")
        #expect(text(pool.released(1)) == "2 uses a")
    }

    @Test func `A closed connection is not reused, and its late release is ignored`() {
        var pool = Pool(maximum: 2, maximumWaiting: 1)
        _ = pool.take(calls[0])
        pool.opened(1, "a")
        _ = pool.released(1)
        #expect(text(pool.closed(1)) == "nothing")
        #expect(text(pool.closed(1)) == "nothing")
        #expect(text(pool.released(1)) == "nothing")
        #expect(pool.isEmpty)
        #expect(text(pool.take(calls[1])) == "1 connects 2")
    }

    @Test func `All connections and waiting calls are returned at the end`() {
        var pool = Pool(maximum: 2, maximumWaiting: 1)
        _ = pool.take(calls[0])
        _ = pool.take(calls[1])
        _ = pool.take(calls[2])
        pool.opened(1, "a")
        let rest = pool.removeAll()
        #expect(rest.connections == ["a"])
        #expect(rest.calls.map { $0 === calls[2] } == [true])
        #expect(pool.isEmpty)
    }
}
