import Logging
import ScheduleContract
import ServiceRuntime
import Synchronization
import Upstream
import Values
import Wire

/// Provides the university's catalogues and timetables from cached copies, which are refreshed once they are too old.
final class TimetableLibrary: Sendable {
    /// The cached copies, and the times for which each may be served.
    struct Caches: Sendable {
        var freshness: LibraryFreshness
        var groups: UpstreamCache<[Schedule.Group]>
        var lecturers: UpstreamCache<[Schedule.Lecturer]>
        var rooms: UpstreamCache<[Schedule.Room]>
        var plans: UpstreamCache<PlanSnapshot>
    }

    /// The ways in which the library reports what it finds.
    struct Reports: Sendable {
        var metrics: ScheduleMetrics
        var logger: Logger
        /// Called once a timetable differs from the copy that was cached before, and the new copy is cached.
        var changed: @Sendable (FoundChange) -> Void = { _ in }
    }

    let client: BSUIRClient
    let clock: MinskClock
    private let caches: Caches
    private let reports: Reports
    private let changeTimes: ChangeTimes
    private let groupCatalogue = CatalogueCache<Schedule.Group>("groups") { Catalogue.Listed($0, encoded: $1) }
    private let lecturerCatalogue = CatalogueCache<Schedule.Lecturer>("lecturers") {
        Catalogue.Listed($0, encoded: $1)
    }
    private let roomCatalogue = CatalogueCache<Schedule.Room>("rooms") { Catalogue.Listed($0, encoded: $1) }
    private let failures = Mutex(FailureTracker())

    init(client: BSUIRClient, caches: Caches, clock: MinskClock, changeTimes: ChangeTimes, reports: Reports) {
        self.client = client
        self.caches = caches
        self.clock = clock
        self.changeTimes = changeTimes
        self.reports = reports
    }

    // MARK: Catalogues

