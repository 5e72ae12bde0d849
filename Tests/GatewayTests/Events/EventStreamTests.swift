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
        _ = stream.changed("a", version: 1)
        #expect(due(&stream, after: .zero) == [.changed("a", version: 1)])
        for topic in ["b", "c", "b"] { _ = stream.changed(topic, version: 1) }
        #expect(due(&stream, after: .milliseconds(199)) == [])
        #expect(due(&stream, after: .milliseconds(200)) == [.changed("b", version: 1), .changed("c", version: 1)])
        #expect(due(&stream, after: .seconds(1)) == [])
    }

    @Test func `A sign of life is due after 15 s without an event`() {
        var stream = stream()
        #expect(due(&stream, after: .milliseconds(14_999)) == [])
        #expect(due(&stream, after: .seconds(15)) == [.alive])
        #expect(due(&stream, after: .seconds(29)) == [])
        _ = stream.changed("a", version: 1)
        #expect(due(&stream, after: .seconds(30)) == [.changed("a", version: 1)])
        #expect(due(&stream, after: .seconds(44)) == [])
        #expect(due(&stream, after: .seconds(45)) == [.alive])
    }

    @Test func `More waiting topics than eight become one resync`() {
        var stream = stream()
        let dropped = (1...12).map { stream.changed("\($0)", version: 1) }
        #expect(dropped == [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0])
        #expect(due(&stream, after: .zero) == [.resync])
        _ = stream.changed("1", version: 1)
        #expect(due(&stream, after: .seconds(1)) == [.changed("1", version: 1)])
    }

    @Test func `A resync replaces the waiting topics`() {
        var stream = stream()
        _ = stream.changed("a", version: 1)
        stream.resync()
        _ = stream.changed("b", version: 1)
        #expect(due(&stream, after: .zero) == [.resync])
        #expect(due(&stream, after: .seconds(1)) == [])
    }

    @Test func `Nothing is due while earlier events wait for the client`() {
        var stream = stream()
        _ = stream.changed("a", version: 1)
        #expect(due(&stream, after: .seconds(60), isReading: false) == [])
        #expect(due(&stream, after: .seconds(61)) == [.changed("a", version: 1)])
    }

    @Test func `A waiting topic is written once, with its greatest version`() {
        var stream = stream()
        for version: Int64 in [7, 9, 8] { _ = stream.changed("a", version: version) }
        #expect(due(&stream, after: .zero) == [.changed("a", version: 9)])
    }

    @Test func `News of topics that are not watched any more are dropped, and a resync is kept`() {
        var stream = stream()
        for topic in ["a", "b"] { _ = stream.changed(topic, version: 1) }
        stream.keep { $0 == "b" }
        #expect(due(&stream, after: .zero) == [.changed("b", version: 1)])
        stream.resync()
        stream.keep { _ in false }
        #expect(due(&stream, after: .seconds(1)) == [.resync])
    }

    private static let events = [
        EventStream.Event.ready, .alive, .changed("slots:2026-11-23", version: 4_711), .resync,
    ]

    private func written(as format: EventFormat) -> String {
        var format = format
        var out = ByteBuffer()
        for event in Self.events { format.write(event, into: &out) }
        return String(buffer: out)
    }

    @Test func `Events over HTTP are numbered, and the first tells when to connect again`() {
        let expected = """
            retry: 3000
            id: 0
            event: ready
            data: {}

            :

            id: 1
            event: changed
            data: {"topic":"slots:2026-11-23","version":4711}

            id: 2
            event: resync
            data: {}


            """
        #expect(written(as: .serverSent(nextID: 0)) == expected)
    }

    @Test func `Events on lines are notifications`() {
        let lines = written(as: .lines).split(separator: "\n").dropFirst()
        #expect(
            lines
                == [
                    #""event":"alive""#, #""event":"changed","topic":"slots:2026-11-23","version":4711"#,
                    #""event":"resync""#,
                ].map { #"{"jsonrpc":"2.0","method":"rpc.event","params":{\#($0)}}"# }[...])
    }
}
