package import NIOCore

/// Counts a peer's offences within a window of time that starts at the first of them.
package struct Strikes: Sendable {
    private let limit: Int
    private let window: TimeAmount
    private var count = 0
    private var began: NIODeadline = .uptimeNanoseconds(0)

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - limit: the number of offences within the window that reaches the limit.
    ///   - window: the time after which counting starts again.
    package init(limit: Int, window: TimeAmount) {
        self.limit = limit
        self.window = window
    }

    /// Counts an offence.
    ///
    /// - Returns: true if the limit is reached; counting then starts again.
    package mutating func strike(at now: NIODeadline) -> Bool {
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
