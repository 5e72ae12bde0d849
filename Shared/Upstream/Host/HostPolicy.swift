/// How much of a third party is asked at most, and how long it is waited for.
public struct HostPolicy: Sendable {
    /// For an answer, from the first attempt to the last byte, retries and waits included.
    public var total: Duration = .seconds(6)
    /// The longest body that is read, unpacked, in bytes; never more than ``UpstreamTransport/maximumUnpacked``.
    public var maximumBytes = 1_048_576
    /// Bytes a second, unpacked, below which a body is given up once ``rateGrace`` is over; 0: however slow.
    public var minimumRate = 1_024
    /// How long a body may take to gather pace.
    public var rateGrace: Duration = .seconds(2)
    /// Attempts after the first.
    public var retries = 1
    /// The mean pause before a retry; the pause itself is drawn between half of it and one and a half.
    public var retryPause: Duration = .milliseconds(200)
    /// How many failures within ``breakerWindow`` open the breaker.
    public var breakerFailures = 5
    public var breakerWindow: Duration = .seconds(30)
    /// How long an open breaker lets nothing through before one call may try.
    public var breakerPause: Duration = .seconds(15)
    /// Calls a second on average; 0: as many as one likes.
    public var rate: Double = 0
    /// Calls at once that the average allows for.
    public var burst = 10
    /// Calls a day, by UTC; 0: as many as one likes.
    public var daily = 0
    /// The longest that a call waits for its turn under ``rate``; beyond it the call is not made.
    public var maximumWait: Duration = .seconds(1)
    /// Calls in flight at once: in memory so many times ``maximumBytes`` at the most.
    public var maximumInFlight = 32
    /// Statuses of 500 and more that, with a body of JSON, speak of the thing that was asked for rather than of the third
    /// party: they do not count for the breaker.
    public var statusesOfThings: Set<Int> = []
    /// How long nothing is asked after 429 without a `Retry-After`, where ``limitWindow`` tells nothing either.
    public var pauseWhenLimited: Duration = .seconds(60)
    /// What the body of such an answer, at most 16 KiB of it, tells of the limit that was met; `nil`: nothing.
    public var limitWindow: @Sendable (_ body: [UInt8]) -> LimitWindow? = { _ in nil }
    /// The longest pause that ``limitWindow`` leads to: then one call finds out whether the limit still holds.
    public var longestPause: Duration = .seconds(6 * 3_600)
    /// How long nothing is asked after 401 or 403; zero: it is asked on.
    public var pauseWhenDenied: Duration = .zero

    public init() {}

    /// A policy with some of it changed.
    public init(_ change: (inout HostPolicy) -> Void) {
        self.init()
        change(&self)
    }
}
