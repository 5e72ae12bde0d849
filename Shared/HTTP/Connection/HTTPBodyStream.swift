import NIOCore
import Synchronization

/// The body of a response, read as it arrives.
///
/// A limited number of bytes wait to be read; if more arrive, the connection is closed and the reader gets a failure.
public final class HTTPBodyStream: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// The end: `nil` while more bytes may arrive.
        var end: Result<Void, HTTPFailure>?
        var waiter: CheckedContinuation<Void, Never>?
        var connection: (any Channel)?
    }

    /// The longest time without a byte.
    let silence: TimeAmount
    private let maximumBytes: Int
    private let state = Mutex(State())

    init(silence: Duration, maximumBytes: Int) {
        self.silence = TimeAmount(silence)
        self.maximumBytes = maximumBytes
    }

    /// Returns the bytes that have arrived, at least one; `nil` at the end of the body.
    ///
    /// One task at a time may wait. Cancelling it closes the connection.
    public func next() async throws(HTTPFailure) -> [UInt8]? {
        while true {
            let (bytes, end) = state.withLock { state in
                defer { state.bytes = [] }
                return (state.bytes, state.end)
            }
            if !bytes.isEmpty { return bytes }
            if let end {
                try end.get()
                return nil
            }
            await withTaskCancellationHandler {
                await arrival()
            } onCancel: {
                close()
            }
        }
    }

    /// Closes the connection; later reads fail.
    public func close() { finish(.cancelled)?.close(promise: nil) }

    /// Waits until there is something to read.
    private func arrival() async {
        await withCheckedContinuation { waiter in
            let waits = state.withLock { state in
                guard state.bytes.isEmpty, state.end == nil, state.waiter == nil else { return false }
                state.waiter = waiter
                return true
            }
            if !waits { waiter.resume() }
        }
    }

    /// Notes the connection that ``close()`` closes; returns false if it has been closed before.
    func attach(_ connection: any Channel) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            state.connection = connection
            return true
        }
    }

    /// Adds bytes; returns false if there is no room for them.
    func receive(_ bytes: ByteBuffer) -> Bool {
        let (fits, waiter) = state.withLock { state in
            guard bytes.readableBytes <= maximumBytes - state.bytes.count else {
                return (false, nil as CheckedContinuation<Void, Never>?)
            }
            state.bytes += bytes.readableBytesView
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        waiter?.resume()
        return fits
    }

    /// Ends the body, which may have been read already; returns the connection if it is still to be closed.
    ///
    /// - Parameter reason: the failure; `nil` if the body is complete.
    @discardableResult
    func finish(_ reason: HTTPFailure.Reason?) -> (any Channel)? {
        let (connection, waiter) = state.withLock { state in
            defer { (state.connection, state.waiter) = (nil, nil) }
            if state.end == nil {
                state.end = reason.map { .failure(HTTPFailure($0, mayHaveBeenSent: true)) } ?? .success(())
            }
            return (state.connection, state.waiter)
        }
        waiter?.resume()
        return connection
    }
}
