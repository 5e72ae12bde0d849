import AuthContract
import Values

/// The origin of a call, for limits, messages and the audit trail.
struct CallOrigin: Sendable {
    /// The client's network address; `nil` if the call did not come through the gateway.
    var address: String?
    var traceID: String?
    var deadline: ContinuousClock.Instant?
    /// The language of messages that the call sends.
    var language = Language.english
    /// The name that the caller's device gave itself at sign-in.
    var device: DeviceName?

    var place: NetworkPlace { NetworkPlace(address: address) }

    /// Returns the same origin with the name that the device gave itself.
    func with(device: DeviceName?) -> CallOrigin {
        var origin = self
        origin.device = device
        return origin
    }

    /// The origin of a command that an operator runs on the machine.
    static let `operator` = CallOrigin()
}

/// The account and the session that an access token names.
struct SessionHolder: Sendable, Hashable {
    var account: Identifier
    var session: Identifier
}
