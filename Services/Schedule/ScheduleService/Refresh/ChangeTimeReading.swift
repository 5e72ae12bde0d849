import Database
import Logging
import Resilience
import ServiceLifecycle
import ServiceRuntime

/// Reads the times of the latest changes from the database: at the start, and when announcements may have been missed.
struct ChangeTimeReading: Service {
    /// The time limit of an attempt.
    static let timeout: Duration = .seconds(5)

    let times: ChangeTimes
    private let store: PastTimetableStore
    private let logger: Logger
    private let requests: AsyncStream<Void>
    private let waiting: AsyncStream<Void>.Continuation

    init(times: ChangeTimes, store: PastTimetableStore, logger: Logger) {
        self.times = times
        self.store = store
        self.logger = logger
        (requests, waiting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Receives a change that a replica announced; does not wait.
    func heard(_ change: ScheduleChange) {
        switch change {
        case .timetable(let subject, _, let time?): times.stored(subject, at: time)
        case .everything: waiting.yield()
        case .timetable, .favourites, .calendars, .rooms: break
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in requests { await readUntilDone() }
        }
        try? await gracefulShutdown()
    }

    /// Reads the times; tries again with growing pauses, as the tables may not exist yet.
    private func readUntilDone() async {
        var backoff = Backoff(first: .milliseconds(100), longest: .seconds(30))
        while !Task.isCancelled {
            do { return try await read() } catch {
                logger.debug("the times of changes were not read", metadata: ["error": .string("\(error)")])
            }
            guard (try? await Task.sleep(for: backoff.failed(random: .random(in: 0...1)))) != nil else { return }
        }
    }

    /// Reads the times once.
    func read() async throws {
        times.read(try await store.changeTimes(deadline: .now + Self.timeout))
    }
}
