import Contract
import NIOCore
import RPC
import Resilience
import ServiceRuntime

/// The health of replicas: what calls and links say about it, and what follows for the calls in flight.
extension Router {
    /// The interval at which calls in flight are checked, while there are any.
    ///
    /// One timer for all calls of an event loop, so that a call costs no timer of its own.
    static let sweepTime: TimeAmount = .milliseconds(20)
    /// The number of waiting calls of a service that are sent in one sweep, so that a replica starts gently.
    static let waitingPerSweep = 64
    /// The number of usual times from which a call is slow.
    private static let slowFactor: UInt64 = 4
    /// The multiple of its slow time from which a waiting call shows that a replica may have stalled.
    private static let stallFactor: UInt64 = 2
    /// The interval at which the ends of ejections are checked.
    private static let lapseTime: TimeAmount = .seconds(5)
    /// The maximum number of replicas that get a call one after the other.
    static let maximumAttempts = 3

    // MARK: Evidence

    /// Records what the end of an attempt says about its replica.
    func judge(_ outcome: LinkOutcome, of call: RoutedCall, at replica: Replica, at now: NIODeadline) {
        replica.callEnded(outcome.verdict(of: call), at: now)
        let index = call.route.index
        // The gateway's own calls may wait for news, so that their time says nothing.
        guard index >= 0 else { return }
        let pool = pools[call.route.servicePlace]
        let isFailed = outcome.isFault
        var isSlow = false
        if case .lost = outcome {
            // A lost link gets no calls anyway.
        } else {
            let time = now - call.sentAt
            isSlow = UInt64(max(0, time.nanoseconds)) > slowTime(of: index, in: pool)
            if !call.isTrial { pool.record(time, of: index, at: now) }
            if !isSlow { replica.lastTimelyStart = call.sentAt }
            if case .garbled = outcome {
                replica.standing.answerWasUnreadable(isSlow: isSlow && !call.isOverdue)
            } else if !call.isOverdue {
                replica.standing.callEnded(isSlow: isSlow, isFailed: isFailed)
            }
        }
        endTrial(of: call, isGood: !isSlow && !isFailed && outcome.isConclusive, at: now)
        if isFailed || isSlow { review(pool, at: now) }
    }

    /// Returns the time from which a call of a route is slow, in nanoseconds: four times its usual time, but at least
    /// ``Limits/slowTime``; while the usual time is not known, four times that.
    func slowTime(of route: Int, in pool: ReplicaPool) -> UInt64 {
        let usual = pool.usualTime(of: route)
        let floor = slowFloor
        guard usual != .max else { return floor * Self.slowFactor }
        return max(floor, usual.multipliedReportingOverflow(by: Self.slowFactor).partialValue)
    }

    /// Ends the trial that a call is, if it is one, and reports a readmission.
    func endTrial(of call: RoutedCall, isGood: Bool?, at now: NIODeadline) {
        guard call.isTrial, let replica = call.replica else { return }
        call.isTrial = false
        let isReadmitted = replica.standing.trialEnded(
            isGood: isGood, at: Tick(now), random: .random(in: 0...1, using: &random))
        let pool = pools[call.route.servicePlace]
        guard isReadmitted, pool.replicas.contains(where: { $0 === replica }) else { return }
        report.readmitted(replica.address, of: pool.service)
    }

    /// Handles a change of a replica's link.
    func handle(_ event: Replica.Event, of replica: Replica, in pool: ReplicaPool) {
        let now = loop.now
        switch event {
        case .linked:
            pool.waiting.outageEnded()
            sendWaiting(in: pool, at: now)
            // A silent replica could not be ejected while it was the only one.
            review(pool, at: now)
        case .silent: review(pool, at: now)
        case .unreadable:
            review(pool, at: now)
            // The line was the answer to one of its calls. Those that are left would wait until their deadlines.
            moveCalls(from: replica, in: pool, at: now)
        case .unlinked: break
        }
    }

    // MARK: Ejection

