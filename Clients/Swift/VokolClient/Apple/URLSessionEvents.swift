// Not compiled on Linux: `.ci/apple` compiles this file on macOS.
#if canImport(Security)
    import Foundation

    /// A stream of server-sent events.
    final class URLSessionEvents: EventSubscription, @unchecked Sendable {
        // Safe to share: one task at a time reads, and nothing else changes.

        private let task: URLSessionDataTask
        private var bytes: URLSession.AsyncBytes.AsyncIterator
        private var parser = ServerSentEvents()
        /// The events of the byte read last.
        private var events: ArraySlice<StreamEvent> = []

        init(_ bytes: URLSession.AsyncBytes) { (task, self.bytes) = (bytes.task, bytes.makeAsyncIterator()) }

        deinit { task.cancel() }

        func next() async throws(TransportFailure) -> StreamEvent? {
            do {
                while events.isEmpty {
                    guard let byte = try await bytes.next() else { return nil }
                    guard let read = parser.read([byte]) else {
                        close()
                        throw TransportFailure("the stream is malformed", mayHaveBeenSent: true)
                    }
                    events = read[...]
                }
            } catch {
                throw TransportFailure(of: error)
            }
            return events.popFirst()
        }

        func close() { task.cancel() }
    }
#endif
