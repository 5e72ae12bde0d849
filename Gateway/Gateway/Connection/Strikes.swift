import NIOCore

/// Counts what a client should not do, in a window of time that begins with the first such thing.
struct Strikes: Sendable {
    private let limit: Int
    private let window: TimeAmount
    private var count = 0
    private var began: NIODeadline = .uptimeNanoseconds(0)

    /// Makes a counter.
    /// - Parameters:
    ///   - limit: the strike that is one too many.
    ///   - window: after it the count begins anew.
    init(limit: Int, window: TimeAmount) {
        self.limit = limit
        self.window = window
    }

    /// One more.
    /// - Returns: whether it is one too many; the count then begins anew.
    mutating func strike(at now: NIODeadline) -> Bool {
        if count == 0 || now >= began + window {
            count = 0
            began = now
        }
        count += 1
        guard count >= limit else { return false }
        count = 0
        return true
    }
}
