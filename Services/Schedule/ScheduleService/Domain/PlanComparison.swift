import ScheduleContract
import Values

/// A difference between two states of a timetable: an entry that was added, removed or changed.
struct EntryChange: Equatable {
    /// The entry as it was; `nil` if it was added.
    var before: Entry?
    /// The entry as it is; `nil` if it was removed.
    var after: Entry?

    /// Returns true if what changed was over before a day.
    fileprivate func isOver(on today: LocalDate) -> Bool {
        [before, after].compactMap(\.self).allSatisfy { entry in (entry.date ?? entry.to).map { $0 < today } ?? false }
    }

    /// Orders changes as their entries are ordered.
    fileprivate static func order(_ left: EntryChange, _ right: EntryChange) -> Bool {
        guard let first = left.after ?? left.before, let second = right.after ?? right.before else { return false }
        return Entry.order(first, second)
    }
}

/// Compares two states of a timetable.
///
/// Both terms are compared together, so a lesson of the next term that becomes one of the current term is no change.
enum PlanComparison {
    /// The number of pairs above which entries that differ are not paired, but listed as removed and added.
    private static let maximumPairs = 10_000

    /// Lists the differences in order, for a subgroup, without those that were over before `today`.
    static func changes(
        from before: StudyPlan?, to after: StudyPlan?, subgroup: Subgroup?, today: LocalDate
    ) -> [EntryChange] {
        func entries(_ plan: StudyPlan?) -> [Entry] {
            plan.map { ($0.entries + $0.nextEntries).filter { $0.concerns(subgroup) } } ?? []
        }
        let (removed, added) = different(entries(before), entries(after))
        let pairs = pairs(removed, added)
        let changed = pairs.map { EntryChange(before: removed[$0.removed], after: added[$0.added]) }
        let (gone, new) = (Set(pairs.map(\.removed)), Set(pairs.map(\.added)))
        let others =
            removed.indices.filter { !gone.contains($0) }.map { EntryChange(before: removed[$0], after: nil) }
            + added.indices.filter { !new.contains($0) }.map { EntryChange(before: nil, after: added[$0]) }
        return (changed + others).filter { !$0.isOver(on: today) }.sorted(by: EntryChange.order)
    }

    /// Returns the entries of each list that the other lacks; an entry may occur several times.
    private static func different(_ before: [Entry], _ after: [Entry]) -> (removed: [Entry], added: [Entry]) {
        var counts: [Entry: Int] = [:]
        for entry in before { counts[entry, default: 0] += 1 }
        let added = after.filter { entry in
            guard let count = counts[entry], count > 0 else { return true }
            counts[entry] = count - 1
            return false
        }
        let removed = before.filter { entry in
            guard let count = counts[entry], count > 0 else { return false }
            counts[entry] = count - 1
            return true
        }
        return (removed, added)
    }

    /// Pairs entries of the same subject and type, the most similar first.
    private static func pairs(_ removed: [Entry], _ added: [Entry]) -> [(removed: Int, added: Int)] {
        guard removed.count * added.count <= maximumPairs else { return [] }
        var candidates: [(score: Int, removed: Int, added: Int)] = []
        for (old, before) in removed.enumerated() {
            for (new, after) in added.enumerated() {
                if let score = similarity(before, after) { candidates.append((score, old, new)) }
            }
        }
        candidates.sort { (-$0.score, $0.removed, $0.added) < (-$1.score, $1.removed, $1.added) }
        var (usedOld, usedNew): (Set<Int>, Set<Int>) = ([], [])
        return candidates.compactMap { candidate in
            guard !usedOld.contains(candidate.removed), !usedNew.contains(candidate.added) else { return nil }
            usedOld.insert(candidate.removed)
            usedNew.insert(candidate.added)
            return (candidate.removed, candidate.added)
        }
    }

    /// Returns the similarity of two entries; `nil` if they cannot be the same lesson.
    private static func similarity(_ before: Entry, _ after: Entry) -> Int? {
        guard before.kind == after.kind, before.kind != .announcement, before.subject == after.subject,
            before.type == after.type, before.subgroup == after.subgroup
        else { return nil }
        let isSameDay = before.date == after.date && before.weekday == after.weekday
        return (isSameDay ? 8 : 0) + (before.start == after.start ? 4 : 0) + (before.weeks == after.weeks ? 4 : 0)
            + (before.lecturers == after.lecturers ? 2 : 0) + (before.rooms == after.rooms ? 1 : 0)
    }
}

/// A change of a timetable, as found by this process.
struct FoundChange: Sendable {
    var subject: Subject
    /// The content before the change; `nil` if there was no timetable.
    var before: StudyPlan?
    /// The fingerprint of ``before``.
    var fingerprintBefore: Fingerprint
    /// The fingerprint of the content after the change.
    var fingerprint: Fingerprint
    /// The time at which it was found.
    var at: Instant
}
