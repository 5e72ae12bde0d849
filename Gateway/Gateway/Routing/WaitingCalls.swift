import NIOCore

/// The calls that wait, in the order of their arrival, until a replica of their service is linked again.
struct WaitingCalls {
    struct Limits: Equatable, Sendable {
        /// The maximum number of calls that wait for one service, on one event loop.
        var calls = 256
        /// The longest time that a call waits; zero for no waiting.
        var time: TimeAmount = .seconds(2)
        /// The age of an outage from which calls no longer wait, since the service does not just restart.
        var outage: TimeAmount = .seconds(30)
    }

    private struct Waiting {
        var call: RoutedCall
        var until: NIODeadline
    }

    private let limits: Limits
    private var waiting: [Waiting] = []
    private var outageBegan: NIODeadline?

    init(limits: Limits) { self.limits = limits }

    var isEmpty: Bool { waiting.isEmpty }

    /// Records that a replica is linked.
    mutating func outageEnded() { outageBegan = nil }

    /// Adds a call that no replica can take, for none is linked; returns false if the call must not wait.
    mutating func add(_ call: RoutedCall, at now: NIODeadline) -> Bool {
        let began = outageBegan ?? now
        outageBegan = began
        guard limits.time > .zero, now < began + limits.outage, waiting.count < limits.calls else { return false }
        waiting.append(Waiting(call: call, until: min(now + limits.time, call.deadline)))
        return true
    }

    /// Removes the calls that have waited long enough; those that were cancelled are dropped.
    mutating func takeExpired(at now: NIODeadline) -> [RoutedCall] {
        let expired = waiting.filter { $0.until <= now && !$0.call.isOver }.map(\.call)
        waiting.removeAll { $0.until <= now || $0.call.isOver }
        return expired
    }

    /// Removes the calls that have waited longest.
    mutating func take(_ count: Int) -> [RoutedCall] {
        let taken = waiting.prefix(count).map(\.call)
        waiting.removeFirst(taken.count)
        return taken.filter { !$0.isOver }
    }
}
