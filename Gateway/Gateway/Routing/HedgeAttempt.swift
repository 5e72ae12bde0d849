import NIOCore
import RPC

/// The second attempt of a call whose first one takes longer than usual.
final class HedgeAttempt: LinkCall {
    let call: RoutedCall
    let replica: Replica
    let sentAt: NIODeadline
    var linkCallID: LinkCallID?
    private let router: Router

    init(_ call: RoutedCall, to replica: Replica, over router: Router, at now: NIODeadline) {
        self.call = call
        self.replica = replica
        self.router = router
        sentAt = now
        super.init(
            method: call.method, params: call.params, principal: call.principal, remoteAddress: call.remoteAddress,
            span: call.span, locale: call.locale, idempotencyKey: call.idempotencyKey,
            timeoutMilliseconds: (call.deadline - now).nanoseconds / 1_000_000)
    }

    override func ended(_ outcome: LinkOutcome, at now: NIODeadline) { router.ended(self, outcome, at: now) }
}
