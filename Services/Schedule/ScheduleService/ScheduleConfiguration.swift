import Contract
import Database
import ServiceRuntime
import Upstream

/// The settings of `schedule`.
enum ScheduleConfiguration {
    static let url = UpstreamSettings.base(
        "bsuir.url", default: BSUIRClient.standardBase,
        summary: "Address of BSUIR's API; plain HTTP on loopback only")
    static let timeout = Setting<Duration>(
        "bsuir.timeout", default: .seconds(8), in: .milliseconds(100) ... .seconds(60),
        summary: "Longest wait for an answer of BSUIR")
    static let rate = Setting<Int>(
        "bsuir.rate", default: 8, in: 1...1_000, summary: "Most calls to BSUIR per second, on average")

    static let fresh = Setting<Duration>(
        "timetables.fresh", default: .seconds(1_800), in: .seconds(10) ... .seconds(86_400),
        summary: "Time for which a timetable is served before it is refreshed from BSUIR")
    static let early = Setting<Duration>(
        "timetables.early", default: .seconds(600), in: .seconds(10) ... .seconds(86_400),
        summary: "The same during the first weeks of a term: 1 to 21 September, and February")

    static let refreshInterval = Setting<Duration>(
        "refresh.interval", default: .seconds(43_200), in: .zero ... .seconds(604_800),
        summary: "Interval of refreshing all timetables in the background; 0s: never")
    static let refreshParallel = Setting<Int>(
        "refresh.parallel", default: 2, in: 1...16, summary: "Parallel calls of the background refresh")
    static let refreshPause = Setting<Duration>(
        "refresh.pause", default: .milliseconds(500), in: .zero ... .seconds(60),
        summary: "Mean pause before each call of the background refresh")

    static let roomInterval = Setting<Duration>(
        "rooms.interval", default: .seconds(600), in: .seconds(1) ... .seconds(86_400),
        summary: "Interval of adding the timetables that were read to the index of rooms")

    static let lookAhead = Setting<Int>(
        "next.days", default: 120, in: 1...366, summary: "Number of days that schedule.next looks ahead")
    static let answerBytes = Setting<Int>(
        "answers.bytes", default: 8 * 1_048_576, in: 0...1_073_741_824,
        summary: "Memory for cached answers about timetables; 0: none")
    static let answerLifetime = Setting<Duration>(
        "answers.lifetime", default: .seconds(5), in: .milliseconds(100) ... .seconds(60),
        summary: "Time for which a cached answer is served")
    static let favourites = Setting<Int>(
        "favourites.limit", default: 50, in: 1...1_000, summary: "Most favourites of an account")

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + UpstreamSettings.all + [
            PeerSettings.address(of: .auth), PeerSettings.plaintext, url, timeout, rate, fresh, early, refreshInterval,
            refreshParallel, refreshPause, roomInterval, lookAhead, answerBytes,
            answerLifetime, favourites,
        ]

    /// Returns the limits on calls to the university's server, which are low, since it publishes no quota.
    static func policy(_ settings: Settings) throws(SettingFault) -> HostPolicy {
        var policy = HostPolicy()
        policy.total = try settings.value(timeout)
        policy.maximumBytes = 4 * 1_048_576
        policy.rate = Double(try settings.value(rate))
        policy.burst = 16
        // The server answers 500 for a group without lessons.
        policy.itemErrorStatuses = [500]
        policy.maximumInFlight = 16
        return policy
    }
}
