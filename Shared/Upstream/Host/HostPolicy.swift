/// Limits and timeouts for calls to a third party.
public struct HostPolicy: Sendable {
    /// The time limit for an answer, from the first attempt to the last byte, retries and waits included.
    public var total: Duration = .seconds(6)
    /// The maximum length of an unpacked body, in bytes; for others than pictures, which are not packed, never more
    /// than ``UpstreamTransport/maximumUnpacked``.
    public var maximumBytes = 1_048_576
    /// The minimum rate of an unpacked body after ``rateGrace``, in bytes per second; 0 for no limit.
    public var minimumRate = 1_024
    /// The time before ``minimumRate`` applies.
    public var rateGrace: Duration = .seconds(2)
    /// The maximum number of retries after the first attempt.
    public var retries = 1
    /// The mean pause before a retry; the actual one is between half and one and a half times as long.
    public var retryPause: Duration = .milliseconds(200)
    /// The number of failures within ``breakerWindow`` that opens the breaker.
    public var breakerFailures = 5
    public var breakerWindow: Duration = .seconds(30)
    /// The time that the breaker stays open before it admits one call as a probe.
    public var breakerPause: Duration = .seconds(15)
    /// The average number of calls per second; 0 for no limit.
    public var rate: Double = 0
    /// The number of calls that may come at once after a quiet period.
    public var burst = 10
    /// The number of calls per UTC day; 0 for no limit.
    public var daily = 0
    /// The longest time that a call waits for its turn under ``rate``; if it would take longer, the call is not made.
    public var maximumWait: Duration = .seconds(1)
    /// The cost of a request beyond that of the caller's method, in calls; see ``CallWork``.
    public var cost = 0
    /// The maximum number of calls in flight; their bodies take at most this many times ``maximumBytes``.
    public var maximumInFlight = 32
    /// The statuses of 500 and above that, with a JSON body, are about the requested item rather than the third party.
    ///
    /// They do not count as failures for the breaker.
    public var itemErrorStatuses: Set<Int> = []
    /// The pause after a 429 without a `Retry-After`, if ``limitWindow`` finds none either.
    public var pauseWhenLimited: Duration = .seconds(60)
    /// Finds the limit that the body of a 429 names; receives at most 16 KiB and returns `nil` if the body names none.
    public var limitWindow: @Sendable (_ body: [UInt8]) -> LimitWindow? = { _ in nil }
    /// The longest pause that ``limitWindow`` can cause; after it, one call tests whether the limit still applies.
    public var longestPause: Duration = .seconds(6 * 3_600)
    /// Returns the status that a body with status 200 means; `nil` if it is an answer.
    public var statusInBody: @Sendable (_ body: [UInt8]) -> Int? = { _ in nil }
    /// The pause after a 401 or 403; zero for none.
    public var pauseWhenDenied: Duration = .zero

    public init() {}

    /// Returns the maximum length of the answer to a request.
    func maximumBytes(of request: UpstreamRequest) -> Int {
        request.body == .image ? maximumBytes : min(maximumBytes, UpstreamTransport.maximumUnpacked)
    }

    /// Creates a policy with some values changed.
    public init(_ change: (inout HostPolicy) -> Void) {
        self.init()
        change(&self)
    }
}
