import NIOCore
import Resilience

extension Tick {
    /// Converts a time of an event loop's clock.
    @inline(__always)
    init(_ deadline: NIODeadline) { self.init(nanoseconds: deadline.uptimeNanoseconds) }
}
