import HTTP
import Synchronization
import VokolClient

/// A stream of server-sent events.
final class HTTPEventSubscription: EventSubscription {
    private struct State {
        var parser = ServerSentEvents()
        /// The events of the bytes read last, which are limited.
        var events: ArraySlice<StreamEvent> = []
    }

    private let body: HTTPBodyStream
    private let state = Mutex(State())

    init(_ body: HTTPBodyStream) { self.body = body }

    deinit { body.close() }

    func next() async throws(TransportFailure) -> StreamEvent? {
        while true {
            if let event = state.withLock({ $0.events.popFirst() }) { return event }
            let bytes: [UInt8]?
            do throws(HTTPFailure) {
                bytes = try await body.next()
            } catch {
                throw TransportFailure(error)
            }
            guard let bytes else { return nil }
            let isReadable = state.withLock { state in
                guard let events = state.parser.read(bytes) else { return false }
                state.events = events[...]
                return true
            }
            guard isReadable else {
                close()
                throw TransportFailure("the stream is malformed", mayHaveBeenSent: true)
            }
        }
    }

    func close() { body.close() }
}