    /// Ejects the replicas that stand out.
    func review(_ pool: ReplicaPool, at now: NIODeadline) {
        for replica in pool.replicas { replica.standing.timePassed(at: Tick(now)) }
        while let (replica, reason) = pool.outlier() {
            report.ejected(replica.address, of: pool.service, because: reason, replica.standing.tally)
            replica.standing.eject(reason, at: Tick(now), random: .random(in: 0...1, using: &random))
            pool.discardRecentTimes()
            awaitLapse(of: replica, in: pool)
            moveCalls(from: replica, in: pool, at: now)
        }
    }

    /// Readmits an ejected replica, once that is due, if too few calls came to try it with.
    private func awaitLapse(of replica: Replica, in pool: ReplicaPool) {
        guard !replica.isAwaitingLapse else { return }
        replica.isAwaitingLapse = true
        loop.assumeIsolated().scheduleTask(in: Self.lapseTime) {
            replica.isAwaitingLapse = false
            guard !replica.standing.isAdmitted, pool.replicas.contains(where: { $0 === replica }) else { return }
            if replica.standing.lapse(at: Tick(self.loop.now)) {
                self.report.readmitted(replica.address, of: pool.service)
            } else {
                self.awaitLapse(of: replica, in: pool)
            }
        }
    }

    /// Sends the calls in flight on a faulty replica to others, the oldest first, as far as they may be repeated.
    private func moveCalls(from replica: Replica, in pool: ReplicaPool, at now: NIODeadline) {
        var calls: [RoutedCall] = []
        var hedges: [HedgeAttempt] = []
        replica.link?.forEachCall { call in
            if let call = call as? RoutedCall {
                calls.append(call)
            } else if let hedge = call as? HedgeAttempt {
                hedges.append(hedge)
            }
        }
        for hedge in hedges {
            // A call whose first attempt has failed is only here.
            if hedge.call.linkCallID == nil { calls.append(hedge.call) } else { endHedge(of: hedge.call, at: now) }
        }
        for call in calls.sorted(by: { $0.startedAt < $1.startedAt }) where !call.isOver && call.mayRepeat {
            if call.replica === replica { endTrial(of: call, isGood: false, at: now) }
            move(call, in: pool, at: now)
        }
    }

    private func move(_ call: RoutedCall, in pool: ReplicaPool, at now: NIODeadline) {
        if call.hedge != nil, call.linkCallID != nil {
            cancelFirst(of: call, at: now)
            _ = call.race.ended(.first, isConclusive: false)
            return
        }
        guard call.attempts < Self.maximumAttempts, call.deadline > now,
            let other = pool.pick(avoiding: call.hedge?.replica ?? call.replica, at: now, using: &random),
            pool.budget.takeRetry(at: Tick(now))
        else { return }
        cancelFirst(of: call, at: now)
        endHedge(of: call, at: now)
        pool.counters?.moves.add()
        if !start(call, at: other, in: pool, at: now) {
            finish(
                call,
                .failure(RPCError(.overloaded, retryAfterMilliseconds: limits.retryAfterMilliseconds)), at: now)
        }
    }

    private func endHedge(of call: RoutedCall, at now: NIODeadline) {
        cancelHedge(of: call, at: now)
        _ = call.race.ended(.hedge, isConclusive: false)
    }

    // MARK: Sweeps

    /// Schedules the next sweep, unless one is scheduled.
    func sweepLater() {
        guard !isSweeping else { return }
        isSweeping = true
        loop.assumeIsolated().scheduleTask(in: Self.sweepTime) {
            self.isSweeping = false
            self.sweep(at: self.loop.now)
        }
    }

    private func sweep(at now: NIODeadline) {
        var isBusy = false
        for pool in pools {
            if !pool.waiting.isEmpty { endWaiting(in: pool, at: now) }
            if pool.shedder.limit != nil { checkShedding(in: pool, at: now) }
            if pool.replicas.count > 1 {
                check(pool, at: now)
                isBusy = isBusy || pool.isBusy
            }
            isBusy = isBusy || !pool.waiting.isEmpty || pool.shedder.limit != nil
        }
        if isBusy { sweepLater() }
    }

