import Synchronization
import Values

/// The times at which timetables changed last, the same at all replicas.
///
/// The database decides: of the replicas that find a change, the first one stores its time. A change that this process
/// found counts from the time at which it was found until it is stored.
final class ChangeTimes: Sendable {
    /// The times that are known of a timetable.
    private struct Known {
        /// The latest time in the database.
        var stored: Instant?
        /// The latest change that this process found and that is not stored yet.
        var found: Instant?
        /// The number of changes that were found, and of other changes of ``latest``.
        var count = 0

        var latest: Instant? { [stored, found].compactMap(\.self).max() }
    }

    private struct State {
        var known: [Subject: Known] = [:]
        /// True once the times were read from the database.
        var isRead = false
    }

    private let state = Mutex(State())

    /// Returns the time of a timetable's latest change; `nil` if there has been none.
    ///
    /// - Parameter copied: the time that this process's copy states, which counts until the database was read.
    func time(of subject: Subject, copied: Instant?) -> Instant? {
        state.withLock { state in
            let latest = state.known[subject]?.latest
            return state.isRead ? latest : [latest, copied].compactMap(\.self).max()
        }
    }

    /// The number of times that a timetable or the time of its latest change has changed here.
    func count(of subject: Subject) -> Int { state.withLock { $0.known[subject]?.count ?? 0 } }

    /// Records a change that this process found, and that is not stored yet.
    func found(_ subject: Subject, at: Instant) {
        state.withLock { state in
            state.known[subject, default: Known()].found = at
            state.known[subject]?.count += 1
        }
    }

    /// Records that a change is stored.
    ///
    /// - Parameters:
    ///   - time: the time in the database, which another replica may have stored before.
    ///   - found: the time at which this process found the change; `nil` if another replica announced it.
    func stored(_ subject: Subject, at time: Instant, foundAt found: Instant? = nil) {
        state.withLock { state in
            var known = state.known[subject] ?? Known()
            let before = known.latest
            known.stored = max(known.stored ?? time, time)
            // A later change may have been found meanwhile.
            if let found, known.found == found { known.found = nil }
            if known.latest != before { known.count += 1 }
            state.known[subject] = known
        }
    }

    /// Records the times that the database has.
    func read(_ times: [Subject: Instant]) {
        for (subject, time) in times { stored(subject, at: time) }
        state.withLock { $0.isRead = true }
    }
}
