import Database
import Postgres
import ScheduleContract
import Values
import Wire

/// The lessons of all timetables by room, in PostgreSQL, where all replicas share them.
///
/// The university publishes no timetables of rooms. The index is derived from copies and can be rebuilt.
struct RoomIndexStore: Sendable {
    /// The number of days after which a timetable that is not read any more is removed.
    static let days: Int64 = 30
    /// The maximum number of timetables that are read; the university has some 1,200.
    static let sourceLimit = 10_000
    /// The maximum number of entries of a room that are read: some 150 in a term.
    static let entryLimit = 5_000
    /// The maximum number of uses of a day that are read: some 3,000.
    static let useLimit = 50_000

    let client: PostgresClient

    /// Lists the timetables of the index.
    func sources(deadline: ContinuousClock.Instant) async throws -> [RoomSource] {
        try await client.query(Self.listSources, ["most": Self.sourceLimit], deadline: deadline).map(RoomSource.init)
    }

    /// Replaces the lessons of a timetable, unless the index has them from a later answer.
    ///
    /// - Parameter plan: the timetable; `nil` if the university publishes none.
    /// - Returns: true if the timetable is new in the index, or has other lessons than before.
    func put(
        _ plan: StudyPlan?, _ fingerprint: Fingerprint, of subject: Subject, readAt: Instant,
        deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        let (kind, name) = subject.words
        let owner: NamedParameters = ["kind": kind, "subject": name]
        let plan = plan.flatMap { $0.isEmpty ? nil : $0 }
        let span = plan?.publishedSpan ?? PublishedSpan()
        let rows = try plan.map(RoomLessonRow.all(of:)) ?? []
        let lessons = String(decoding: try JSONCoding.encode(rows), as: UTF8.self)
        return try await client.withTransaction(deadline: deadline) { transaction in
            // Locks the row, so that replicas replace the lessons one after the other.
            let saved = try await transaction.query(
                Self.saveSource,
                owner + [
                    "fingerprint": fingerprint.text, "read": readAt, "published": plan != nil,
                    "first": span.first?.daysSince1970, "last": span.last?.daysSince1970,
                ])
            // No row: a later answer is there, or the same lessons.
            guard let row = saved.first, try row.read("is_changed", as: Bool.self) else { return false }
            _ = try await transaction.query(Self.removeLessons, owner)
            _ = try await transaction.query(Self.addLessons, owner + ["lessons": lessons])
            return true
        }
    }

    /// Finds the entries of a room in all timetables.
    func entries(in room: RoomKey, deadline: ContinuousClock.Instant) async throws -> [RoomEntry] {
        try await client.query(Self.listEntries, ["room": room.text, "most": Self.entryLimit], deadline: deadline).map {
            row in
            RoomEntry(
                subject: Subject(kind: try row.read("kind"), name: try row.read("subject")),
                entry: try JSONCoding.decode(
                    Entry.self, from: Array(try row.read("lesson", as: String.self).utf8), unknownMembers: .ignored))
        }
    }

    /// Finds the uses of rooms on a day.
    func day(_ date: LocalDate, deadline: ContinuousClock.Instant) async throws -> RoomDay {
        let rows = try await client.query(
            Self.listUses,
            [
                "weekday": date.weekday, "eve": date.advanced(byDays: -1).weekday, "day": date.daysSince1970,
                "most": Self.useLimit,
            ], deadline: deadline)
        return RoomDay(date, uses: try rows.map(RoomUse.init))
    }

    /// Removes the timetables that were read before a time.
    func removeOld(before oldest: Instant, deadline: ContinuousClock.Instant) async throws {
        _ = try await client.query(Self.removeSources, ["oldest": oldest], deadline: deadline)
    }

