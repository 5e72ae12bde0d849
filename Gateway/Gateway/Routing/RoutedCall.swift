import Contract
import NIOCore
import RPC
import Resilience

/// The receiver of a call's outcome: the connection it came from.
protocol CallOwner: AnyObject {
    /// Receives the outcome of a call, once and on the event loop, unless the call was cancelled before.
    func callEnded(_ call: RoutedCall, _ answer: CallOutcome)
    /// The gate that admitted the owner's calls, and the keys of the client there; `nil` for the gateway's own calls.
    var admission: (gate: CallGate, client: AddressKeys)? { get }
}

extension CallOwner {
    var admission: (gate: CallGate, client: AddressKeys)? { nil }
}

/// The outcome of a call.
enum CallOutcome {
    /// The result: one JSON value without raw line breaks.
    case result(ByteBuffer)
    /// A service's error; `object` is the JSON-RPC error object as the service wrote it.
    case refusal(code: Int, retryAfterMilliseconds: Int64?, object: ByteBuffer)
    /// An error of the gateway, or a service's error about a call that must not be repeated.
    case failure(RPCError)
}

/// A call from its admission to its answer.
///
/// Each attempt sets `timeoutMilliseconds` again.
final class RoutedCall: LinkCall {
    let route: Route
    let trace: TraceContext
    let owner: any CallOwner
    let startedAt: NIODeadline
    let deadline: NIODeadline
    /// The client's id as sent; empty over HTTP.
    let id: ByteBuffer
    /// The signed-in caller, if any.
    let caller: VerifiedToken?
    /// The router that sends the call and receives its outcome from the link.
    private let router: Router

    /// The replica of the last attempt.
    ///
    /// This property and those below are internal to routing.
    var replica: Replica?
    var linkCallID: LinkCallID?
    /// The number of replicas tried one after the other; a hedge does not count.
    var attempts = 0
    /// True once the call was sent again because an attempt failed; it is not if only its replica was ejected.
    var isRetried = false
    /// The start of the last attempt.
    var sentAt: NIODeadline
    /// The second attempt, while it is in flight.
    var hedge: HedgeAttempt?
    var race = HedgeRace()
    /// True if the last attempt tries a replica that was ejected.
    var isTrial = false
    /// True if the last attempt has been counted as slow.
    var isOverdue = false
    /// True while the call is one of those in flight that its service's ``LoadShedder`` counts.
    var isCounted = false
    /// The time at which the call ended; until then, the time of its start.
    var endedAt: NIODeadline
    var isOver = false

    init(
        route: Route, params: ByteBuffer?, remoteAddress: LinkAddress? = nil, trace: TraceContext,
        locale: [UInt8]? = nil, idempotencyKey: [UInt8]? = nil, id: ByteBuffer, caller: VerifiedToken?,
        owner: any CallOwner, router: Router, startedAt: NIODeadline, deadline: NIODeadline
    ) {
        // One by one, as in LinkCall, since a struct of them would be copied on every call.
        self.route = route
        self.trace = trace
        self.id = id
        self.caller = caller
        self.owner = owner
        self.router = router
        self.startedAt = startedAt
        self.deadline = deadline
        endedAt = startedAt
        sentAt = startedAt
        super.init(
            method: route.linkMethod, params: params, principal: caller?.linkPrincipal, remoteAddress: remoteAddress,
            span: trace, locale: locale, idempotencyKey: idempotencyKey,
            timeoutMilliseconds: (deadline - startedAt).nanoseconds / 1_000_000)
    }

    override func ended(_ outcome: LinkOutcome, at now: NIODeadline) { router.ended(self, outcome, at: now) }

    /// True if the contract allows a second attempt although the first may have been executed.
    var mayRepeat: Bool {
        switch route.declaration.idempotency {
        case .idempotent: true
        case .keyed: idempotencyKey != nil
        case .none: false
        }
    }

    /// True if the call may be sent to a second replica: its method declares it, or the call tries an ejected replica,
    /// which its caller must not pay for.
    var mayHedge: Bool { route.declaration.isHedged || (isTrial && mayRepeat) }

    /// Returns the error of this call, which was sent and may have taken effect.
    func unknownOutcome(_ error: RPCError) -> RPCError {
        var error = error
        error.forbidsRepetition = !mayRepeat
        return error
    }

    /// Returns a service's error if this call may have taken effect and must not be repeated; `nil` for any other.
    ///
    /// The service's connection, which writes such errors, does not know which calls may be repeated.
    func unrepeatable(_ code: Int, _ object: ByteBuffer) -> RPCError? {
        guard !mayRepeat, ErrorCode(number: code)?.canLeaveOutcomeUnknown == true else { return nil }
        let error = object.withUnsafeReadableBytes { RPCError(object: $0) }
        return error.leavesOutcomeUnknown ? unknownOutcome(error) : nil
    }
}
