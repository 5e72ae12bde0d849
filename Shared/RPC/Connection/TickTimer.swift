import NIOCore

/// A timer of a connection: what is due is found by looking, not by a timer each.
struct TickTimer {
    /// How finely time is seen.
    static let granularity = TimeAmount.milliseconds(20)

    private var scheduled: Scheduled<Void>?
    private var deadline = NIODeadline.distantFuture

    /// Makes sure that `tick` is called at `deadline` or before; it must call ``fired()`` first.
    mutating func arm(_ deadline: NIODeadline, on loop: any EventLoop, _ tick: @escaping () -> Void) {
        guard deadline < self.deadline else { return }
        scheduled?.cancel()
        self.deadline = deadline
        scheduled = loop.assumeIsolated().scheduleTask(deadline: deadline, tick)
    }

    mutating func fired() {
        scheduled = nil
        deadline = .distantFuture
    }

    mutating func cancel() {
        scheduled?.cancel()
        fired()
    }
}
