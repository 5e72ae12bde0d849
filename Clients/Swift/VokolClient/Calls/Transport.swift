import Contract

/// A way to a server; it sends each call once and leaves retries to the client.
public protocol Transport: Sendable {
    /// Sends a call and returns the answer: one JSON-RPC object, at most ``CallRequest/maximumAnswerBytes`` long.
    ///
    /// The wait ends after ``CallRequest/patience``, and at once if the caller's task is cancelled.
    func answer(to request: CallRequest) async throws(TransportFailure) -> [UInt8]

    /// Opens a stream of events.
    ///
    /// A stream on which nothing has arrived for ``EventSilence/limit`` fails.
    ///
    /// - Throws: ``Problem`` if the server refuses it; ``TransportFailure`` if there is no answer.
    func events(of topics: [String], token: String?) async throws -> any EventSubscription

    /// Closes the connections; calls in flight and later ones fail, and streams of events end.
    func close() async
}

/// The longest time without a sign of life of a server that has an open stream.
public enum EventSilence {
    public static let limit = Duration.seconds(2 * EventRules.commentSeconds)
}

/// A call that got no readable answer.
public struct TransportFailure: Error, Hashable, CustomStringConvertible {
    /// The cause, for a log.
    public let description: String
    /// True if the server may have seen the call and acted on it.
    public let mayHaveBeenSent: Bool
    /// True if the server's certificate is not trusted, as in a network with a sign-in page of its own.
    public let isUntrusted: Bool

    public init(_ description: String, mayHaveBeenSent: Bool, isUntrusted: Bool = false) {
        (self.description, self.mayHaveBeenSent, self.isUntrusted) = (description, mayHaveBeenSent, isUntrusted)
    }
}
