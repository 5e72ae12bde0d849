/// The reason why a third party gave no usable answer.
public enum UpstreamFailure: Error, Hashable, Sendable {
    /// The answer was not complete in time, from the connection to the last byte.
    case timedOut
    /// The third party could not be reached, or the connection broke; the detail holds neither addresses nor keys.
    case unreachable(String)
    /// It refused, with this status.
    case refused(status: Int, body: [UInt8])
    /// It asked for a pause of this length.
    case limited(retryAfter: Duration?)
    /// Not asked: it failed too often recently, or asked for a pause.
    case notAsked(retryAfter: Duration)
    /// Not asked: our limit of calls to it is used up. It may be healthy.
    case crowded(retryAfter: Duration)
    /// The body exceeded the limit.
    case tooLarge
    /// It answered with something that cannot be read; the detail says where.
    case unreadable(String)
    /// The caller gave up.
    case cancelled
}
