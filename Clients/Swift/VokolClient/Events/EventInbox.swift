import Platform

/// The reader's end of a stream whose events arrive by themselves.
package final class EventInbox: Sendable {
    private struct State {
        var queue = EventQueue()
        /// The end: `nil` while the stream is open.
        var end: Result<Void, TransportFailure>?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    package init() {}

    package func receive(_ event: StreamEvent) {
        change { $0.queue.append(event) }
    }

    /// Ends the stream once its events have been read.
    ///
    /// - Parameter failure: the cause, unless the server has ended the stream.
    package func end(_ failure: TransportFailure?) {
        change { state in
            if state.end == nil { state.end = failure.map { .failure($0) } ?? .success(()) }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns the next event; `nil` once the server has ended the stream.
    package func next() async throws(TransportFailure) -> StreamEvent? {
        while true {
            let (event, end) = state.withLock { ($0.queue.popFirst(), $0.end) }
            if let event { return event }
            if let end {
                try end.get()
                return nil
            }
            await withTaskCancellationHandler {
                await arrival()
            } onCancel: {
                self.end(TransportFailure("cancelled", mayHaveBeenSent: true))
            }
        }
    }

    /// Waits until there is something to read.
    private func arrival() async {
        await withCheckedContinuation { waiter in
            let waits = state.withLock { state in
                var queue = state.queue
                guard state.end == nil, queue.popFirst() == nil, state.waiter == nil else { return false }
                state.waiter = waiter
                return true
            }
            if !waits { waiter.resume() }
        }
    }
}
