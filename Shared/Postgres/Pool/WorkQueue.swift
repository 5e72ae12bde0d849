import Resilience

/// The work that waits for the connections of a pool, in fair turns between callers.
///
/// Calls that cost extra wait apart from the others, take turns with them, and share a budget: the sum of their costs
/// that runs at the same time is bounded, so that they neither hold all connections nor all of the server's processors.
/// One of them runs whatever it costs.
struct WorkQueue<Work: Sendable>: Sendable {
    typealias Entry = PoolState<Work>.Entry

    /// The greatest sum of the costs that run at the same time, in calls.
    private let budget: Int
    private var ordinary: FairQueue<FlowKey, Entry>
    private var costly: FairQueue<FlowKey, Entry>
    /// The sum of the costs that run.
    private var runningCost = 0
    private var prefersCostly = false
    /// The number of entries that need a connection to themselves.
    private(set) var exclusives = 0

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of entries that cost extra, and of the others.
    ///   - budget: the greatest sum of the costs that run at the same time, in calls.
    init(limit: Int, budget: Int) {
        self.budget = budget
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

    private var isCostlyReady: Bool {
        guard let first = costly.first else { return false }
        return runningCost == 0 || runningCost + first.cost <= budget
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
        count(entry, -1)
        return entry
    }

    /// Takes the next entry that can run in one go with others.
    mutating func popBatched() -> Entry? {
        ordinary.first?.isExclusive == false ? ordinary.popFirst() : nil
    }

    /// Records the end of an entry.
    mutating func ended(cost: Int) { runningCost -= cost }

    mutating func removeAll(where condition: (Entry) -> Bool) -> [Entry] {
        let removed = ordinary.removeAll(where: condition) + costly.removeAll(where: condition)
        for entry in removed { count(entry, -1) }
        return removed
    }

    private mutating func count(_ entry: Entry, _ change: Int) {
        if entry.isExclusive { exclusives += change }
    }
}
