public import Contract

/// Observes a server's connections: the hook for logs and metrics.
///
/// Every function is called on an event loop: it must be quick and must not block.
public protocol CallObserver: Sendable {
    /// Called when a handler's call has been answered or its connection has ended.
    ///
    /// - Parameters:
    ///   - code: `nil` for success; `cancelled` if nobody waits for the answer any more.
    ///   - duration: the time from the arrival of the line to its answer.
    ///   - error: the handler's error; `nil` if the server itself ended the call.
    func callFinished(
        _ method: String, code: ErrorCode?, duration: Duration, context: CallContext, error: (any Error)?)

    /// Called when a line was rejected before it reached a handler.
    ///
    /// - Parameters:
    ///   - method: the method, if the line names one.
    ///   - reason: a short English text that quotes nothing from the line.
    func lineRejected(_ method: String?, code: ErrorCode, reason: String, traceID: String, peer: LinkIdentity)

    /// Called when a connection has been closed.
    func connectionClosed(_ reason: ConnectionEnd, peer: LinkIdentity)
}

extension CallObserver {
    /// Does nothing.
    public func lineRejected(_ method: String?, code: ErrorCode, reason: String, traceID: String, peer: LinkIdentity) {}

    /// Does nothing.
    public func connectionClosed(_ reason: ConnectionEnd, peer: LinkIdentity) {}
}

/// The reason for the end of a connection.
public enum ConnectionEnd: String, Error, Hashable, Sendable {
    /// The peer closed the connection, or the network lost it.
    case peer = "peer-closed"
    /// This side closed it: through `close()`, or at the end of a drain.
    case local = "closed"
    /// The drain timed out; calls in flight were aborted.
    case drainTimeout = "drain-timeout"
    /// The TLS handshake failed or timed out, or the peer's certificate was not accepted.
    case handshake = "handshake-failed"
    /// The peer's introduction was invalid, or the peer rejected ours.
    case introduction = "introduction-refused"
    /// The peer does not speak this protocol, or sent several overlong lines.
    case protocolViolation = "protocol-violation"
    /// A line took too long to arrive.
    case slowLine = "slow-line"
    /// A peer that is not one of our processes made no call for too long.
    case idle
    /// The peer did not read its answers.
    case slowReader = "slow-reader"
    /// The peer did not answer pings.
    case unresponsive
    /// There are too many connections; the oldest of a stranger closes first.
    case tooManyConnections = "too-many-connections"
}