    /// Finds the calls in flight that are slow, and those to be hedged.
    private func check(_ pool: ReplicaPool, at now: NIODeadline) {
        var late: [RoutedCall] = []
        for replica in pool.replicas {
            var isStalled = false
            replica.link?.forEachCall { call in
                guard let call = call as? RoutedCall, call.route.index >= 0 else { return }
                let age = UInt64(max(0, (now - call.sentAt).nanoseconds))
                let slowTime = slowTime(of: call.route.index, in: pool)
                let isSlow = !call.isOverdue && age > slowTime
                let isHedged = call.mayHedge && !call.race.wasHedged && age > pool.usualTime(of: call.route.index)
                if isSlow || isHedged { late.append(call) }
                isStalled = isStalled || (age > slowTime * Self.stallFactor && replica.lastTimelyStart <= call.sentAt)
            }
            replica.standing.isStalled = isStalled
        }
        for call in late where !call.isOver { handleLate(call, in: pool, at: now) }
        review(pool, at: now)
    }

    private func handleLate(_ call: RoutedCall, in pool: ReplicaPool, at now: NIODeadline) {
        let age = UInt64(max(0, (now - call.sentAt).nanoseconds))
        if call.mayHedge, call.race.isDue(age: age, usual: pool.latency(of: call.route.index)) {
            hedge(call, in: pool, at: now)
        }
        guard !call.isOverdue, age > slowTime(of: call.route.index, in: pool) else { return }
        call.isOverdue = true
        if call.isTrial {
            endTrial(of: call, isGood: false, at: now)
            if call.mayRepeat { move(call, in: pool, at: now) }
        } else {
            call.replica?.standing.callBecameSlow()
        }
    }

    /// Sends a call to a second replica, if there is one and the budget allows.
    private func hedge(_ call: RoutedCall, in pool: ReplicaPool, at now: NIODeadline) {
        // A second attempt would add to the load that makes the first one slow.
        guard pool.shedder.limit == nil,
            let replica = pool.pick(avoiding: call.replica, at: now, using: &random), let link = replica.link,
            call.deadline - now >= .milliseconds(1), pool.budget.takeRetry(isOptional: true, at: Tick(now))
        else { return }
        let hedge = HedgeAttempt(call, to: replica, over: self, at: now)
        guard let id = link.send(hedge, at: now) else { return }
        hedge.linkCallID = id
        call.hedge = hedge
        call.race.hedgeStarted()
        replica.breaker.callStarted(at: Tick(now))
        pool.counters?.hedges.add()
    }

    // MARK: Waiting

    private func endWaiting(in pool: ReplicaPool, at now: NIODeadline) {
        sendWaiting(in: pool, at: now)
        for call in pool.waiting.takeExpired(at: now) {
            let error =
                call.deadline <= now
                ? RPCError(.deadlineExceeded)
                : RPCError(.noReplica, retryAfterMilliseconds: limits.retryAfterMilliseconds)
            finish(call, .failure(error), at: now)
        }
    }

    private func sendWaiting(in pool: ReplicaPool, at now: NIODeadline) {
        guard !pool.waiting.isEmpty, !pool.isDown else { return }
        for call in pool.waiting.take(Self.waitingPerSweep) { attempt(call, in: pool, at: now) }
    }
}

extension LinkOutcome {
    /// True if no other replica could bring a better answer.
    var isConclusive: Bool {
        switch self {
        case .result: true
        case .error(let code, _, _): code != ErrorCode.draining.number && !Self.faults.contains(code)
        case .garbled, .expired, .lost: false
        }
    }

    /// True if the answer shows a fault of the replica.
    var isFault: Bool {
        switch self {
        case .garbled: true
        case .error(let code, _, _): code == ErrorCode.internal.number
        case .result, .expired, .lost: false
        }
    }

    /// The codes of errors that another replica may not have.
    private static let faults: Set<Int> = [
        ErrorCode.internal.number, ErrorCode.badUpstream.number, ErrorCode.unavailable.number,
        ErrorCode.overloaded.number,
    ]

    /// Returns the evidence for the replica's circuit breaker.
    func verdict(of call: RoutedCall) -> CircuitBreaker.Verdict {
        switch self {
        case .result, .error, .garbled: .answered
        case .lost: .failed
        // Short timeouts must not open breakers.
        case .expired: call.deadline - call.startedAt >= .seconds(1) ? .failed : .unknown
        }
    }
}
