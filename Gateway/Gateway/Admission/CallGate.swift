import Contracts
import NIOCore
import RPC
import Wire

/// Decides whether a call may pass: who calls, within which limits, and whether the contract lets them.
///
/// The order is what keeps abuse cheap: the address's wide guard comes before anything is parsed, a token that is no good is
/// charged to the address, and only then does the caller's own limit count, at the method's cost.
final class CallGate: Sendable {
    struct Policies: Equatable, Sendable {
        /// Calls of one user.
        var user = LimitPolicy(name: "user", rate: 20, burst: 40)
        /// Calls that nobody signed for, from one address.
        var address = LimitPolicy(name: "address", rate: 10, burst: 50)
        /// Anything at all from one address: a campus may stand behind it.
        var guardian = LimitPolicy(name: "guard", rate: 5_000, burst: 10_000)
        /// What checking a signature costs against the guard, in lines.
        var signatureCost = 20
        /// What a connection and its handshake cost against the guard, in lines.
        var connectionCost = 20
    }

    /// Whose limit a call was counted against, and what is left of it.
    struct Quota: Sendable {
        var policy: LimitPolicy
        var decision: LimitDecision
    }

    enum Verdict: Sendable {
        case admitted(VerifiedToken?, Quota)
        /// Large and rare: admissions are not to be as large.
        indirect case refused(RPCError, Quota?)
    }

    let policies: Policies
    let limiter: RateLimiter
    let tokens: AccessTokens
    let inFlight: InFlightLimiter
    /// Services whose openable methods need no signing in.
    let openServices: Set<ServiceName>
    /// Called when a token names a key that is not known: `auth` may have a new one.
    let keyWanted: @Sendable () -> Void

    init(
        policies: Policies, limiter: RateLimiter, tokens: AccessTokens, inFlight: InFlightLimiter,
        openServices: Set<ServiceName>, keyWanted: @escaping @Sendable () -> Void
    ) {
        self.policies = policies
        self.limiter = limiter
        self.tokens = tokens
        self.inFlight = inFlight
        self.openServices = openServices
        self.keyWanted = keyWanted
    }

    /// Charges one line, request or connection to the wide guard of its address.
    func guardAdmits(_ client: AddressKeys, cost: Int = 1, at now: NIODeadline) -> Bool {
        limiter.admit(client.guarding, cost: cost, policy: policies.guardian, now: now.uptimeNanoseconds).isAllowed
    }

    /// Charges something that is not a call, such as a broken or blank line, to its address.
    func charge(_ client: AddressKeys, cost: Int = 1, at now: NIODeadline) -> LimitDecision {
        limiter.admit(
            client.narrow, wider: client.wide, cost: cost, policy: policies.address,
            now: now.uptimeNanoseconds)
    }

    /// Decides about a call; an admitted one of a user occupies one of the user's places until ``leave(_:)``.
    ///
    /// - Parameters:
    ///   - route: what is called; nil if there is no such method.
    ///   - token: the access token as it was sent; nil if none was.
    ///   - memo: the last token of the connection.
    ///   - isStanding: whether the token was not sent with this call but holds for the connection. One that is over then
    ///     does not stand in the way of a method that everyone may call: the caller needs one to get a new token.
    func admit(
        _ route: Route?, token: UnsafeRawBufferPointer?, memo: inout TokenMemo, isStanding: Bool = false,
        client: AddressKeys,
        at now: NIODeadline, time: Instant
    ) -> Verdict {
        var caller: VerifiedToken?
        if let token {
            do throws(RPCError) {
                caller = try verify(token, memo: &memo, client: client, at: now, time: time)
            } catch {
                guard isStanding, error.code == .unauthenticated, route?.declaration.access == .anyone else {
                    return refuse(error, client, at: now)
                }
            }
        }
        let quota = count(caller, client, cost: route?.declaration.cost ?? 1, at: now)
        guard quota.decision.isAllowed else { return .refused(Self.quotaExceeded(quota.decision), quota) }
        guard let route else { return .refused(RPCError(.methodNotFound), quota) }
        if let error = accessFault(route, caller) { return .refused(error, quota) }
        if let caller, !inFlight.begin(caller.userKey) { return .refused(Self.tooManyInFlight, quota) }
        return .admitted(caller, quota)
    }

