import NIOCore
import Resilience

/// The calls that wait until a replica of their service is linked again.
///
/// The places are shared: a user, or a network without a token, that waits with many calls loses one to whoever has
/// fewer. Callers are served in turn.
struct WaitingCalls {
    struct Limits: Equatable, Sendable {
        /// The maximum number of calls that wait for one service, on one event loop.
        var calls = 256
        /// The longest time that a call waits; zero for no waiting.
        var time: TimeAmount = .seconds(2)
        /// The age of an outage from which calls no longer wait, since the service does not just restart.
        var outage: TimeAmount = .seconds(30)
    }

    /// The outcome of adding a call.
    enum Added {
        case waits
        /// The call waits, and this one has lost its place.
        case displaced(RoutedCall)
        case refused
    }

    private struct Waiting {
        var call: RoutedCall
        var until: NIODeadline
    }

    private let limits: Limits
    /// By the user, or else by the network; `nil` for the gateway's own calls.
    private var waiting: FairQueue<LimitKey?, Waiting>
    private var outageBegan: NIODeadline?

    init(limits: Limits) {
        self.limits = limits
        waiting = FairQueue(limit: limits.calls)
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// Records that a replica is linked.
    mutating func outageEnded() { outageBegan = nil }

    /// Adds a call that no replica can take, for none is linked.
    mutating func add(_ call: RoutedCall, at now: NIODeadline) -> Added {
        let began = outageBegan ?? now
        outageBegan = began
        guard limits.time > .zero, now < began + limits.outage else { return .refused }
        let flow = call.caller?.userKey ?? call.owner.admission?.client.wide
        switch waiting.append(Waiting(call: call, until: min(now + limits.time, call.deadline)), of: flow) {
        case .queued: return .waits
        case .displaced(let other): return other.call.isOver ? .waits : .displaced(other.call)
        case .full: return .refused
        }
    }

    /// Removes the calls that have waited long enough; those that were cancelled are dropped.
    mutating func takeExpired(at now: NIODeadline) -> [RoutedCall] {
        waiting.removeAll { $0.until <= now || $0.call.isOver }.map(\.call).filter { !$0.isOver }
    }

    /// Removes the calls whose turn it is.
    mutating func take(_ count: Int) -> [RoutedCall] {
        (0..<min(count, waiting.count)).compactMap { _ in waiting.popFirst()?.call }.filter { !$0.isOver }
    }
}
