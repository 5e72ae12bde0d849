import Values

/// A timetable as the cache holds it.
struct KeptPlan: Codable, Sendable {
    /// `nil`: the university knows the owner and has no timetable for them.
    var plan: StudyPlan?
    var fingerprint: Fingerprint
    /// The moment this content was first seen.
    var changedAt: Instant

    /// True if there is a timetable with any entry.
    var isThere: Bool { plan?.isEmpty == false }
}
