import Contract
import NIOCore
import RPC
import Values
import Wire

/// Admits or refuses calls by their token, the rate limits and the access that the contract declares.
///
/// The order keeps abuse cheap: the address's guard limit is charged before any parsing, an invalid token is charged to
/// the address, and a valid call is charged to its caller last, at the method's cost: to its user, or to one of the two
/// limits of the address. Whatever is charged to an address is charged to the network around it as well.
final class CallGate: Sendable {
    struct Policies: Equatable, Sendable {
        /// The limit on calls of one user.
        var user = LimitPolicy(name: "user", rate: 20, burst: 40)
        /// The limit on calls without a token from one address, such as sign-ins.
        var address = LimitPolicy(name: "address", rate: 10, burst: 50, networkFactor: networkFactor)
        /// The limit on calls without a token from one address to what an open service shows to everyone, and on
        /// pictures: a lecture of 300 students who look at their timetables at once fits, with six calls each.
        ///
        /// It is separate from ``address``, so that these calls neither raise the number of passwords that may be
        /// guessed nor keep anyone behind the address from signing in.
        var open = LimitPolicy(name: "open", rate: 40, burst: 2_000, networkFactor: networkFactor)
        /// The limit on all traffic from one address, wide enough for a campus behind one address.
        var guardLimit = LimitPolicy(name: "guard", rate: 5_000, burst: 10_000, networkFactor: networkFactor)
        /// The guard's charge for a signature check, in lines.
        var signatureCost = 20
        /// The guard's charge for a connection and its handshake, in lines.
        var connectionCost = 20

        /// The default ratio of a network's limits to those of one of its addresses.
        static let networkFactor = 5

        /// Equal policies that share no reference with these.
        var copy: Policies {
            var copy = self
            copy.user = LimitPolicy(copying: user)
            copy.address = LimitPolicy(copying: address)
            copy.open = LimitPolicy(copying: open)
            copy.guardLimit = LimitPolicy(copying: guardLimit)
            return copy
        }
    }

    /// A call's sender and its time of arrival.
    struct Arrival: Sendable {
        var client: AddressKeys
        /// The arrival on the clock of the rate limits.
        var now: NIODeadline
        /// The arrival as a time of day, for the expiry of tokens.
        var time: Instant
    }

    /// The limit that a call was counted against, and what is left of it.
    struct Quota: Sendable {
        var policy: LimitPolicy
        var decision: LimitDecision
    }

    enum Verdict: Sendable {
        case admitted(VerifiedToken?, Quota)
        /// Indirect, since refusals are large and rare, and admissions should stay small.
        indirect case refused(RPCError, Quota?)
    }

    let policies: Policies
    let limiter: RateLimiter
    let inFlight: CallsInFlight
    /// The part of the limits that is shared with other gateways; `nil` without a store.
    let leases: LimitLeases?
    let tokens: AccessTokens
    /// The action when a token names an unknown key: `auth` may have published a new one.
    let onUnknownKey: @Sendable () -> Void

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - limits: the tables of rates and of calls in flight.
    ///   - leases: what other gateways share of the rates; `nil` to count for this one alone.
    init(
        policies: Policies, limits: (rates: RateLimiter, inFlight: CallsInFlight), leases: LimitLeases? = nil,
        tokens: AccessTokens, onUnknownKey: @escaping @Sendable () -> Void
    ) {
        self.policies = policies
        (limiter, inFlight) = limits
        self.leases = leases
        self.tokens = tokens
        self.onUnknownKey = onUnknownKey
    }

    /// Returns a gate with other limits that counts together with this one.
    func with(_ policies: Policies, inFlight maxima: CallsInFlight.Maxima) -> CallGate {
        CallGate(
            policies: policies, limits: (rates: limiter, inFlight: CallsInFlight(inFlight, maxima: maxima)),
            leases: leases, tokens: tokens, onUnknownKey: onUnknownKey)
    }

    /// Returns a gate with the same limits, for one event loop, that counts together with this one.
    ///
    /// A call retains its gate and its policies several times. Event loops that shared them would contend for their
    /// reference counts.
    func copy() -> CallGate {
        CallGate(
            policies: policies.copy, limits: (rates: limiter, inFlight: inFlight), leases: leases, tokens: tokens,
            onUnknownKey: onUnknownKey)
    }