    /// Decides about `rpc.authenticate`: a token that is good is charged to its user, any other to the address.
    func authenticate(
        _ token: UnsafeRawBufferPointer, memo: inout TokenMemo, client: AddressKeys, at now: NIODeadline,
        time: Instant
    ) -> Result<VerifiedToken, RPCError> {
        do throws(RPCError) {
            let caller = try verify(token, memo: &memo, client: client, at: now, time: time)
            let decision = count(caller, client, cost: 1, at: now).decision
            return decision.isAllowed ? .success(caller) : .failure(Self.quotaExceeded(decision))
        } catch {
            return .failure(charged(error, to: client, at: now))
        }
    }

    /// Charges a call that failed before anyone's limit counted to its address.
    /// - Returns: what the client is told: the error, unless the address has no calls left.
    func charged(_ error: RPCError, to client: AddressKeys, at now: NIODeadline) -> RPCError {
        let decision = charge(client, at: now)
        return decision.isAllowed ? error : Self.quotaExceeded(decision)
    }

    /// Who a token stands for.
    ///
    /// One that was seen before costs a look-up; the signature of a new one is checked, and charged to the guard first.
    private func verify(
        _ token: UnsafeRawBufferPointer, memo: inout TokenMemo, client: AddressKeys, at now: NIODeadline,
        time: Instant
    ) throws(RPCError) -> VerifiedToken {
        if let known = memo.known(token, in: tokens) {
            guard let fault = tokens.fault(of: known, at: time) else { return known }
            throw RPCError(.unauthenticated, reason: fault.rawValue)
        }
        guard guardAdmits(client, cost: policies.signatureCost, at: now) else { throw Self.guardExceeded }
        switch tokens.verify(token, now: time) {
        case .success(let verified): return verified
        case .failure(let fault):
            if fault == .unknownKey { keyWanted() }
            throw RPCError(.unauthenticated, reason: fault.rawValue)
        }
    }

    /// Whether the method can be called without signing in.
    func isOpen(_ route: Route) -> Bool { accessFault(route, nil) == nil }

    /// A call that was admitted is over.
    func leave(_ caller: VerifiedToken?) {
        if let caller { inFlight.end(caller.userKey) }
    }

    static let tooManyInFlight = RPCError(.overloaded, reason: "too-many-in-flight", retryAfterMilliseconds: 100)

    static let guardExceeded = RPCError(.quotaExceeded, reason: "address", retryAfterMilliseconds: 1_000)

    static func quotaExceeded(_ decision: LimitDecision) -> RPCError {
        RPCError(.quotaExceeded, retryAfterMilliseconds: Int64(clamping: (decision.retryAfter + 999_999) / 1_000_000))
    }

    private func count(_ caller: VerifiedToken?, _ client: AddressKeys, cost: Int, at now: NIODeadline) -> Quota {
        guard let caller else {
            return Quota(policy: policies.address, decision: charge(client, cost: cost, at: now))
        }
        let decision = limiter.admit(caller.userKey, cost: cost, policy: policies.user, now: now.uptimeNanoseconds)
        return Quota(policy: policies.user, decision: decision)
    }

    private func refuse(_ error: RPCError, _ client: AddressKeys, at now: NIODeadline) -> Verdict {
        let quota = Quota(policy: policies.address, decision: charge(client, at: now))
        return .refused(quota.decision.isAllowed ? error : Self.quotaExceeded(quota.decision), quota)
    }

    private func accessFault(_ route: Route, _ caller: VerifiedToken?) -> RPCError? {
        let declaration = route.declaration
        let code = declaration.access.refusal(
            isSignedIn: caller != nil, process: nil, isOpen: openServices.contains(declaration.service)
        ) { role in caller.map { role.isHeld(by: $0.roles) } ?? false }
        return code.map { RPCError($0) }
    }
}
