/// A call's options.
public struct CallOptions: Sendable {
    /// The time limit; `nil` for the method's default, or for 5 s if the method is known by name only.
    public var timeout: Duration?
    /// The caller; requires an introduced link.
    public var principal: Principal?
    /// The client's address; requires an introduced link.
    public var remoteAddress: String?
    /// The trace and the calling span.
    public var trace: TraceContext?
    /// The requested language.
    public var locale: String?
    /// The idempotency key: at most 128 printable ASCII characters without quotes and backslashes.
    public var idempotencyKey: String?

    /// Creates options; the defaults set nothing.
    public init(
        timeout: Duration? = nil, principal: Principal? = nil, remoteAddress: String? = nil, trace: TraceContext? = nil,
        locale: String? = nil, idempotencyKey: String? = nil
    ) {
        self.timeout = timeout
        self.principal = principal
        self.remoteAddress = remoteAddress
        self.trace = trace
        self.locale = locale
        self.idempotencyKey = idempotencyKey
    }
}
