/// Limits and timeouts for calls to a third party.
public struct HostPolicy: Sendable {
    /// The time for an answer, from the first attempt to the last byte, retries and waits included.
    public var total: Duration = .seconds(6)
    /// The longest body, unpacked, in bytes; never more than ``UpstreamTransport/maximumUnpacked``.
    public var maximumBytes = 1_048_576
    /// The slowest rate of a body in unpacked bytes per second once ``rateGrace`` is over; 0: no limit.
    public var minimumRate = 1_024
    /// The time that a body has to reach ``minimumRate``.
    public var rateGrace: Duration = .seconds(2)
    /// The most attempts after the first.
    public var retries = 1
    /// The mean pause before a retry; the actual one lies between half of it and one and a half times it.
    public var retryPause: Duration = .milliseconds(200)
    /// The failures within ``breakerWindow`` that open the breaker.
    public var breakerFailures = 5
    public var breakerWindow: Duration = .seconds(30)
    /// The time that the breaker stays open before one call probes.
    public var breakerPause: Duration = .seconds(15)
    /// Calls a second on average; 0: no limit.
    public var rate: Double = 0
    /// The burst that the average allows.
    public var burst = 10
    /// Calls a day, by UTC; 0: no limit.
    public var daily = 0
    /// The longest wait of a call for its turn under ``rate``; beyond it the call is not made.
    public var maximumWait: Duration = .seconds(1)
    /// The most calls in flight; their bodies take at most this many times ``maximumBytes``.
    public var maximumInFlight = 32
    /// Statuses of 500 and above that, with a JSON body, concern the requested item rather than the third party.
    ///
    /// They do not count for the breaker.
    public var statusesOfThings: Set<Int> = []
    /// The pause after a 429 without a `Retry-After`, if ``limitWindow`` finds none either.
    public var pauseWhenLimited: Duration = .seconds(60)
    /// Finds the limit named in the body of such an answer, of which at most 16 KiB are passed; `nil` if none is.
    public var limitWindow: @Sendable (_ body: [UInt8]) -> LimitWindow? = { _ in nil }
    /// The longest pause by ``limitWindow``; after it, one call tests whether the limit still holds.
    public var longestPause: Duration = .seconds(6 * 3_600)
    /// The pause after 401 or 403; zero means none.
    public var pauseWhenDenied: Duration = .zero

    public init() {}

    /// Creates a policy with some values changed.
    public init(_ change: (inout HostPolicy) -> Void) {
        self.init()
        change(&self)
    }
}
