public import Contract
public import RPC
import Values

extension RPCError {
    /// Creates the error for a caller when no third party gave a usable answer and no copy is cached.
    ///
    /// The delay before a retry is the pause that the third party or our limits require, between 1 s and 10 min, or
    /// else 5 s. A caller who gave up gets `cancelled`.
    /// - Parameters:
    ///   - failure: the failure of the last third party; `nil` if none could be called.
    ///   - unavailable: the contract's reason for a third party that does not answer.
    ///   - unreadable: the contract's reason for an answer that cannot be read; `nil` if the contract has none, which
    ///     makes it `unavailable`.
    public init(_ failure: UpstreamFailure?, unavailable: ErrorReason, unreadable: ErrorReason? = nil) {
        let cause = failure.map { String($0.summary.prefix(500)) } ?? "no usable provider"
        let pause: Duration
        switch failure {
        case .cancelled:
            self.init(.cancelled)
            return
        case .unreadable, .tooLarge:
            if let unreadable {
                self.init(unreadable, cause: cause)
                return
            }
            pause = .seconds(5)
        case .limited(let retryAfter): pause = retryAfter ?? .seconds(5)
        case .suspended(let retryAfter), .localLimit(let retryAfter): pause = retryAfter
        case .timedOut, .unreachable, .rejected, nil: pause = .seconds(5)
        }
        let delay = min(max(pause, .seconds(1)), .seconds(600))
        self.init(unavailable, retryAfterMilliseconds: delay.wholeMilliseconds, cause: cause)
    }
}
