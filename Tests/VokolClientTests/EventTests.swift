import Contract
import Synchronization
import Testing
import Values

@testable import VokolClient

@Suite struct EventTests {
    /// A server's part of an event stream, which ends after its last event.
    private final class ScriptedStream: EventSubscription {
        private let events: Mutex<ArraySlice<StreamEvent>>
        private let failure: TransportFailure?

        init(_ events: [StreamEvent], then failure: TransportFailure? = nil) {
            self.events = Mutex(events[...])
            self.failure = failure
        }

        func next() async throws(TransportFailure) -> StreamEvent? {
            if let event = events.withLock({ $0.popFirst() }) { return event }
            if let failure { throw failure }
            return nil
        }

        func close() {}
    }

    private static let lost = TransportFailure("lost", mayHaveBeenSent: true)
    private let time = ClientTime()

    /// Returns the events that a reader gets from streams that are opened one after the other, and the final error.
    private func read(
        _ streams: [@Sendable () throws -> any EventSubscription]
    ) async -> (events: [ServerEvent], error: (any Error)?) {
        let left = Mutex(streams[...])
        let events = Events(clock: time.clock) {
            guard let open = left.withLock({ $0.popFirst() }) else { throw CancellationError() }
            return try open()
        }
        var read: [ServerEvent] = []
        do {
            for try await event in events { read.append(event) }
            return (read, nil)
        } catch {
            return (read, error)
        }
    }

    @Test func `A stream that ends or breaks is opened again after a pause, and begins with a resync`() async {
        let (events, error) = await read([
            { ScriptedStream([.ready, .changed(topic: "a", version: 7)]) },
            { throw Self.lost },
            { ScriptedStream([.ready, .changed(topic: "a", version: 1)], then: Self.lost) },
        ])
        #expect(events == [.resync, .changed(topic: "a"), .resync, .changed(topic: "a")])
        #expect(error is CancellationError)
        #expect(time.slept == [.seconds(3), .seconds(6), .seconds(3)])
    }

    @Test func `A change that is not newer than the last one of its topic brings nothing, until events are lost`() async
    {
        let changes: [StreamEvent] = [
            .changed(topic: "a", version: 5), .changed(topic: "a", version: 5), .changed(topic: "b", version: 4),
            .changed(topic: "a", version: 4),
        ]
        let (events, _) = await read([
            { ScriptedStream([.ready] + changes + [.resync, .changed(topic: "a", version: 1)]) }
        ])
        #expect(events == [.resync, .changed(topic: "a"), .changed(topic: "b"), .resync, .changed(topic: "a")])
    }

    @Test func `A refusal that may pass is waited for, and any other one ends the events`() async throws {
        func refusal(_ code: Int, _ data: String) throws -> Problem {
            try CallAnswer.decode(
                Problem.self, from: Array(#"{"code":\#(code),"message":"No","data":{\#(data)}}"#.utf8))
        }
        let overloaded = try refusal(-32010, #""isRetryable":true,"retryAfterMs":500"#)
        let forbidden = try refusal(-32003, #""isRetryable":false"#)
        let (events, error) = await read([{ throw overloaded }, { throw forbidden }])
        #expect(events.isEmpty && (error as? Problem)?.code == .forbidden)
        #expect(time.slept == [.milliseconds(3_500)])
    }

    @Test func `Unread events become one for each topic, and too many become one for all`() async throws {
        let inbox = EventInbox()
        inbox.receive(.ready)
        for version in 1...1_000 { inbox.receive(.changed(topic: "\(version % 3)", version: Int64(version))) }
        #expect(try await inbox.next() == .ready)
        var changes: [StreamEvent?] = []
        for _ in 0..<3 { changes.append(try await inbox.next()) }
        #expect(
            changes == [
                .changed(topic: "2", version: 998), .changed(topic: "0", version: 999),
                .changed(topic: "1", version: 1_000),
            ])
        for version in 1...17 { inbox.receive(.changed(topic: "\(version)", version: 1)) }
        inbox.end(Self.lost)
        #expect(try await inbox.next() == .resync)
        await #expect(throws: Self.lost) { _ = try await inbox.next() }
    }

    @Test func `A reader that waits gets the next event, and cancelling it ends the stream`() async throws {
        let inbox = EventInbox()
        let reader = Task { try await inbox.next() }
        inbox.receive(.resync)
        #expect(try await reader.value == .resync)
        let waiting = Task { try await inbox.next() }
        waiting.cancel()
        await #expect(throws: TransportFailure.self) { _ = try await waiting.value }
    }

    private static let stream = """
        retry: 3000\r
        id: 0\r
        event: ready\r
        data: {}\r
        \r
        event: changed
        data: {"topic":"slots:2026-11-23","version":4711,"later":1}

        :

        event: later
        data: {"a":1}

        event: resync
        data: {}


        """

    @Test(arguments: [1, 7, 1_000])
    func `Server-sent events are read however their bytes are split, and later kinds are ignored`(step: Int) {
        var parser = ServerSentEvents()
        var events: [StreamEvent] = []
        var rest = Array(Self.stream.utf8)[...]
        while !rest.isEmpty {
            events += parser.read(Array(rest.prefix(step))) ?? []
            rest = rest.dropFirst(step)
        }
        #expect(events == [.ready, .changed(topic: "slots:2026-11-23", version: 4_711), .resync])
    }

    @Test(arguments: [
        "event: changed\ndata: {\n\n", String(repeating: "a", count: 5_000),
        String(repeating: "data: a\n", count: 5_000),
    ])
    func `A malformed stream is noticed`(text: String) {
        var parser = ServerSentEvents()
        #expect(parser.read(Array(text.utf8)) == nil)
    }
}
