import Database
import ServiceRuntime
import Upstream

/// Every setting and every limit of `schedule`.
enum ScheduleConfiguration {
    static let url = UpstreamSettings.base(
        "bsuir.url", default: BSUIRClient.standardBase,
        summary: "Where BSUIR's interface is; plain HTTP on loopback only")
    static let timeout = Setting<Duration>(
        "bsuir.timeout", default: .seconds(8), in: .milliseconds(100) ... .seconds(60),
        summary: "How long an answer of BSUIR is waited for")
    static let rate = Setting<Int>(
        "bsuir.rate", default: 8, in: 1...1_000, summary: "Most calls to BSUIR a second, on average")

    static let fresh = Setting<Duration>(
        "timetables.fresh", default: .seconds(1_800), in: .seconds(10) ... .seconds(86_400),
        summary: "How long a timetable is given without asking for it anew")
    static let early = Setting<Duration>(
        "timetables.early", default: .seconds(600), in: .seconds(10) ... .seconds(86_400),
        summary: "The same in the first weeks of a term: 1 to 21 September, and February")

    static let refreshInterval = Setting<Duration>(
        "refresh.interval", default: .seconds(43_200), in: .zero ... .seconds(604_800),
        summary: "How often timetables of all groups and lecturers are asked for in the background; 0s: never")
    static let refreshParallel = Setting<Int>(
        "refresh.parallel", default: 2, in: 1...16, summary: "Calls at a time in the background")
    static let refreshPause = Setting<Duration>(
        "refresh.pause", default: .milliseconds(500), in: .zero ... .seconds(60),
        summary: "The mean pause before each call in the background")

    static let lookAhead = Setting<Int>(
        "next.days", default: 120, in: 1...366, summary: "How many days schedule.next looks ahead")
    static let answerBytes = Setting<Int>(
        "answers.bytes", default: 8 * 1_048_576, in: 0...1_073_741_824,
        summary: "Memory for encoded answers about timetables; 0 keeps none")
    static let answerLifetime = Setting<Duration>(
        "answers.lifetime", default: .seconds(5), in: .milliseconds(100) ... .seconds(60),
        summary: "How long an encoded answer is given again")
    static let favourites = Setting<Int>(
        "favourites.limit", default: 50, in: 1...1_000, summary: "Most favourites of an account")

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + UpstreamSettings.all + [
            url, timeout, rate, fresh, early, refreshInterval, refreshParallel, refreshPause, lookAhead, answerBytes,
            answerLifetime, favourites,
        ]

    /// How the university's server is called: it publishes no quota, so it is called little.
    static func policy(_ settings: Settings) throws(SettingFault) -> HostPolicy {
        var policy = HostPolicy()
        policy.total = try settings.value(timeout)
        policy.maximumBytes = 4 * 1_048_576
        policy.rate = Double(try settings.value(rate))
        policy.burst = 16
        // So it answers for a group without lessons.
        policy.statusesOfThings = [500]
        policy.maximumInFlight = 16
        return policy
    }
}
