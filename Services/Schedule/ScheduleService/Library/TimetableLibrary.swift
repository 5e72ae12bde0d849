import Logging
import RPC
import ScheduleContract
import ServiceRuntime
import Synchronization
import Upstream
import Values
import Wire

/// A timetable as it is kept.
struct KeptPlan: Codable, Sendable {
    /// `nil`: the university has none for somebody whom it knows.
    var plan: StudyPlan?
    var fingerprint: Fingerprint
    /// When it was first seen as it is now.
    var changedAt: Instant

    /// Whether there is a timetable with anything in it.
    var isThere: Bool { plan?.isEmpty == false }
}

/// How long timetables and catalogues may be given on.
struct LibraryFreshness: Sendable {
    var catalogues = Freshness(fresh: .hours(12), revalidate: .days(7), ifError: .days(30), absent: .minutes(15))
    /// When timetables are not new.
    var timetables = Freshness(fresh: .minutes(30), revalidate: .hours(24), ifError: .days(30), absent: .minutes(15))
    /// In the first weeks of a term, when they change often.
    var early: Duration = .minutes(10)
    /// Where there is no timetable.
    var none: Duration = .minutes(15)

    /// How long a timetable may be given on, told on a day.
    func timetable(isThere: Bool, today: LocalDate) -> Freshness {
        var freshness = timetables
        if Self.isEarlyInTerm(today) { freshness.fresh = min(freshness.fresh, early) }
        if !isThere { freshness.fresh = min(freshness.fresh, none) }
        return freshness
    }

    /// The first three weeks of September, and February.
    static func isEarlyInTerm(_ date: LocalDate) -> Bool { date.month == 2 || (date.month == 9 && date.day <= 21) }
}

extension Duration {
    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    static func hours(_ count: Int) -> Duration { .seconds(3_600 * count) }
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}

/// The university's catalogues and timetables: kept, and asked for where they are not.
final class TimetableLibrary: Sendable {
    /// What is kept, and where.
    struct Caches: Sendable {
        var groups: UpstreamCache<[Schedule.Group]>
        var lecturers: UpstreamCache<[Schedule.Lecturer]>
        var rooms: UpstreamCache<[Schedule.Room]>
        var plans: UpstreamCache<KeptPlan>
    }

    let client: BSUIRClient
    let time: MinskTime
    let now: @Sendable () -> Instant
    private let caches: Caches
    private let freshness: LibraryFreshness
    private let metrics: ScheduleMetrics
    private let logger: Logger
    private let groupShelf = CatalogueShelf<Schedule.Group>("groups") { Catalogue.Listed($0) }
    private let lecturerShelf = CatalogueShelf<Schedule.Lecturer>("lecturers") { Catalogue.Listed($0) }
    private let roomShelf = CatalogueShelf<Schedule.Room>("rooms") { Catalogue.Listed($0) }
    private let faults = Mutex(FaultLedger())

    init(
        client: BSUIRClient, caches: Caches, freshness: LibraryFreshness, time: MinskTime, metrics: ScheduleMetrics,
        logger: Logger, now: @escaping @Sendable () -> Instant
    ) {
        self.client = client
        self.caches = caches
        self.freshness = freshness
        self.time = time
        self.metrics = metrics
        self.logger = logger
        self.now = now
    }

    var today: LocalDate { time.date(at: now()) }

    // MARK: Catalogues

