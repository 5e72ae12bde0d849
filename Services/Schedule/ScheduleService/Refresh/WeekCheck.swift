import Logging
import ServiceLifecycle
import ServiceRuntime
import Upstream

/// Compares the computed week with the university's once a day; answers always use the computed one.
struct WeekCheck: Service {
    static let interval: Duration = .hours(24)
    /// The pause after a check without a result.
    static let pauseAfterFailure: Duration = .hours(1)

    let library: TimetableLibrary
    let latest: LatestWeekCheck
    let metrics: ScheduleMetrics
    let logger: Logger
    /// The function that waits; tests replace it.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The source of random numbers in 0..<1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            try? await sleep(.seconds(2 + 8 * random()))
            while !Task.isCancelled {
                let hasResult = await check()
                try? await sleep((hasResult ? Self.interval : Self.pauseAfterFailure) * (0.9 + 0.2 * random()))
            }
        }
    }

    /// Runs a comparison; returns false if the university did not return its week.
    func check() async -> Bool {
        let before = library.clock.today
        let reported: Int
        do throws(UpstreamFailure) {
            reported = try await library.client.currentWeek()
        } catch {
            metrics.weeks.count(.unknown)
            logger.info("the university did not return its week", metadata: ["error": .string("\(error)")])
            return false
        }
        let now = library.clock.now()
        // Around midnight, the week of either day is correct.
        let computed = [before, library.clock.time.date(at: now)].map { AcademicWeek(of: $0).number }
        let agrees = computed.contains(reported)
        latest.update(LatestWeekCheck.Check(at: now, agrees: agrees))
        metrics.weeks.count(agrees ? .agrees : .differs)
        metrics.weekDiffers.set(agrees ? 0 : 1)
        if !agrees {
            logger.warning(
                "the university's week differs from the computed one",
                metadata: ["reported": .stringConvertible(reported), "computed": .stringConvertible(computed[1])])
        }
        return true
    }
}