    /// Charges a line, request or connection to the guard of its address and of the network around it; returns false
    /// once one of them is exhausted.
    ///
    /// - Parameter isSignedIn: true on a connection that has sent a valid token, which is charged to its address alone:
    ///   its network has paid for the connection and for the signature, and its calls count against their user.
    func guardAdmits(
        _ client: AddressKeys, cost: Int = 1, isSignedIn: Bool = false, at now: NIODeadline
    ) -> Bool {
        let (policy, now) = (policies.guardLimit, now.uptimeNanoseconds)
        if isSignedIn { return limiter.admit(client.guarding, cost: cost, policy: policy, now: now).isAllowed }
        return limiter.admit(client.guarding, of: client.wideGuarding, cost: cost, policy: policy, now: now)
            .decision.isAllowed
    }

    /// Charges something that is not a call, such as a broken or blank line, to its address and network.
    func charge(_ client: AddressKeys, cost: Int = 1, at now: NIODeadline) -> Quota {
        take(client.calls, LimitPrice(cost: cost, policy: policies.address, now: now.uptimeNanoseconds))
    }

    /// Admits or refuses a call.
    ///
    /// An admitted call counts as in flight until ``leave(_:_:_:)``, for its user or else for its address.
    ///
    /// - Parameters:
    ///   - route: the called method; `nil` if there is none.
    ///   - token: the access token as sent; `nil` for none.
    ///   - memo: the last token of the connection.
    ///   - isStanding: true if the token was set for the connection rather than sent with this call. An expired one
    ///     then does not block a method that is open to everyone, since the caller needs such a method to get a new
    ///     token.
    func admit(
        _ route: Route?, token: UnsafeRawBufferPointer?, memo: inout TokenMemo, isStanding: Bool = false,
        _ arrival: Arrival
    ) -> Verdict {
        let (client, now) = (arrival.client, arrival.now)
        var caller: VerifiedToken?
        if let token {
            do throws(RPCError) {
                caller = try verify(token, memo: &memo, arrival)
            } catch {
                guard isStanding, error.code == .unauthenticated, route?.declaration.access == .anyone else {
                    return refuse(error, client, at: now)
                }
            }
        }
        let quota = count(caller, client, route, at: now)
        guard quota.decision.isAllowed else { return .refused(Self.quotaExceeded(quota.decision), quota) }
        guard let route else { return .refused(RPCError(.methodNotFound), quota) }
        if let error = accessFault(route, caller) { return .refused(error, quota) }
        guard inFlight.begin(caller, client, service: route.servicePlace) else {
            return .refused(Self.tooManyInFlight, quota)
        }
        return .admitted(caller, quota)
    }

    /// Verifies the token of `rpc.authenticate`, and charges a valid token to its user, an invalid one to the address.
    func authenticate(
        _ token: UnsafeRawBufferPointer, memo: inout TokenMemo, _ arrival: Arrival
    ) -> Result<VerifiedToken, RPCError> {
        do throws(RPCError) {
            let caller = try verify(token, memo: &memo, arrival)
            let decision = count(caller, arrival.client, nil, at: arrival.now).decision
            return decision.isAllowed ? .success(caller) : .failure(Self.quotaExceeded(decision))
        } catch {
            return .failure(charged(error, to: arrival.client, at: arrival.now))
        }
    }

    /// Charges a call to its address, if it failed before the limit of a caller applied.
    ///
    /// - Returns: the error to send: `error`, or that of an exceeded quota once the address has no calls left.
    func charged(_ error: RPCError, to client: AddressKeys, at now: NIODeadline) -> RPCError {
        let decision = charge(client, at: now).decision
        return decision.isAllowed ? error : Self.quotaExceeded(decision)
    }

