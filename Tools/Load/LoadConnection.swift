import NIOCore

/// A call that is due, and what it is for.
struct DueCall {
    var target: Int
    /// Which of the target's prepared calls.
    var variant: Int
    /// When it was due, in nanoseconds of the loop's clock.
    var due: UInt64
}

/// One connection under load; bound to its event loop.
protocol LoadConnection: ChannelHandler {
    /// Sends a call, or queues it where the protocol has one call at a time.
    func send(_ call: DueCall, now: UInt64)
    /// Whether the connection can be used.
    var isOpen: Bool { get }
    /// Calls that wait for an answer.
    var pendingCalls: [DueCall] { get }
}

/// What a connection tells of its calls and of itself, on its event loop.
struct LoadEvents {
    var finished: (DueCall, LoadOutcome) -> Void
    var opened: () -> Void
    /// The connection ended; calls without an answer have been told as lost.
    var closed: () -> Void
}