    func groups(
        deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Schedule.Group>> {
        try await catalogue(caches.groups, groupCatalogue, deadline) {
            [client] () throws(UpstreamFailure) in try await client.groups()
        }
    }

    func lecturers(
        deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Schedule.Lecturer>> {
        try await catalogue(caches.lecturers, lecturerCatalogue, deadline) {
            [client] () throws(UpstreamFailure) in try await client.lecturers()
        }
    }

    func rooms(
        deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Schedule.Room>> {
        try await catalogue(caches.rooms, roomCatalogue, deadline) {
            [client] () throws(UpstreamFailure) in try await client.rooms()
        }
    }

    private func catalogue<Item: Codable & Sendable>(
        _ cache: UpstreamCache<[Item]>, _ prepared: CatalogueCache<Item>, _ deadline: ContinuousClock.Instant?,
        load: @escaping @Sendable () async throws(UpstreamFailure) -> [Item]
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Item>> {
        let cached = try await cache.value(
            for: prepared.name, freshness: caches.freshness.catalogues, deadline: deadline
        ) { [clock, reports] _ throws(UpstreamFailure) in
            let items = try await load()
            let cachedCount = await cache.peek(prepared.name)?.value.count ?? 0
            guard prepared.accepts(items, cachedCount: cachedCount, now: clock.now()) else {
                reports.metrics.shrunken.add()
                reports.logger.warning(
                    "a list shrank by more than half and is held back until the university repeats it",
                    metadata: [
                        "list": .string(prepared.name), "kept": .stringConvertible(cachedCount),
                        "received": .stringConvertible(items.count),
                    ])
                throw .unreadable("the list of \(prepared.name) has shrunk from \(cachedCount) to \(items.count)")
            }
            return .value(items, Validators())
        }
        guard let cached else { throw .rejected(status: 404, body: []) }
        return Cached(prepared.catalogue(of: cached), fetchedAt: cached.fetchedAt, isStale: cached.isStale)
    }

    /// Returns the cached groups; never calls the university.
    func cachedGroups() async -> Catalogue<Schedule.Group>? {
        await caches.groups.peek(groupCatalogue.name).map(groupCatalogue.catalogue(of:))
    }

    /// Returns the cached lecturers; never calls the university.
    func cachedLecturers() async -> Catalogue<Schedule.Lecturer>? {
        await caches.lecturers.peek(lecturerCatalogue.name).map(lecturerCatalogue.catalogue(of:))
    }

    // MARK: Timetables

    /// Returns a subject's timetable with the time of its latest change; the plan is `nil` if the university has none.
    ///
    /// - Parameters:
    ///   - isKnown: true if a catalogue contains the subject; a 404 for another one proves nothing and is not cached.
    ///   - refresh: calls the university even if the cached copy is fresh.
    func plan(
        of subject: Subject, isKnown: Bool = true, refresh: Bool = false, deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<PlanSnapshot> {
        let cached = try await fetched(
            subject, isKnown: isKnown, hasEntries: true, refresh: refresh, deadline: deadline)
        // The answer that there is no timetable is fresh for a shorter time. A stale one has been waited for already.
        guard !refresh, let cached, !cached.value.hasEntries, !cached.isStale else { return try dated(cached, subject) }
        return try dated(
            await fetched(subject, isKnown: isKnown, hasEntries: false, refresh: false, deadline: deadline), subject)
    }

    private func dated(
        _ cached: Cached<PlanSnapshot>?, _ subject: Subject
    ) throws(UpstreamFailure) -> Cached<PlanSnapshot> {
        guard var cached else { throw .rejected(status: 404, body: []) }
        cached.value.changedAt = changeTimes.time(of: subject, copied: cached.value.changedAt)
        return cached
    }

    private func fetched(
        _ subject: Subject, isKnown: Bool, hasEntries: Bool, refresh: Bool, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Cached<PlanSnapshot>? {
        try await caches.plans.value(
            for: subject.key, freshness: caches.freshness.timetable(hasEntries: hasEntries, today: clock.today),
            refresh: refresh, deadline: deadline
        ) { [self] _ throws(UpstreamFailure) in
            let cached = await caches.plans.peek(subject.key, keepsInMemory: !refresh)?.value
            let plan = try await load(subject, cached: cached)
            if plan == nil, !isKnown { return .absent }
            return .value(record(plan, after: cached, of: subject, keepsInMemory: !refresh), Validators())
        }
    }

    /// Returns a subject's cached timetable; never calls the university.
    ///
    /// - Parameter keepsInMemory: true to keep a copy that is only on disk in memory, for callers to come.
    func cachedPlan(of subject: Subject, keepsInMemory: Bool = true) async -> Cached<PlanSnapshot>? {
        await caches.plans.peek(subject.key, keepsInMemory: keepsInMemory)
    }

    /// Returns the time at which a subject's copy was fetched; never calls the university.
    func copyTime(of subject: Subject) async -> Instant? { await caches.plans.fetchedAt(of: subject.key) }

    /// The number of times that a subject's timetable, or the time of its latest change, has changed here.
    func changeCount(of subject: Subject) -> Int { changeTimes.count(of: subject) }

    private func load(_ subject: Subject, cached: PlanSnapshot?) async throws(UpstreamFailure) -> StudyPlan? {
        let plan: StudyPlan?
        do throws(UpstreamFailure) {
            plan = try await client.plan(of: subject)
        } catch {
            guard case .rejected(500, _) = error else { throw error }
            let isProven = failures.withLock { $0.failed(subject.key) }
            // A 500 for a subject known to have no timetable confirms that.
            guard cached?.plan == nil, cached != nil || isProven else { throw error }
            return nil
        }
        // A server that has lost its timetables may answer with 404 or with empty ones.
        let isCredible = failures.withLock {
            $0.answered(subject.key, hasTimetable: plan?.isEmpty == false, hadTimetable: cached?.hasEntries == true)
        }
        guard isCredible else { throw .rejected(status: 404, body: []) }
        return plan
    }

    /// Returns the timetable with the time of its latest change, which is reported if it is this one.
    private func record(
        _ plan: StudyPlan?, after cached: PlanSnapshot?, of subject: Subject, keepsInMemory: Bool
    ) -> PlanSnapshot {
        // The encoding is stable: it never fails, and the order of members is fixed.
        let fingerprint = Fingerprint((try? JSONCoding.encode([plan].compactMap(\.self))) ?? [])
        guard let cached else { return PlanSnapshot(plan: plan, fingerprint: fingerprint, changedAt: nil) }
        guard cached.fingerprint != fingerprint else {
            return PlanSnapshot(plan: plan, fingerprint: fingerprint, changedAt: cached.changedAt)
        }
        let now = clock.now()
        let snapshot = PlanSnapshot(plan: plan, fingerprint: fingerprint, changedAt: now)
        reports.metrics.changes.add()
        reports.logger.info("a timetable has changed", metadata: ["timetable": .string(subject.key)])
        // Before the report, so that whoever hears of the change finds it.
        caches.plans.put(snapshot, for: subject.key, fetchedAt: clock.now(), keepsInMemory: keepsInMemory)
        changeTimes.found(subject, at: now)
        reports.changed(
            FoundChange(
                subject: subject, before: cached.plan, fingerprintBefore: cached.fingerprint, fingerprint: fingerprint,
                at: now))
        return snapshot
    }
}
