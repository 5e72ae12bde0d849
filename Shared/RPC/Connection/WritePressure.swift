import NIOCore

/// How much may wait to be written to a peer, and how long.
public struct WriteLimits: Hashable, Sendable {
    /// Above so many waiting bytes nothing more is read from the peer: 256 KiB.
    public var pauseAbove = 256 * 1024
    /// Above so many waiting bytes the connection is closed: 32 MiB, what 1,024 calls with answers of 32 KiB come to.
    public var closeAbove = 32 * 1024 * 1024
    /// How long the peer may take nothing at all, while reading is paused for it, before the connection is closed: 10 s.
    public var progressTimeout: Duration = .seconds(10)

    /// Makes the default limits.
    public init() {}
}

/// Decides what a peer's slow reading has for consequences.
struct WritePressure {
    enum Action: Equatable {
        case none
        case pauseReading
        case resumeReading
        case close
    }

    private let limits: WriteLimits
    private let progressTimeout: TimeAmount
    private(set) var isPaused = false
    private var taken = Int.min
    private var progressAt = NIODeadline.uptimeNanoseconds(0)

    init(limits: WriteLimits) {
        self.limits = limits
        progressTimeout = TimeAmount(limits.progressTimeout)
    }

    /// When ``observe(pending:handedOver:at:)`` must be called even if nothing happens.
    var nextCheck: NIODeadline? { isPaused ? progressAt + progressTimeout : nil }

    /// Something was written, or something was taken.
    /// - Parameters:
    ///   - pending: the bytes that wait now.
    ///   - handedOver: all bytes that were ever given to be written.
    mutating func observe(pending: Int, handedOver: Int, at now: NIODeadline) -> Action {
        if handedOver - pending > taken {
            taken = handedOver - pending
            progressAt = now
        }
        if pending > limits.closeAbove { return .close }
        if isPaused {
            if pending <= limits.pauseAbove / 4 {
                isPaused = false
                return .resumeReading
            }
            return now - progressAt >= progressTimeout ? .close : .none
        }
        guard pending > limits.pauseAbove else { return .none }
        isPaused = true
        progressAt = now
        return .pauseReading
    }
}
