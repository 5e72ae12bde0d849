import Values

/// The origin of a call, for limits, messages and the audit trail.
struct CallOrigin: Sendable {
    /// The client's network address; `nil` if the call did not come through the gateway.
    var address: String?
    var traceID: String?
    var deadline: ContinuousClock.Instant?
    /// The language of messages that the call sends.
    var language = Language.english

    var place: NetworkPlace { NetworkPlace(address: address) }

    /// The origin of a command that an operator runs on the machine.
    static let `operator` = CallOrigin()
}

/// The account and the session that an access token names.
struct SessionHolder: Sendable, Hashable {
    var account: Identifier
    var session: Identifier
}