    private static let listSources = PreparedStatement(
        "roomSources",
        """
        SELECT kind, subject, read_at, has_timetable, first_day, last_day FROM room_source
        ORDER BY kind, subject LIMIT :most::bigint
        """)
    /// The insertion reads `former` first: a row that the statement has changed itself cannot be locked any more.
    private static let saveSource = PreparedStatement(
        "roomSourceSave",
        """
        WITH former AS (
            SELECT fingerprint FROM room_source WHERE kind = :kind AND subject = :subject FOR UPDATE)
        INSERT INTO room_source AS source (kind, subject, fingerprint, read_at, has_timetable, first_day, last_day)
        SELECT :kind, :subject, :fingerprint, :read::bigint, :published::boolean, :first::integer, :last::integer
        FROM (SELECT count(*) FROM former) AS locked
        ON CONFLICT (kind, subject) DO UPDATE
        SET fingerprint = EXCLUDED.fingerprint, read_at = EXCLUDED.read_at, has_timetable = EXCLUDED.has_timetable,
            first_day = EXCLUDED.first_day, last_day = EXCLUDED.last_day
        WHERE source.read_at < EXCLUDED.read_at
        RETURNING fingerprint IS DISTINCT FROM (SELECT fingerprint FROM former) AS is_changed
        """)
    private static let removeLessons = PreparedStatement(
        "roomLessonsRemove", "DELETE FROM room_lesson WHERE kind = :kind AND subject = :subject")
    private static let addLessons = PreparedStatement(
        "roomLessonsAdd",
        """
        INSERT INTO room_lesson (
            kind, subject, room, lesson_kind, weekday, weeks, day, first_day, last_day, starts, ends, is_undated,
            lesson)
        SELECT :kind, :subject, room, kind, weekday, weeks, day, first, last, starts, ends, "isUnplaced", lesson
        FROM jsonb_to_recordset(:lessons::jsonb) AS added (
            room text, kind text, weekday smallint, weeks smallint, day integer, first integer, last integer,
            starts smallint, ends smallint, "isUnplaced" boolean, lesson text)
        """)
    private static let listEntries = PreparedStatement(
        "roomEntries",
        """
        SELECT kind, subject, lesson FROM room_lesson WHERE room = :room
        ORDER BY kind, subject, weekday, starts, day LIMIT :most::bigint
        """)
    /// Groups and lecturers of the same lesson are one row.
    private static let listUses = PreparedStatement(
        "roomUses",
        """
        SELECT DISTINCT room, lesson_kind, weekday, weeks, day, first_day, last_day, starts, ends, is_undated
        FROM room_lesson
        WHERE (weekday = :weekday::smallint OR weekday IS NULL OR (weekday = :eve::smallint AND ends < starts))
            AND (day IS NULL OR day BETWEEN :day::integer - 1 AND :day::integer)
        LIMIT :most::bigint
        """)
    private static let removeSources = PreparedStatement(
        "roomSourcesRemove", "DELETE FROM room_source WHERE read_at < :oldest::bigint")
}

/// A lesson in a room, as it is inserted.
private struct RoomLessonRow: Codable {
    var room: String
    var kind: String
    var weekday: Int?
    var weeks: Int
    var day: Int?
    var first: Int?
    var last: Int?
    var starts: Int?
    var ends: Int?
    var isUnplaced: Bool
    var lesson: String

    /// Lists the lessons and exams of a timetable, once for each room.
    static func all(of plan: StudyPlan) throws -> [RoomLessonRow] {
        var rows: [RoomLessonRow] = []
        for entry in plan.entries + plan.nextEntries where entry.kind != .announcement && !entry.rooms.isEmpty {
            let lesson = String(decoding: try JSONCoding.encode(entry), as: UTF8.self)
            for room in Set(entry.rooms.map { RoomKey(of: $0) }) where !room.text.isEmpty {
                rows.append(
                    RoomLessonRow(
                        room: room.text, kind: entry.kind.rawValue, weekday: entry.weekday,
                        weeks: Int(entry.weeks.rawValue), day: entry.date?.daysSince1970,
                        first: entry.from?.daysSince1970, last: entry.to?.daysSince1970, starts: entry.start,
                        ends: entry.end, isUnplaced: entry.isUnplaced, lesson: lesson))
            }
        }
        return rows
    }
}

extension RoomSource {
    init(_ row: PostgresRow) throws(PostgresError) {
        subject = Subject(kind: try row.read("kind"), name: try row.read("subject"))
        readAt = try row.read("read_at")
        hasTimetable = try row.read("has_timetable")
        span = PublishedSpan(first: try row.day("first_day"), last: try row.day("last_day"))
    }
}

extension RoomUse {
    init(_ row: PostgresRow) throws(PostgresError) {
        room = RoomKey(text: try row.read("room"))
        entry = Entry(
            kind: LessonKind(rawValue: try row.read("lesson_kind")) ?? .lesson, subject: nil, subjectName: nil,
            type: nil, typeName: nil, weekday: try row.read("weekday", as: Int?.self),
            weeks: WeekSet(rawValue: UInt8(clamping: try row.read("weeks", as: Int.self))), date: try row.day("day"),
            from: try row.day("first_day"), to: try row.day("last_day"), isUnplaced: try row.read("is_undated"),
            start: try row.read("starts", as: Int?.self), end: try row.read("ends", as: Int?.self), subgroup: nil,
            rooms: [], lecturers: [], groups: [], note: nil, isSplit: false)
    }
}

extension PostgresRow {
    /// Reads a day, counted since 1970.
    fileprivate func day(_ column: String) throws(PostgresError) -> LocalDate? {
        try read(column, as: Int?.self).map(LocalDate.init(daysSince1970:))
    }
}