    /// Verifies a token.
    ///
    /// A cached token costs a lookup; a new one costs a signature check, which is charged to the guard first.
    private func verify(
        _ token: UnsafeRawBufferPointer, memo: inout TokenMemo, _ arrival: Arrival
    ) throws(RPCError) -> VerifiedToken {
        if let known = memo.known(token, in: tokens) {
            guard let fault = tokens.fault(of: known, at: arrival.time) else { return known }
            throw RPCError(fault.reason)
        }
        guard guardAdmits(arrival.client, cost: policies.signatureCost, at: arrival.now) else {
            throw Self.guardExceeded
        }
        switch tokens.verify(token, now: arrival.time) {
        case .success(let verified): return verified
        case .failure(let fault):
            if fault == .unknownKey {
                onUnknownKey()
                guard tokens.hasKeys else { throw Self.keysAwaited }
            }
            throw RPCError(fault.reason)
        }
    }

    /// Ends an admitted call.
    func leave(_ caller: VerifiedToken?, _ client: AddressKeys, _ route: Route) {
        inFlight.end(caller, client, service: route.servicePlace)
    }

    /// Charges an admitted call's extra cost, which its service has reported, to the limit that the call counted
    /// against; it may take the bucket into debt.
    ///
    /// - Returns: the state of the limit.
    func settle(
        _ caller: VerifiedToken?, _ client: AddressKeys, _ route: Route, cost: Int, at now: NIODeadline
    ) -> Quota {
        var price = LimitPrice(cost: cost, policy: policies.user, now: now.uptimeNanoseconds, isSettling: true)
        if let caller { return take(caller.calls, price) }
        price.policy = Self.isOpen(route) ? policies.open : policies.address
        return take(Self.isOpen(route) ? client.openCalls : client.calls, price)
    }

    /// Charges a bucket, within what the store of limits allows this gateway.
    private func take(_ bucket: LimitBucket, _ price: LimitPrice) -> Quota {
        leases?.charge(bucket, price) ?? limiter.charge(bucket, price)
    }

    /// The error of a call with a token before `auth` has named its keys: the token is neither valid nor invalid yet.
    static let keysAwaited = RPCError(ErrorReason.noReplica, retryAfterMilliseconds: 200)

    static let tooManyInFlight = RPCError(ErrorReason.tooManyInFlight, retryAfterMilliseconds: 100)

    static let guardExceeded = RPCError(ErrorReason.addressGuard, retryAfterMilliseconds: 1_000)

    static func quotaExceeded(_ decision: LimitDecision) -> RPCError {
        RPCError(.quotaExceeded, retryAfterMilliseconds: Int64(clamping: (decision.retryAfter + 999_999) / 1_000_000))
    }

    private func count(
        _ caller: VerifiedToken?, _ client: AddressKeys, _ route: Route?, at now: NIODeadline
    ) -> Quota {
        let cost = route?.declaration.cost ?? 1
        if let caller {
            return take(caller.calls, LimitPrice(cost: cost, policy: policies.user, now: now.uptimeNanoseconds))
        }
        guard let route, Self.isOpen(route) else { return charge(client, cost: cost, at: now) }
        return take(client.openCalls, LimitPrice(cost: cost, policy: policies.open, now: now.uptimeNanoseconds))
    }

    /// Returns true if a call without a token counts against the limit on open services.
    private static func isOpen(_ route: Route) -> Bool {
        route.isOpen && (route.declaration.access == .openable || route.sendsBytes)
    }

    private func refuse(_ error: RPCError, _ client: AddressKeys, at now: NIODeadline) -> Verdict {
        let quota = charge(client, at: now)
        return .refused(quota.decision.isAllowed ? error : Self.quotaExceeded(quota.decision), quota)
    }

    /// Returns the error of a call that the caller may not make; `nil` if it is allowed.
    func accessFault(_ route: Route, _ caller: VerifiedToken?) -> RPCError? {
        if route.isOpen { return nil }
        let access = route.declaration.access
        // The service decides on presence; its clock is the one that counts.
        if caller?.principal.isLimited == true, !route.declaration.session.allowsLimited {
            return RPCError(.factorMissing)
        }
        let code = access.refusal(isSignedIn: caller != nil, process: nil, isOpen: false) { role in
            caller.map { role.isHeld(by: $0.roles) } ?? false
        }
        return code.map { RPCError($0, of: access) }
    }
}
