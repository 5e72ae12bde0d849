public import Contract

/// Is told what happens on a server's connections: the place for logs and metrics.
///
/// Every function is called on an event loop: it must be quick and must not block.
public protocol CallObserver: Sendable {
    /// A call that a handler was started for has been answered, or its connection has ended.
    /// - Parameters:
    ///   - code: `nil` if the call succeeded; `cancelled` if nobody waits for the answer any more.
    ///   - duration: from the arrival of its line to its answer.
    ///   - error: what the handler threw; `nil` if the server itself ended the call.
    func callFinished(
        _ method: String, code: ErrorCode?, duration: Duration, context: CallContext, error: (any Error)?)

    /// A line was refused before any handler saw it.
    /// - Parameters:
    ///   - method: the method, if the line got so far as to name one.
    ///   - reason: a short English text without anything from the line itself.
    func lineRefused(_ method: String?, code: ErrorCode, reason: String, traceID: String, peer: LinkIdentity)

    /// A connection was closed.
    func connectionClosed(_ reason: ConnectionEnd, peer: LinkIdentity)
}

extension CallObserver {
    /// Does nothing.
    public func lineRefused(_ method: String?, code: ErrorCode, reason: String, traceID: String, peer: LinkIdentity) {}

    /// Does nothing.
    public func connectionClosed(_ reason: ConnectionEnd, peer: LinkIdentity) {}
}

/// Why a connection ended.
public enum ConnectionEnd: String, Error, Hashable, Sendable {
    /// The peer closed it, or the network lost it.
    case peer = "peer-closed"
    /// This side closed it as asked: by `close()`, or at the end of a drain.
    case local = "closed"
    /// The drain took longer than it may; calls in flight were cut off.
    case drainTimeout = "drain-timeout"
    /// The TLS handshake failed, took too long, or the peer's certificate is not what it should be.
    case handshake = "handshake-failed"
    /// The peer introduced itself wrongly, or refused our introduction.
    case introduction = "introduction-refused"
    /// The peer does not speak this protocol, or sent too long lines again and again.
    case protocolViolation = "protocol-violation"
    /// A line was not whole in time.
    case slowLine = "slow-line"
    /// The peer did not read what was written to it.
    case slowReader = "slow-reader"
    /// The peer did not answer pings.
    case unresponsive
    /// There are too many connections.
    case tooManyConnections = "too-many-connections"
}
