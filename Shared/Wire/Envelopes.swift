/// A call or a notification, as byte ranges of its line.
public struct RequestEnvelope: Equatable, Sendable {
    /// The raw token of the id; `nil` for a notification.
    ///
    /// It is a string of at most 64 bytes between its quotes, including any escapes, or an integer within ±2^53 without
    /// fraction and exponent. `-0` is rejected, because the answer would have the id `0`.
    public var id: Range<Int>?
    /// The method's name without quotes: 1–64 bytes of `A-Z a-z 0-9 . _`.
    public var method: Range<Int>
    /// The parameters: an object's bytes, braces included; `nil` if absent.
    public var params: Range<Int>?
    /// The members of `meta`.
    public var meta: RequestMeta

    /// Creates an envelope.
    public init(id: Range<Int>? = nil, method: Range<Int>, params: Range<Int>? = nil, meta: RequestMeta = RequestMeta())
    {
        self.id = id
        self.method = method
        self.params = params
        self.meta = meta
    }
}

/// The members of a request's `meta`, as byte ranges of the line.
///
/// A string's range is its content without quotes; it has no escapes, so its bytes are its text.
public struct RequestMeta: Equatable, Sendable {
    /// The access token: 1–4096 bytes.
    public var token: Range<Int>?
    /// The requested language: 1–35 bytes.
    public var locale: Range<Int>?
    /// The caller's time limit in milliseconds: 1…2^53.
    public var timeoutMs: Int64?
    /// The idempotency key: 1–128 bytes of printable ASCII.
    public var idempotencyKey: Range<Int>?
    /// The W3C trace context: 1–256 bytes, not validated any further.
    public var traceparent: Range<Int>?
    /// The caller as identified by the gateway: an object's bytes.
    ///
    /// Always `nil` in the profile `.client`.
    public var principal: Range<Int>?
    /// The client's address as seen by the gateway: 1–64 bytes.
    ///
    /// Always `nil` in the profile `.client`.
    public var remoteAddress: Range<Int>?

    /// Creates a `meta` without members.
    public init() {}
}

/// An answer on a link between processes, as byte ranges of its line.
public struct ResponseEnvelope: Equatable, Sendable {
    /// The id of the request: 0…2^53; `nil` for `null`, which only an error may have.
    public var id: UInt64?
    /// The result's bytes: any JSON value.
    ///
    /// Exactly one of `result` and `error` is present.
    public var result: Range<Int>?
    /// The error's bytes: an object, braces included.
    public var error: Range<Int>?
    /// The error's `code`, within ±2^53; present with `error`.
    public var errorCode: Int?
    /// The error's `data.retryAfterMs`, in milliseconds: 0…2^53.
    public var retryAfterMs: Int64?

    /// Creates an envelope without members.
    public init() {}
}

/// A line from the peer of a link between processes.
public enum LinkLine: Equatable, Sendable {
    /// A line with a method; indirect, because it is large and rare on the calling side.
    indirect case request(RequestEnvelope)
    /// A line with a result or an error.
    case response(ResponseEnvelope)
}
