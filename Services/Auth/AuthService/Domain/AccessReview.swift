import AuthContract
import Values

/// An account that a rule asks to look at, or an appeal against a refusal.
struct AccessReview: Sendable, Equatable {
    enum Subject: Sendable, Equatable {
        case account(Identifier)
        /// An appeal for an address or a number, which nobody proved.
        case appeal(AccountName, text: Auth.AppealText)
    }

    var id: Identifier
    var subject: Subject
    var openedAt: Instant
    var decision: Auth.ReviewDecision?
    var decidedAt: Instant?
}

/// The limits on appeals, which anybody may send.
struct AppealPolicy: Sendable {
    var perName = Quota(limit: 30, window: .seconds(86_400))
    var perPlace = Quota(limit: 10, window: .seconds(3_600))
    /// The limit of a network (IPv4 /24, IPv6 /48), which has thousands of places.
    var perNetwork = Quota(limit: 40, window: .seconds(3_600))
    /// The maximum number of appeals that wait for a decision.
    var waiting = 10_000
    /// The maximum number of them from one network, so that none keeps everyone else from appealing.
    var waitingPerNetwork = 500
    /// The time for which an appeal is kept, counted from its decision, or from its arrival without one.
    var memory: Duration = .seconds(90 * 86_400)
}
