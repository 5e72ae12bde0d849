import Values

/// A cached timetable.
struct KeptPlan: Codable, Sendable {
    /// The timetable; `nil` if the university knows the owner but has no timetable of theirs.
    var plan: StudyPlan?
    var fingerprint: Fingerprint
    /// The time at which this content was first seen.
    var changedAt: Instant

    /// True if there is a timetable with at least one entry.
    var isThere: Bool { plan?.isEmpty == false }
}
