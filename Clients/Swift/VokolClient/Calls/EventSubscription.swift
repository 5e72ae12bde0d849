/// An event of an open stream.
public enum StreamEvent: Hashable, Sendable {
    /// The stream is open.
    case ready
    /// The data of a topic changed; the version grows with each announcement about it.
    case changed(topic: String, version: Int64)
    /// Events were lost.
    case resync
}

/// An open stream of events, which ends when it is released.
public protocol EventSubscription: AnyObject, Sendable {
    /// Returns the next event; `nil` once the server has ended the stream.
    ///
    /// One task at a time may wait. Cancelling it ends the stream.
    func next() async throws(TransportFailure) -> StreamEvent?

    /// Ends the stream.
    func close()
}
