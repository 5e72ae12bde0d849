import Contract
import Database
import RPC
import Resilience
import ScheduleContract
import Synchronization
import Upstream
import Values

/// The use cases of rooms, which the index of all timetables answers.
struct RoomAnswers: Sendable {
    /// The maximum number of lessons in an answer.
    static let lessonLimit = 500
    /// The age of an index that is not stale, in seconds.
    static let freshSeconds: Int64 = 86_400
    /// The time for which parts of the index are kept in memory; an update of the index takes longer.
    static let lifetime: Duration = .seconds(30)

    let library: TimetableLibrary
    let store: RoomIndexStore
    let label: OriginLabel
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool
    /// The days that were asked for, at most some 50,000 uses: a day has some 3,000.
    private let days = ExpiringCache<LocalDate, RoomDay>(
        maximumCost: 50_000, lifetime: Self.lifetime, renewalTime: Self.lifetime, cost: { $1.count + 100 })
    private let sources = ExpiringCache<Bool, [RoomSource]>(
        maximumCost: 1, lifetime: Self.lifetime, renewalTime: Self.lifetime, cost: { _, _ in 1 })
    private let changes = ChangeCount()

    /// The number of announced changes: a read that began before one is not cached.
    private final class ChangeCount: Sendable {
        let value = Atomic(0)
    }

    init(
        library: TimetableLibrary, store: RoomIndexStore, label: OriginLabel, isReady: @escaping @Sendable () -> Bool
    ) {
        self.library = library
        self.store = store
        self.label = label
        self.isReady = isReady
    }

    /// Receives a change that a replica announced; later callers get the new lessons.
    func heard(_ change: ScheduleChange) {
        switch change {
        case .rooms, .everything:
            changes.value.wrappingAdd(1, ordering: .relaxed)
            days.removeAll()
            sources.removeAll()
        case .timetable, .favourites, .calendars: break
        }
    }

    /// Implements `schedule.forRoom`.
    func forRoom(_ params: Schedule.ForRoom.Params, _ context: CallContext) async throws -> Schedule.ForRoom.Result {
        guard isReady() else { throw RPCError.missingTables }
        let key = RoomKey(of: params.room.text)
        let entries = try await store.entries(in: key, deadline: context.deadline)
        let room = try await room(params.room, key, isUsed: !entries.isEmpty, deadline: context.deadline)
        let (coverage, origin) = try await coverage(on: nil, context)
        let lecturers = await library.cachedLecturers()
        let lessons = RoomLessons.merged(entries) { slug in
            Schedule.LecturerName(name: lecturers?[slug.text]?.shortName ?? slug.text, slug: slug)
        }.filter { $0.isWithin(week: params.week, day: params.day) }
        let clock = library.clock
        return Schedule.ForRoom.Result(
            room: room,
            lessons: lessons.prefix(Self.lessonLimit).map {
                $0.lesson(today: clock.today, time: clock.time, in: context.language)
            },
            isComplete: lessons.count <= Self.lessonLimit, coverage: coverage, origin)
    }

    /// Implements `schedule.freeRooms`.
    func freeRooms(
        _ params: Schedule.FreeRooms.Params, _ context: CallContext
    ) async throws -> Schedule.FreeRooms.Result {
        let clock = library.clock
        let date = params.date ?? clock.today
        let from = params.from ?? clock.time.timeOfDay(at: clock.now())
        if let to = params.to, to.minuteOfDay <= from.minuteOfDay { throw RPCError(.after("from"), at: "/to") }
        let to = params.to ?? from
        guard isReady() else { throw RPCError.missingTables }
        let (coverage, origin) = try await coverage(on: date, context)
        var items: [Schedule.FreeRoom] = []
        if coverage.isSufficient {
            let rooms = try await catalogue { () async throws(UpstreamFailure) in
                try await library.rooms(deadline: context.deadline).value.items
            }
            let day = try await day(date, deadline: context.deadline)
            let building = params.building.map { RoomKey(of: $0.text) }
            for room in rooms where building == nil || room.building.map(RoomKey.init(of:)) == building {
                let interval = from.minuteOfDay..<to.minuteOfDay
                guard let gap = day.gap(in: RoomKey(of: room.name), around: interval) else { continue }
                items.append(
                    Schedule.FreeRoom(
                        room: room, freeFrom: gap.from.flatMap(TimeOfDay.init(minute:)),
                        freeUntil: gap.until.flatMap(TimeOfDay.init(minute:))))
            }
        }
        return Schedule.FreeRooms.Result(
            date: date, week: StudyWeek(unchecked: AcademicWeek(of: date).number), from: from, to: to, items: items,
            coverage: coverage, origin)
    }

    /// Finds a room in the catalogue; a room that lessons name need not be there.
    private func room(
        _ name: RoomName, _ key: RoomKey, isUsed: Bool, deadline: ContinuousClock.Instant
    ) async throws -> Schedule.Room {
        do throws(UpstreamFailure) {
            let rooms = try await library.rooms(deadline: deadline).value.items
            if let room = rooms.first(where: { RoomKey(of: $0.name) == key }) { return room }
        } catch {
            guard isUsed else { throw CatalogueListing.unavailable(error) }
        }
        guard isUsed else { throw RPCError(Schedule.unknownRoom) }
        return Schedule.Room(
            name: name.text, number: name.text, building: nil, type: nil, capacity: nil, department: nil)
    }

    /// Counts the timetables that were read, and finds the age of the oldest.
    private func coverage(
        on date: LocalDate?, _ context: CallContext
    ) async throws -> (Schedule.RoomCoverage, Schedule.Origin) {
        let (groups, lecturers) = try await catalogue { () async throws(UpstreamFailure) in
            (
                try await library.groups(deadline: context.deadline).value.items,
                try await library.lecturers(deadline: context.deadline).value.items
            )
        }
        let sources = try await allSources(deadline: context.deadline)
        let now = library.clock.now()
        let coverage = Schedule.RoomCoverage(of: sources, groups: groups, lecturers: lecturers, on: date, now: now)
        let recent = now.advanced(bySeconds: -Schedule.RoomCoverage.oldestSeconds)
        let oldest = sources.lazy.map(\.readAt).filter { $0 >= recent }.min() ?? now
        return (
            coverage,
            label.origin(
                fetchedAt: oldest, isStale: oldest < now.advanced(bySeconds: -Self.freshSeconds),
                in: context.language)
        )
    }

    private func allSources(deadline: ContinuousClock.Instant) async throws -> [RoomSource] {
        if let kept = sources.value(for: true) { return kept }
        return try await kept(await store.sources(deadline: deadline)) { sources.insert($0, for: true) }
    }

    private func day(_ date: LocalDate, deadline: ContinuousClock.Instant) async throws -> RoomDay {
        if let kept = days.value(for: date) { return kept }
        return try await kept(await store.day(date, deadline: deadline)) { days.insert($0, for: date) }
    }

    /// Reads a part of the index, and keeps it unless a change was announced meanwhile.
    private func kept<Part>(
        _ read: @autoclosure () async throws -> Part, keep: (Part) -> Void
    ) async throws -> Part {
        let before = changes.value.load(ordering: .relaxed)
        let part = try await read()
        if changes.value.load(ordering: .relaxed) == before { keep(part) }
        return part
    }

    private func catalogue<Value>(
        _ read: () async throws(UpstreamFailure) -> Value
    ) async throws(RPCError) -> Value {
        do throws(UpstreamFailure) {
            return try await read()
        } catch {
            throw CatalogueListing.unavailable(error)
        }
    }
}
