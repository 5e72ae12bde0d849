/// Why a third party gave nothing that can be used.
public enum UpstreamFailure: Error, Hashable, Sendable {
    /// Nothing came back in time, from the connection to the last byte.
    case timedOut
    /// It could not be reached, or the connection broke; the detail is in our words and holds no address or key.
    case unreachable(String)
    /// It answered with a status that says no.
    case refused(status: Int, body: [UInt8])
    /// It asked to be left alone for so long.
    case limited(retryAfter: Duration?)
    /// Not asked: it failed too often of late, or wants to be left alone.
    case notAsked(retryAfter: Duration)
    /// Not asked: our own share of calls to it is used up, or as many as may be are under way. It may be well.
    case crowded(retryAfter: Duration)
    /// The body was longer than is read.
    case tooLarge
    /// It answered, but with something that cannot be read; the detail says where.
    case unreadable(String)
    /// The caller gave up.
    case cancelled
}
