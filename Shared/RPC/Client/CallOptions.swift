/// What travels beside a call's parameters.
public struct CallOptions: Sendable {
    /// How long the answer is waited for; `nil` for what the method declares, or 5 s for one known by name alone.
    public var timeout: Duration?
    /// On whose behalf; needs a link that is introduced.
    public var principal: Principal?
    /// The client's address; needs a link that is introduced.
    public var remoteAddress: String?
    /// The trace and the span that calls.
    public var trace: TraceContext?
    /// The language asked for.
    public var locale: String?
    /// What makes a repeated call the same call: at most 128 characters of printable ASCII without quotes and backslashes.
    public var idempotencyKey: String?

    /// Makes options that say nothing.
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

    /// Options of a call that is made while another is being answered: its trace, and no more time than it has left.
    public init(within context: CallContext) {
        self.init(timeout: max(ContinuousClock.now.duration(to: context.deadline), .zero), trace: context.trace)
    }
}