    func groups(
        refresh: Bool = false, deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Schedule.Group>> {
        try await catalogue(caches.groups, groupShelf, refresh, deadline) { [client] () throws(UpstreamFailure) in
            try await client.groups()
        }
    }

    func lecturers(
        refresh: Bool = false, deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Schedule.Lecturer>> {
        try await catalogue(caches.lecturers, lecturerShelf, refresh, deadline) { [client] () throws(UpstreamFailure) in
            try await client.lecturers()
        }
    }

    func rooms(
        refresh: Bool = false, deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Schedule.Room>> {
        try await catalogue(caches.rooms, roomShelf, refresh, deadline) { [client] () throws(UpstreamFailure) in
            try await client.rooms()
        }
    }

    private func catalogue<Item: Codable & Sendable>(
        _ cache: UpstreamCache<[Item]>, _ shelf: CatalogueShelf<Item>, _ refresh: Bool,
        _ deadline: ContinuousClock.Instant?, load: @escaping @Sendable () async throws(UpstreamFailure) -> [Item]
    ) async throws(UpstreamFailure) -> Cached<Catalogue<Item>> {
        let cached = try await cache.value(
            for: shelf.name, freshness: freshness.catalogues, refresh: refresh, deadline: deadline
        ) { [now, logger, metrics] _ throws(UpstreamFailure) in
            let items = try await load()
            let kept = await cache.peek(shelf.name)?.value.count ?? 0
            guard shelf.believes(items, kept: kept, now: now()) else {
                metrics.shrunken.add()
                logger.warning(
                    "a list has become much shorter and is not taken until it is told again",
                    metadata: [
                        "list": .string(shelf.name), "kept": .stringConvertible(kept),
                        "told": .stringConvertible(items.count),
                    ])
                throw .unreadable("the list of \(shelf.name) has shrunk from \(kept) to \(items.count)")
            }
            return .value(items, Validators())
        }
        guard let cached else { throw .refused(status: 404, body: []) }
        return Cached(shelf.catalogue(of: cached), fetchedAt: cached.fetchedAt, isStale: cached.isStale)
    }

    /// The groups as they are kept, without asking anybody.
    func keptGroups() async -> Catalogue<Schedule.Group>? {
        await caches.groups.peek(groupShelf.name).map(groupShelf.catalogue(of:))
    }

    /// The lecturers as they are kept, without asking anybody.
    func keptLecturers() async -> Catalogue<Schedule.Lecturer>? {
        await caches.lecturers.peek(lecturerShelf.name).map(lecturerShelf.catalogue(of:))
    }

    // MARK: Timetables

    /// The timetable of somebody; its plan is `nil` where the university says that there is none.
    /// - Parameters:
    ///   - isKnown: whether a catalogue names them; of others the university's 404 says nothing, and is not kept.
    ///   - refresh: asks, whatever is kept.
    func plan(
        of subject: Subject, isKnown: Bool = true, refresh: Bool = false, deadline: ContinuousClock.Instant? = nil
    ) async throws(UpstreamFailure) -> Cached<KeptPlan> {
        let cached = try await asked(subject, isKnown: isKnown, isThere: true, refresh: refresh, deadline: deadline)
        // That there is none is believed for less long.
        guard !refresh, let cached, !cached.value.isThere else { return try Self.found(cached) }
        return try Self.found(
            await asked(subject, isKnown: isKnown, isThere: false, refresh: false, deadline: deadline))
    }

    private static func found(_ cached: Cached<KeptPlan>?) throws(UpstreamFailure) -> Cached<KeptPlan> {
        guard let cached else { throw .refused(status: 404, body: []) }
        return cached
    }

    private func asked(
        _ subject: Subject, isKnown: Bool, isThere: Bool, refresh: Bool, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Cached<KeptPlan>? {
        try await caches.plans.value(
            for: subject.key, freshness: freshness.timetable(isThere: isThere, today: today), refresh: refresh,
            deadline: deadline
        ) { [self] _ throws(UpstreamFailure) in
            let kept = await caches.plans.peek(subject.key)?.value
            let plan = try await load(subject, kept: kept)
            if plan == nil, !isKnown { return .absent }
            return .value(remember(plan, after: kept, of: subject), Validators())
        }
    }

    /// What is kept of somebody's timetable, without asking anybody.
    func kept(of subject: Subject) async -> Cached<KeptPlan>? { await caches.plans.peek(subject.key) }

    private func load(_ subject: Subject, kept: KeptPlan?) async throws(UpstreamFailure) -> StudyPlan? {
        let plan: StudyPlan?
        do throws(UpstreamFailure) {
            plan = try await client.plan(of: subject)
        } catch {
            guard case .refused(500, _) = error else { throw error }
            let isItsOwn = faults.withLock { $0.failed(subject.key) }
            // Of one that is known to have none, 500 says that this is still so.
            guard kept?.plan == nil, kept != nil || isItsOwn else { throw error }
            return nil
        }
        // A university that has lost its timetables may say so with 404 as well as with empty ones.
        let isBelieved = faults.withLock {
            $0.answered(subject.key, isThere: plan?.isEmpty == false, wasThere: kept?.isThere == true)
        }
        guard isBelieved else { throw .refused(status: 404, body: []) }
        return plan
    }

    private func remember(_ plan: StudyPlan?, after kept: KeptPlan?, of subject: Subject) -> KeptPlan {
        // What can be encoded once can be encoded again, and its members stand in one order.
        let fingerprint = Fingerprint((try? JSONCoding.encode([plan].compactMap(\.self))) ?? [])
        guard let kept else { return KeptPlan(plan: plan, fingerprint: fingerprint, changedAt: now()) }
        guard kept.fingerprint != fingerprint else {
            return KeptPlan(plan: plan, fingerprint: fingerprint, changedAt: kept.changedAt)
        }
        metrics.changes.add()
        logger.info("a timetable has changed", metadata: ["timetable": .string(subject.key)])
        return KeptPlan(plan: plan, fingerprint: fingerprint, changedAt: now())
    }
}

/// A catalogue made ready for searching, as long as the list that it was made of is in force.
final class CatalogueShelf<Item: Codable & Sendable>: Sendable {
    private struct State {
        var made: (fetchedAt: Instant, catalogue: Catalogue<Item>)?
        var shrinking = ShrinkGuard()
    }

    /// The list's name in keys, cursors and the log.
    let name: String
    private let list: @Sendable (Item) -> Catalogue<Item>.Listed?
    private let state = Mutex(State())

    init(_ name: String, list: @escaping @Sendable (Item) -> Catalogue<Item>.Listed?) {
        self.name = name
        self.list = list
    }

    /// The catalogue of what is kept; made once for each list.
    func catalogue(of cached: Cached<[Item]>) -> Catalogue<Item> {
        if let made = state.withLock({ $0.made }), made.fetchedAt == cached.fetchedAt { return made.catalogue }
        let catalogue = Catalogue(cached.value.compactMap(list))
        state.withLock { $0.made = (cached.fetchedAt, catalogue) }
        return catalogue
    }

    /// Whether a list is to be taken in the place of one that held `kept` entries.
    func believes(_ items: [Item], kept: Int, now: Instant) -> Bool {
        let fingerprint = Fingerprint((try? JSONCoding.encode(items)) ?? [])
        return state.withLock {
            $0.shrinking.judge(count: items.count, kept: kept, fingerprint: fingerprint, now: now) == .take
        }
    }
}
