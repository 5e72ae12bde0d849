import NIOCore

/// A call that is due.
struct DueCall {
    var target: Int
    /// The index of the call among the target's prepared calls.
    var variant: Int
    /// The due time, in nanoseconds of the loop's clock.
    var due: UInt64
}

/// One connection under load, bound to its event loop.
protocol LoadConnection: ChannelHandler {
    /// Sends a call, or queues it if the protocol carries one call at a time.
    func send(_ call: DueCall, now: UInt64)
    /// True if the connection accepts calls.
    var isOpen: Bool { get }
    /// The calls that have not been answered yet.
    var pendingCalls: [DueCall] { get }
}

/// The callbacks of a connection, called on its event loop.
struct LoadEvents {
    var finished: (DueCall, LoadCallOutcome) -> Void
    var opened: () -> Void
    /// Called when the connection has ended, after `finished` has reported its unanswered calls as lost.
    var closed: () -> Void
}
