import Logging
import ServiceLifecycle
import ServiceRuntime
import Upstream

/// Compares the computed week with the university's once a day; the computed one stays in force.
struct WeekCheck: Service {
    static let interval: Duration = .hours(24)
    /// How long after a check that came to nothing the next follows.
    static let pauseAfterFailure: Duration = .hours(1)

    let library: TimetableLibrary
    let board: WeekBoard
    let metrics: ScheduleMetrics
    let logger: Logger
    /// Waits; a test returns at once.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Numbers in 0..<1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            try? await sleep(.seconds(2 + 8 * random()))
            while !Task.isCancelled {
                let isTold = await check()
                try? await sleep((isTold ? Self.interval : Self.pauseAfterFailure) * (0.9 + 0.2 * random()))
            }
        }
    }

    /// One comparison; false if the university did not tell its week.
    func check() async -> Bool {
        let before = library.today
        let told: Int
        do throws(UpstreamFailure) {
            told = try await library.client.currentWeek()
        } catch {
            metrics.weeks.count(.unknown)
            logger.info("the university's week was not told", metadata: ["error": .string("\(error)")])
            return false
        }
        let now = library.now()
        // Asked around a midnight, either day's week is right.
        let computed = [before, library.time.date(at: now)].map { AcademicWeek(of: $0).number }
        let agrees = computed.contains(told)
        board.note(WeekBoard.Check(at: now, agrees: agrees))
        metrics.weeks.count(agrees ? .agrees : .differs)
        metrics.weekDiffers.set(agrees ? 0 : 1)
        if !agrees {
            logger.warning(
                "the university counts its weeks otherwise",
                metadata: ["told": .stringConvertible(told), "computed": .stringConvertible(computed[1])])
        }
        return true
    }
}
