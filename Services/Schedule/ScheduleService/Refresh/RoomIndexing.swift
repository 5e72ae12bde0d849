import Logging
import ScheduleContract
import ServiceLifecycle
import ServiceRuntime
import Upstream
import Values

/// Adds the timetables that this replica has read to the index of rooms, and announces new lessons.
///
/// It only reads the cached copies: ``BackgroundRefresh`` calls the university. A timetable whose change a replica
/// announces is added at once. A round compares all copies with the index, so that whatever was not added before is
/// added by a later one. Besides the caches, a round holds the times of all copies (``RoomIndexStore/sourceLimit``)
/// and one timetable.
struct RoomIndexing: Service {
    /// The number of changes that wait; later ones are left to the next round.
    static let capacity = 256
    /// The time limit of a statement.
    static let timeout: Duration = .seconds(10)

    let library: TimetableLibrary
    let store: RoomIndexStore
    /// The time between rounds.
    let interval: Duration
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool
    /// Announces that the index has other lessons.
    let announce: @Sendable () -> Void
    let logger: Logger
    /// The function that waits; tests replace it.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The source of random numbers in 0..<1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    private let changes: AsyncStream<ScheduleChange>
    private let waiting: AsyncStream<ScheduleChange>.Continuation

    init(
        library: TimetableLibrary, store: RoomIndexStore, interval: Duration, isReady: @escaping @Sendable () -> Bool,
        announce: @escaping @Sendable () -> Void, logger: Logger
    ) {
        self.library = library
        self.store = store
        self.interval = interval
        self.isReady = isReady
        self.announce = announce
        self.logger = logger
        (changes, waiting) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    /// Receives a change that a replica announced; does not wait.
    func heard(_ change: ScheduleChange) {
        if case .timetable = change { waiting.yield(change) }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            async let adding: Void = addChanges()
            await makeRounds()
            await adding
        }
        try? await gracefulShutdown()
    }

    private func addChanges() async {
        for await change in changes where isReady() { await add(change) }
    }

    private func makeRounds() async {
        while !Task.isCancelled {
            // Replicas take turns, as a later one finds the lessons of an earlier one.
            try? await sleep(interval * (0.5 + random()))
            if !Task.isCancelled, isReady() { await round() }
        }
    }

    /// Adds a changed timetable, if this replica has it.
    ///
    /// A replica with an older copy renews it and announces the change again (``CopyRenewal``).
    func add(_ change: ScheduleChange) async {
        guard case .timetable(let subject, let fingerprint, _) = change,
            let cached = await library.cachedPlan(of: subject, keepsInMemory: false),
            cached.value.fingerprint == fingerprint
        else { return }
        do {
            if try await put(cached, of: subject) { announce() }
        } catch {
            logger.warning(
                "a timetable was not added to the index of rooms",
                metadata: ["timetable": .string(subject.key), "error": .string("\(error)")])
        }
    }

    /// Adds the copies that are newer than the index; ends at the first failure of the database.
    func round() async {
        var added = 0
        var isChanged = false
        do {
            let known = Dictionary(
                try await store.sources(deadline: .now + Self.timeout).map { ($0.subject, $0.readAt) },
                uniquingKeysWith: max)
            let groups = await library.cachedGroups()?.items.map { Subject.group($0.number) } ?? []
            let lecturers = await library.cachedLecturers()?.items.map { Subject.lecturer($0.slug) } ?? []
            let oldest = library.clock.now().advanced(bySeconds: -RoomIndexStore.days * 86_400)
            for subject in groups + lecturers {
                if Task.isCancelled { break }
                // The time alone, as most copies need not be read.
                guard let time = await library.copyTime(of: subject), time >= oldest else { continue }
                if let readAt = known[subject], readAt >= time { continue }
                guard let cached = await library.cachedPlan(of: subject, keepsInMemory: false) else { continue }
                if try await put(cached, of: subject) { isChanged = true }
                added += 1
            }
            if !Task.isCancelled { try await store.removeOld(before: oldest, deadline: .now + Self.timeout) }
        } catch {
            logger.warning("the index of rooms was not updated", metadata: ["error": .string("\(error)")])
        }
        // Once for all timetables of the round.
        if isChanged { announce() }
        if added > 0 {
            logger.info("timetables added to the index of rooms", metadata: ["count": .stringConvertible(added)])
        }
    }

    private func put(_ cached: Cached<PlanSnapshot>, of subject: Subject) async throws -> Bool {
        try await store.put(
            cached.value.plan, cached.value.fingerprint, of: subject, readAt: cached.fetchedAt,
            deadline: .now + Self.timeout)
    }
}
