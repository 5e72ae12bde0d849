import Contract
import NIOCore
import RPC
import Resilience
import ServiceRuntime

/// The bound on calls in flight to an overloaded service.
///
/// The gateway's own calls are neither counted nor refused: some wait for news, and without the others no token can be
/// verified.
extension Router {
    /// Counts a new call; returns false if it is refused, because its service is overloaded.
    func admit(_ call: RoutedCall, in pool: ReplicaPool, at now: NIODeadline) -> Bool {
        guard call.route.index >= 0 else { return true }
        let rank = call.route.declaration.priority.rank(isSignedIn: call.caller != nil)
        let wasShedding = pool.shedder.isShedding
        call.isCounted = pool.shedder.begin(rank: rank, at: Tick(now))
        if !call.isCounted {
            pool.counters?.shed[rank].add()
            if !wasShedding { report.sheddingBegan(of: pool.service, limit: pool.shedder.limit ?? 0) }
        }
        return call.isCounted
    }

    /// Counts the end of a call.
    func release(_ call: RoutedCall, _ answer: CallOutcome, at now: NIODeadline) {
        guard call.isCounted else { return }
        if case .failure = answer { return abandon(call) }
        call.isCounted = false
        let pool = pools[call.route.servicePlace]
        let hadLimit = pool.shedder.limit != nil
        pool.shedder.ended(
            waited: call.waitedMilliseconds * 1_000_000, began: Tick(call.startedAt), at: Tick(now))
        if !hadLimit, pool.shedder.limit != nil { sweepLater() }
    }

    /// Counts the end of a call that its caller or the gateway has given up.
    func abandon(_ call: RoutedCall) {
        guard call.isCounted else { return }
        call.isCounted = false
        pools[call.route.servicePlace].shedder.abandoned(began: Tick(call.startedAt))
    }

    /// Ends a limit that refuses nothing any more.
    func checkShedding(in pool: ReplicaPool, at now: NIODeadline) {
        let wasShedding = pool.shedder.isShedding
        pool.shedder.timePassed(at: Tick(now))
        if wasShedding, !pool.shedder.isShedding { report.sheddingEnded(of: pool.service) }
    }
}

extension CallPriority {
    /// The rank of a call among those to its service; 0 is refused last.
    func rank(isSignedIn: Bool) -> Int {
        let place =
            switch self {
            case .high: 0
            case .normal: 1
            case .low: 2
            }
        return place * 2 + (isSignedIn ? 0 : 1)
    }
}
