/// Signals the waitlist's housekeeping that slots may have become free; coalesces announcements.
struct FreedSlots: Sendable {
    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func announce() { continuation.yield() }
}
