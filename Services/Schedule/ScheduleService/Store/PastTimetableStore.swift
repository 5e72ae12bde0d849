import Contract
import Database
import Postgres
import ScheduleContract
import Values
import Wire

/// The former states of timetables, in PostgreSQL.
///
/// Only a state that was replaced is stored, so that a timetable that never changes has no row.
struct PastTimetableStore: Sendable {
    /// The time for which a former state is kept, in days.
    static let days: Int64 = 120
    /// The maximum number of former states of a timetable.
    static let capacity = 40
    /// The maximum number of timetables whose latest change is read; more than the university has.
    static let maximumSubjects = 20_000

    let client: PostgresClient

    /// Stores the state that a change replaced, unless another replica has done so.
    ///
    /// - Returns: the time of the change, as the replica that stored it first found it.
    @discardableResult
    func add(_ change: FoundChange, deadline: ContinuousClock.Instant) async throws -> Instant {
        let (kind, name) = change.subject.words
        let plan = try change.before.map { try JSONCoding.encode($0) }
        let subject: NamedParameters = ["kind": kind, "subject": name]
        return try await client.withTransaction(deadline: deadline) { transaction in
            // Serializes replicas that found the same change.
            _ = try await transaction.query(Self.lock, ["subject": change.subject.key])
            _ = try await transaction.query(
                Self.insert,
                subject + [
                    "fingerprint": change.fingerprintBefore.text, "plan": plan, "replaced": change.at,
                ])
            _ = try await transaction.query(
                Self.trim,
                subject + [
                    "oldest": change.at.advanced(bySeconds: -Self.days * 86_400), "capacity": Self.capacity,
                ])
            return try await transaction.query(Self.latest, subject).first?.read("ended_at") ?? change.at
        }
    }

    /// Reads the time of the latest change of each timetable, of at most ``maximumSubjects``.
    func changeTimes(deadline: ContinuousClock.Instant) async throws -> [Subject: Instant] {
        let rows = try await client.query(Self.latestOfAll, ["limit": Self.maximumSubjects], deadline: deadline)
        var times: [Subject: Instant] = [:]
        for row in rows {
            times[Subject(kind: try row.read("kind"), name: try row.read("subject"))] = try row.read("ended_at")
        }
        return times
    }

    /// A former state.
    struct PastState: Sendable {
        /// The timetable; `nil` if there was none.
        var plan: StudyPlan?
    }

    /// Finds the state in which a timetable was at a time; `nil` if that is the current one.
    func state(
        of subject: Subject, at time: Instant, deadline: ContinuousClock.Instant
    ) async throws -> PastState? {
        let (kind, name) = subject.words
        let rows = try await client.query(
            Self.find, ["kind": kind, "subject": name, "time": time], deadline: deadline)
        guard let row = rows.first else { return nil }
        guard let plan = try row.read("plan", as: [UInt8]?.self) else { return PastState(plan: nil) }
        return PastState(plan: try JSONCoding.decode(StudyPlan.self, from: plan, unknownMembers: .ignored))
    }

    private static let lock = PreparedStatement(
        "pastTimetableLock",
        "SELECT pg_advisory_xact_lock(hashtextextended('schedule/past/' || :subject::text, 0))")
    /// Inserts nothing if another replica has stored the state already.
    private static let insert = PreparedStatement(
        "pastTimetableAdd",
        """
        INSERT INTO past_timetable (kind, subject, fingerprint, plan, ended_at)
        SELECT :kind, :subject, :fingerprint, :plan::bytea, :replaced::bigint
        WHERE :fingerprint IS DISTINCT FROM (
            SELECT fingerprint FROM past_timetable WHERE kind = :kind AND subject = :subject
            ORDER BY ended_at DESC, id DESC LIMIT 1)
        """)
    private static let trim = PreparedStatement(
        "pastTimetableTrim",
        """
        DELETE FROM past_timetable WHERE kind = :kind AND subject = :subject
        AND (ended_at < :oldest::bigint OR id NOT IN (
            SELECT id FROM past_timetable WHERE kind = :kind AND subject = :subject
            ORDER BY ended_at DESC, id DESC LIMIT :capacity::bigint))
        """)
    private static let latest = PreparedStatement(
        "pastTimetableLatest",
        """
        SELECT ended_at FROM past_timetable WHERE kind = :kind AND subject = :subject
        ORDER BY ended_at DESC LIMIT 1
        """)
    private static let latestOfAll = PreparedStatement(
        "pastTimetablesLatest",
        """
        SELECT kind, subject, max(ended_at) AS ended_at FROM past_timetable GROUP BY kind, subject
        ORDER BY ended_at DESC LIMIT :limit::bigint
        """)
    private static let find = PreparedStatement(
        "pastTimetable",
        """
        SELECT plan FROM past_timetable WHERE kind = :kind AND subject = :subject AND ended_at > :time::bigint
        ORDER BY ended_at, id LIMIT 1
        """)
}
