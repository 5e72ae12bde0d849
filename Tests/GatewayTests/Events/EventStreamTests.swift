import NIOCore
import Testing

@testable import Gateway

@Suite struct EventStreamTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func stream() -> EventStream { EventStream(at: Self.start) }

    private func due(_ stream: inout EventStream, after time: TimeAmount, isReading: Bool = true) -> [EventStream.Event]
    {
        stream.due(at: Self.start + time, isReading: isReading)
    }

    @Test func `The first news is due at once, and further ones together after the spacing`() {
        var stream = stream()
        _ = stream.changed("a")
        #expect(due(&stream, after: .zero) == [.changed("a")])
        for topic in ["b", "c", "b"] { _ = stream.changed(topic) }
        #expect(due(&stream, after: .milliseconds(199)) == [])
        #expect(due(&stream, after: .milliseconds(200)) == [.changed("b"), .changed("c")])
        #expect(due(&stream, after: .seconds(1)) == [])
    }

    @Test func `A comment is due after 15 s without an event`() {
        var stream = stream()
        #expect(due(&stream, after: .milliseconds(14_999)) == [])
        #expect(due(&stream, after: .seconds(15)) == [.comment])
        #expect(due(&stream, after: .seconds(29)) == [])
        _ = stream.changed("a")
        #expect(due(&stream, after: .seconds(30)) == [.changed("a")])
        #expect(due(&stream, after: .seconds(44)) == [])
        #expect(due(&stream, after: .seconds(45)) == [.comment])
    }

    @Test func `More waiting topics than eight become one event for everything`() {
        var stream = stream()
        let dropped = (1...12).map { stream.changed("\($0)") }
        #expect(dropped == [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0])
        #expect(due(&stream, after: .zero) == [.everything])
        _ = stream.changed("1")
        #expect(due(&stream, after: .seconds(1)) == [.changed("1")])
    }

    @Test func `Everything replaces the waiting topics`() {
        var stream = stream()
        _ = stream.changed("a")
        _ = stream.changed(nil)
        _ = stream.changed("b")
        #expect(due(&stream, after: .zero) == [.everything])
        #expect(due(&stream, after: .seconds(1)) == [])
    }

    @Test func `Nothing is due while earlier events wait for the client`() {
        var stream = stream()
        _ = stream.changed("a")
        #expect(due(&stream, after: .seconds(60), isReading: false) == [])
        #expect(due(&stream, after: .seconds(61)) == [.changed("a")])
    }

    @Test func `Events are numbered, and the first tells when to connect again`() {
        var stream = stream()
        var out = ByteBuffer()
        for event in [EventStream.Event.ready, .comment, .changed("slots:2026-11-23"), .everything] {
            stream.write(event, into: &out)
        }
        let expected = """
            retry: 3000
            id: 0
            event: ready
            data: {}

            :

            id: 1
            event: changed
            data: {"topic":"slots:2026-11-23"}

            id: 2
            event: everything
            data: {}


            """
        #expect(String(buffer: out) == expected)
    }
}
