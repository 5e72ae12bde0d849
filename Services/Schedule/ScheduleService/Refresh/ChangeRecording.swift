import Database
import Logging
import Postgres
import Resilience
import ScheduleContract
import ServiceLifecycle
import ServiceRuntime
import Values

/// Stores the former state of each timetable that changed, then announces the change.
///
/// In this order, a client that hears the announcement and asks what changed gets the change.
struct ChangeRecording: Service {
    /// The maximum number of waiting changes; further ones are announced without storing their former state.
    static let capacity = 256
    /// The number of attempts to store a state: enough for a database that is unavailable for some minutes.
    static let attempts = 20
    /// The time limit of an attempt.
    static let timeout: Duration = .seconds(5)

    let store: PastTimetableStore
    let times: ChangeTimes
    let publisher: ChangePublisher<ScheduleChange>
    let logger: Logger
    /// The function that waits; tests replace it.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    private let changes: AsyncStream<FoundChange>
    private let waiting: AsyncStream<FoundChange>.Continuation

    init(
        store: PastTimetableStore, times: ChangeTimes, publisher: ChangePublisher<ScheduleChange>, logger: Logger
    ) {
        self.store = store
        self.times = times
        self.publisher = publisher
        self.logger = logger
        (changes, waiting) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    /// Receives a change that this process found; does not wait.
    func found(_ change: FoundChange) {
        if case .enqueued = waiting.yield(change) { return }
        announce(change, at: nil)
    }

    /// Records changes until the process ends, and then those that wait: each with one attempt, and none after a
    /// failure.
    func run() async throws {
        await withGracefulShutdownHandler {
            var isFailing = false
            for await change in changes {
                if isFailing, Task.isShuttingDownGracefully {
                    announce(change, at: nil)
                } else {
                    isFailing = !(await record(change))
                }
            }
        } onGracefulShutdown: {
            waiting.finish()
        }
    }

    /// Stores the former state, or gives up after ``attempts``; then announces the change.
    ///
    /// - Returns: false if the state was not stored.
    @discardableResult
    func record(_ change: FoundChange) async -> Bool {
        var isStored = false
        var backoff = Backoff(first: .milliseconds(100), longest: .seconds(30))
        var time: Instant?
        for attempt in 1...Self.attempts {
            do {
                let stored = try await store.add(change, deadline: .now + Self.timeout)
                times.stored(change.subject, at: stored, foundAt: change.at)
                time = stored
                isStored = true
                break
            } catch {
                if attempt == Self.attempts {
                    logger.warning(
                        "a former timetable was not stored",
                        metadata: ["timetable": .string(change.subject.key), "error": .string("\(error)")])
                    break
                }
                let pause = backoff.failed(random: .random(in: 0...1))
                let hasWaited = await cancelWhenGracefulShutdown { (try? await sleep(pause)) != nil }
                guard hasWaited, !Task.isShuttingDownGracefully else { break }
            }
        }
        announce(change, at: time)
        return isStored
    }

    private func announce(_ change: FoundChange, at time: Instant?) {
        publisher.announce(.timetable(change.subject, change.fingerprint, at: time))
    }
}
