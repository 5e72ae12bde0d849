package import Contract
public import Values

/// The signed-in caller, as determined by the gateway from the access token.
public struct Principal: Codable, Hashable, Sendable {
    /// The account's id.
    public var sub: String
    /// The session's id.
    public var sid: String
    public var roles: [String]
    /// The time until which a proof counts that the account's owner is present, in seconds since 1970; `nil` without
    /// one.
    public var presentUntil: Int64?
    /// True if the account may do nothing but set up a second factor; otherwise absent.
    public var isLimited: Bool?

    public init(sub: String, sid: String, roles: [String], presentUntil: Int64? = nil, isLimited: Bool? = nil) {
        self.sub = sub
        self.sid = sid
        self.roles = roles
        self.presentUntil = presentUntil
        self.isLimited = isLimited
    }

    /// Decides whether the session may call a method; returns the reason that rejects the call, if any.
    package func refusal(by rule: SessionRule, at second: Int64) -> ErrorReason? {
        rule.refusal(presentUntil: presentUntil ?? 0, isLimited: isLimited ?? false, at: second)
    }
}

/// The identity of the process at the other end of a link.
public enum LinkIdentity: Hashable, Sendable {
    /// A peer that has not introduced itself; it may call only methods open to `anyone`, without an identity.
    case anonymous
    /// A Vokol process, such as `gateway` or `booking`, identified by its certificate or the instance's secret.
    case process(String)
}

/// Everything about a call except its method and parameters.
public struct CallContext: Sendable {
    /// The signed-in caller, if any.
    public var principal: Principal?
    /// The client's network address, as seen by the gateway.
    public var remoteAddress: String?
    /// The time after which the answer is useless.
    public var deadline: ContinuousClock.Instant
    /// The requested language, as the client sent it (`be`, `ru-RU`, an `Accept-Language` list).
    public var locale: String?
    public var idempotencyKey: String?
    /// The trace and this process's span in it.
    public var trace: TraceContext
    /// The process that sent the call.
    public var peer: LinkIdentity

    public init(
        principal: Principal? = nil, remoteAddress: String? = nil, deadline: ContinuousClock.Instant,
        locale: String? = nil, idempotencyKey: String? = nil, trace: TraceContext, peer: LinkIdentity = .anonymous
    ) {
        self.principal = principal
        self.remoteAddress = remoteAddress
        self.deadline = deadline
        self.locale = locale
        self.idempotencyKey = idempotencyKey
        self.trace = trace
        self.peer = peer
    }

    /// Returns the caller's account.
    /// - Throws: `unauthenticated` for a call without one.
    public func account() throws(RPCError) -> Identifier {
        guard let account = principal.flatMap({ Identifier($0.sub) }) else { throw RPCError(.unauthenticated) }
        return account
    }

    /// The supported language that suits the caller best; English if none was requested.
    public var language: Language { locale.map(Language.init(acceptLanguage:)) ?? .english }
}
