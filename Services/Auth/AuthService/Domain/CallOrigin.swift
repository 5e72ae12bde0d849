import AuthContract
import Resilience
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

/// The turn of a call in the queue for hashing passwords.
struct HashingTurn: Sendable {
    /// The flow of calls that share their turns: those of one network.
    var flow: FlowKey
    /// True for a call from a device that is known to the account.
    var isPreferred = false
    var deadline: ContinuousClock.Instant?

    init(_ origin: CallOrigin, isPreferred: Bool = false) {
        flow = FlowKey("network", origin.place.network.utf8)
        self.isPreferred = isPreferred
        deadline = origin.deadline
    }
}

/// The account and the session that an access token names.
struct SessionHolder: Sendable, Hashable {
    var account: Identifier
    var session: Identifier
}
