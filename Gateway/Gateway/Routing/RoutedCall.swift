import Contract
import NIOCore
import RPC

/// Who is told how a call ended: the connection that it came by.
protocol CallOwner: AnyObject {
    /// Called once for each call that was sent, on the event loop, unless the call was cancelled before.
    func callEnded(_ call: RoutedCall, _ answer: CallAnswer)
}

/// How a call ended.
enum CallAnswer {
    /// One JSON value without raw line breaks.
    case result(ByteBuffer)
    /// A service refused; `object` is the JSON-RPC error object as the service wrote it.
    case refusal(code: Int, retryAfterMilliseconds: Int64?, object: ByteBuffer)
    /// The gateway itself could not have it answered.
    case failure(RPCError)
}

/// A call between the moment it was admitted and its answer.
///
/// Its `timeoutMilliseconds` is written anew for each attempt.
final class RoutedCall: LinkCall {
    let route: Route
    let trace: TraceContext
    let owner: any CallOwner
    let startedAt: NIODeadline
    let deadline: NIODeadline
    /// The client's id, as it was sent; empty over HTTP.
    let id: ByteBuffer
    /// Who calls; nil if not signed in.
    let caller: VerifiedToken?
    /// Who sends it, and is told by the link how that ended.
    private let router: Router

    /// Where it was sent last; routing's own business, like the rest below.
    var replica: Replica?
    var linkCallID: LinkCallID?
    var attempts = 0
    /// When it was over; until then when it began.
    var endedAt: NIODeadline
    var isOver = false

    init(
        route: Route, params: ByteBuffer?, remoteAddress: LinkAddress? = nil, trace: TraceContext,
        locale: [UInt8]? = nil, idempotencyKey: [UInt8]? = nil, id: ByteBuffer, caller: VerifiedToken?,
        owner: any CallOwner, router: Router, startedAt: NIODeadline, deadline: NIODeadline
    ) {
        self.route = route
        self.trace = trace
        self.id = id
        self.caller = caller
        self.owner = owner
        self.router = router
        self.startedAt = startedAt
        self.deadline = deadline
        endedAt = startedAt
        super.init(
            method: route.linkMethod, params: params, principal: caller?.linkPrincipal, remoteAddress: remoteAddress,
            span: trace, locale: locale, idempotencyKey: idempotencyKey,
            timeoutMilliseconds: (deadline - startedAt).nanoseconds / 1_000_000)
    }

    override func ended(_ outcome: LinkOutcome, at now: NIODeadline) { router.ended(self, outcome, at: now) }

    /// Whether the contract lets the gateway send it a second time although the first may have been carried out.
    var mayRepeat: Bool {
        switch route.declaration.idempotency {
        case .idempotent: true
        case .keyed: idempotencyKey != nil
        case .none: false
        }
    }
}
