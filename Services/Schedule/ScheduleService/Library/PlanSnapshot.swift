import Values

/// A timetable as cached, with the time of its latest change.
struct PlanSnapshot: Codable, Sendable {
    /// The timetable; `nil` if the university knows the owner but has no timetable of theirs.
    var plan: StudyPlan?
    var fingerprint: Fingerprint
    /// The time at which this content replaced another one; `nil` while no change has been seen.
    ///
    /// In a copy, the time at which this process found the change; ``ChangeTimes`` has that of all replicas.
    var changedAt: Instant?

    /// True if there is a timetable with at least one entry.
    var hasEntries: Bool { plan?.isEmpty == false }
}
