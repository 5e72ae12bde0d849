public import NIOCore
public import Values

/// A call to a service, as encoded parts, and the receiver of its outcome.
///
/// A class to subclass, so that a call in flight takes a single object.
open class LinkCall {
    public final let method: LinkMethod
    /// The parameters: one JSON object, validated and without raw CR and LF; `nil` for none.
    public final let params: ByteBuffer?
    // The `meta` members, always written by the link and never copied from a client's line. They are not grouped in a
    // struct, because that would be copied and destroyed on its way through the initializers.

    /// The caller; requires an introduced link.
    public final let principal: LinkPrincipal?
    /// The client's address; requires an introduced link.
    public final let remoteAddress: LinkAddress?
    /// The trace and the calling span.
    public final let span: TraceContext?
    /// The requested language, as UTF-8; omitted if longer than 35 bytes or not printable ASCII.
    public final let locale: [UInt8]?
    /// The idempotency key: at most 128 bytes of printable ASCII without quotes and backslashes; any other is rejected.
    public final let idempotencyKey: [UInt8]?
    /// The time limit, from the moment of sending.
    public final var timeoutMilliseconds: Int64
    /// The cost beyond the method's, in calls, as the service reports it before its answer.
    public final var extraCost = 0
    /// The time for which the call waited in queues of the service, as that reports it; 0 if it was short.
    public final var waitedMilliseconds: Int64 = 0

    public init(
        method: LinkMethod, params: ByteBuffer?, principal: LinkPrincipal? = nil, remoteAddress: LinkAddress? = nil,
        span: TraceContext? = nil, locale: [UInt8]? = nil, idempotencyKey: [UInt8]? = nil, timeoutMilliseconds: Int64
    ) {
        self.method = method
        self.params = params
        self.principal = principal
        self.remoteAddress = remoteAddress
        self.span = span
        self.locale = locale
        self.idempotencyKey = idempotencyKey
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// The language of texts about the call.
    public final var language: Language { Language(locale: locale) }

    /// Called with the outcome: once, on the event loop, never from within ``LinkConnection/send(_:at:)``, and not
    /// after a cancellation.
    open func ended(_ outcome: LinkOutcome, at now: NIODeadline) {}
}

/// Charges the extra cost of a call that ended before its service reported it.
public typealias LateCharge = (_ cost: Int, _ now: NIODeadline) -> Void

/// The identity of a call in flight on one connection.
public struct LinkCallID: Hashable, Sendable {
    let number: UInt64
}

/// The outcome of a call.
public enum LinkOutcome {
    /// The result: one line of JSON that shares memory with the line read; copy it to keep it.
    case result(ByteBuffer)
    /// An error object of the service, or of this side if the call could not be written.
    case error(code: Int, retryAfterMilliseconds: Int64?, object: ByteBuffer)
    /// The answer was malformed: the call was probably executed, but its result is unknown.
    case garbled
    /// No answer arrived in time; the service was notified.
    case expired
    /// The connection ended before an answer: the call may or may not have been executed.
    case lost
}

/// A sign of the service's health that is not about one call.
public enum LinkSignal: Hashable, Sendable {
    /// The service has sent nothing since a ping that it should have answered.
    case silent
    /// A silent service has sent something.
    case audible
    /// The service has sent a line that cannot be read.
    case brokenLine
}

/// Counters of lines that either side could not read, and of answers without a waiting call.
public struct LinkCounters: Hashable, Sendable {
    /// Answers to calls that expired, were cancelled, or never existed.
    public var lateAnswers = 0
    /// Malformed or overlong lines.
    public var brokenLines = 0
    /// Lines sent by this side that the service could not read.
    public var rejectedLines = 0
}

/// The reason why a connection could not be established.
public enum LinkFault: Error, Hashable, Sendable {
    /// The network's error, as text for the log.
    case unreachable(String)
    /// Connecting took longer than `connectTimeout`.
    case timedOut
    /// The connection ended before calls could be sent.
    case ended(ConnectionEnd)
    /// The address is on another machine, and there is no certificate.
    case plaintextOffLoopback
}
