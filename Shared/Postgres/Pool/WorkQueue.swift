import Resilience

/// The work that waits for the connections of a pool, in fair turns between callers.
///
/// Calls that cost extra wait apart from the others, and take turns with them. Their number and the sum of their costs
/// that run at the same time are bounded, so that they hold neither all connections nor all of the server's processors.
/// An entry beyond the budget runs when no other costly one does.
struct WorkQueue<Work: Sendable>: Sendable {
    typealias Entry = PoolState<Work>.Entry

    /// The greatest sum of the costs that run at the same time, in calls.
    private let budget: Int
    /// The maximum number of entries that cost extra and run at the same time.
    private let places: Int
    private var ordinary: FairQueue<FlowKey, Entry>
    private var costly: FairQueue<FlowKey, Entry>
    /// The sum of the costs that run, and the number of entries with a cost among them.
    private var runningCost = 0
    private var running = 0
    private var prefersCostly = false
    /// The number of entries that need a connection to themselves.
    private(set) var exclusives = 0

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of entries that cost extra, and as many others.
    ///   - budget: the greatest sum of the costs that run at the same time, in calls.
    ///   - places: the greatest number of entries that cost extra and run at the same time.
    init(limit: Int, budget: Int, places: Int) {
        self.budget = budget
        self.places = places
        ordinary = FairQueue(limit: limit)
        costly = FairQueue(limit: limit)
    }

    var isEmpty: Bool { ordinary.isEmpty && costly.isEmpty }
    var count: Int { ordinary.count + costly.count }
    /// The number of callers with entries; one with entries of both kinds counts twice.
    var flowCount: Int { ordinary.flowCount + costly.flowCount }
    /// The entries, those that cost extra last.
    var elements: [Entry] { ordinary.elements + costly.elements }

    /// The number of entries that free connections could take now, of which at most one costs extra.
    var ready: Int { ordinary.count + (isCostlyReady ? 1 : 0) }

    /// The number of entries that only the lack of a free connection delays.
    var delayed: Int { ordinary.count + (isCostlyReady ? costly.count : 0) }

    /// True if an entry that could run now needs a connection on which nothing else runs.
    var needsOwnConnection: Bool { exclusives > 0 || isCostlyReady }

    private var isCostlyReady: Bool {
        guard let first = costly.first else { return false }
        return running == 0 || running < places && runningCost + first.cost <= budget
    }

    mutating func append(_ entry: Entry) -> FairQueue<FlowKey, Entry>.Appended {
        let outcome = entry.cost > 0 ? costly.append(entry, of: entry.flow) : ordinary.append(entry, of: entry.flow)
        switch outcome {
        case .queued: count(entry, 1)
        case .displaced(let other):
            count(entry, 1)
            count(other, -1)
        case .full: break
        }
        return outcome
    }

    /// Takes the next entry; its cost runs until ``ended(cost:)``.
    mutating func popFirst() -> Entry? {
        let takesCostly = isCostlyReady && (prefersCostly || ordinary.isEmpty)
        guard let entry = takesCostly ? costly.popFirst() : ordinary.popFirst() else { return nil }
        prefersCostly = !takesCostly
        runningCost += entry.cost
        if entry.cost > 0 { running += 1 }
        count(entry, -1)
        return entry
    }

    /// Takes the next entry that can run in one go with others.
    mutating func popBatched() -> Entry? {
        ordinary.first?.isExclusive == false ? ordinary.popFirst() : nil
    }

    /// Records the end of an entry.
    mutating func ended(cost: Int) {
        runningCost -= cost
        if cost > 0 { running -= 1 }
    }

    mutating func removeAll(where condition: (Entry) -> Bool) -> [Entry] {
        let removed = ordinary.removeAll(where: condition) + costly.removeAll(where: condition)
        for entry in removed { count(entry, -1) }
        return removed
    }

    private mutating func count(_ entry: Entry, _ change: Int) {
        if entry.isExclusive { exclusives += change }
    }
}
