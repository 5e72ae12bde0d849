import Logging
import ScheduleContract
import ServiceLifecycle
import ServiceRuntime
import Upstream
import Values

/// Adds the timetables that this replica has read to the index of rooms.
///
/// It only reads the cached copies: ``BackgroundRefresh`` calls the university. A round compares all copies with the
/// index, so that whatever an earlier one could not add is added by a later one.
struct RoomIndexing: Service {
    /// The time limit of a statement.
    static let timeout: Duration = .seconds(10)

    let library: TimetableLibrary
    let store: RoomIndexStore
    /// The time between rounds.
    let interval: Duration
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool
    let logger: Logger
    /// The function that waits; tests replace it.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The source of random numbers in 0..<1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // Replicas take turns, as a later one finds the lessons of an earlier one.
                try? await sleep(interval * (0.5 + random()))
                if !Task.isCancelled, isReady() { await round() }
            }
        }
        try? await gracefulShutdown()
    }

    /// Adds the copies that are newer than the index; ends at the first failure of the database.
    func round() async {
        var added = 0
        do {
            let known = Dictionary(
                try await store.sources(deadline: .now + Self.timeout).map { ($0.subject, $0.readAt) },
                uniquingKeysWith: max)
            let groups = await library.cachedGroups()?.items.map { Subject.group($0.number) } ?? []
            let lecturers = await library.cachedLecturers()?.items.map { Subject.lecturer($0.slug) } ?? []
            let oldest = library.clock.now().advanced(bySeconds: -RoomIndexStore.days * 86_400)
            for subject in groups + lecturers {
                if Task.isCancelled { return }
                guard let cached = await library.cachedPlan(of: subject), cached.fetchedAt >= oldest else { continue }
                if let readAt = known[subject], readAt >= cached.fetchedAt { continue }
                try await store.put(
                    cached.value.plan, cached.value.fingerprint, of: subject, readAt: cached.fetchedAt,
                    deadline: .now + Self.timeout)
                added += 1
            }
            try await store.removeOld(before: oldest, deadline: .now + Self.timeout)
        } catch {
            logger.warning("the index of rooms was not updated", metadata: ["error": .string("\(error)")])
        }
        if added > 0 {
            logger.info("timetables added to the index of rooms", metadata: ["count": .stringConvertible(added)])
        }
    }
}
