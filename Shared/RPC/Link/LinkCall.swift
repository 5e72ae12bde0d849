public import NIOCore

/// A call to a service, as bytes, and whoever waits for its end.
///
/// A class to make subclasses of, so that a call in flight is one object and nothing else is made for it.
open class LinkCall {
    public final let method: LinkMethod
    /// One JSON object, validated and without raw CR and LF; `nil` for none.
    public final let params: ByteBuffer?
    // What travels beside the parameters; always written anew, never taken over from a client's line. One by one and not
    // in a struct of their own, which would be copied and destroyed on its way through the initialisers.

    /// Who calls; needs a link that is introduced.
    public final let principal: LinkPrincipal?
    /// The client's address; needs a link that is introduced.
    public final let remoteAddress: LinkAddress?
    /// The trace and the span that calls.
    public final let span: TraceContext?
    /// The language asked for, as UTF-8: left out if longer than 35 bytes or not plain ASCII.
    public final let locale: [UInt8]?
    /// At most 128 bytes of printable ASCII without quotes and backslashes; a call with any other is refused.
    public final let idempotencyKey: [UInt8]?
    /// How long the answer is waited for from the moment of sending.
    public final var timeoutMilliseconds: Int64

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

    /// The call is over: told once on the event loop, never from within ``LinkConnection/send(_:at:)``, and not if it was
    /// cancelled.
    open func ended(_ outcome: LinkOutcome, at now: NIODeadline) {}
}

/// A call in flight on one connection.
public struct LinkCallID: Hashable, Sendable {
    let number: UInt64
}

/// How a call ended.
public enum LinkOutcome {
    /// The result: one line of JSON. It shares memory with all that was read with it: copy what is to be kept.
    case result(ByteBuffer)
    /// The service's error, or this side's if the call could not be written: the number, the wait, and the whole object.
    case error(code: Int, retryAfterMilliseconds: Int64?, object: ByteBuffer)
    /// No answer came in time; the service was told.
    case expired
    /// The connection ended before an answer: nobody knows whether the call was carried out.
    case lost
}

/// What a link has seen that is nobody's call.
public struct LinkCounters: Hashable, Sendable {
    /// Answers to calls that had expired, were cancelled, or never were.
    public var lateAnswers = 0
    /// Lines that were not of this protocol, or too long.
    public var brokenLines = 0
    /// Lines of ours that the service could not read.
    public var refusedLines = 0
}

/// Why there is no connection.
public enum LinkFault: Error, Hashable, Sendable {
    /// The network says no: what it says, in words for the log.
    case unreachable(String)
    /// It took longer than `connectTimeout`.
    case timedOut
    /// The connection ended before calls could be sent.
    case ended(ConnectionEnd)
    /// The address is another machine's, and there is no certificate.
    case plaintextOffLoopback
}
