/// The reason why a third party gave no usable answer.
public enum UpstreamFailure: Error, Hashable, Sendable {
    /// The answer was not complete in time, counted from the start of the connection to the last byte.
    case timedOut
    /// The third party could not be reached, or the connection broke; the detail holds neither addresses nor keys.
    case unreachable(String)
    /// The third party rejected the request with this status.
    case rejected(status: Int, body: [UInt8])
    /// The third party requested a pause of this length.
    case limited(retryAfter: Duration?)
    /// The third party was not queried, because it failed too often recently or requested a pause.
    case suspended(retryAfter: Duration)
    /// The third party was not queried, because our limit of calls to it is used up; it may be healthy.
    case localLimit(retryAfter: Duration)
    /// The body exceeded the limit.
    case tooLarge
    /// The answer could not be read; the text says why.
    case unreadable(String)
    /// The caller gave up.
    case cancelled
}

extension UpstreamFailure {
    /// The failure for the log, without the body of an answer.
    public var summary: String {
        switch self {
        case .rejected(let status, _): "refused with \(status)"
        default: "\(self)"
        }
    }
}
