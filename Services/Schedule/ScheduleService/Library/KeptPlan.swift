import Values

/// A cached timetable.
struct KeptPlan: Codable, Sendable {
    /// The timetable; `nil` if the university knows the owner but has no timetable for them.
    var plan: StudyPlan?
    var fingerprint: Fingerprint
    /// The time at which this content was first seen.
    var changedAt: Instant

    /// True if there is a timetable with any entry.
    var isThere: Bool { plan?.isEmpty == false }
}
