import NIOCore

/// A connection's single timer, which checks all deadlines at each tick.
struct TickTimer {
    /// The resolution of the clock.
    static let granularity = TimeAmount.milliseconds(20)

    private var scheduled: Scheduled<Void>?
    private var deadline = NIODeadline.distantFuture

    /// Schedules `tick` for `deadline` or earlier; `tick` must call ``fired()`` first.
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
