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

    let client: PostgresClient

    /// Stores the state that a change replaced, unless another replica has done so.
    func add(_ change: FoundChange, deadline: ContinuousClock.Instant) async throws {
        let (kind, name) = change.subject.words
        let plan = try change.before.map { try JSONCoding.encode($0) }
        let subject: NamedParameters = ["kind": kind, "subject": name]
        try await client.withTransaction(deadline: deadline) { transaction in
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
        }
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
    private static let find = PreparedStatement(
        "pastTimetable",
        """
        SELECT plan FROM past_timetable WHERE kind = :kind AND subject = :subject AND ended_at > :time::bigint
        ORDER BY ended_at, id LIMIT 1
        """)
}
