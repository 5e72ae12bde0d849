import Resilience

/// The state of the pool's connections and its queue of work: a value without threads, sockets or clocks.
///
/// The queue is fair: the callers of the work that waits are served in turn, however much work each of them has, and
/// calls that cost extra leave room to the others.
///
/// Each connection has a slot, which its thread drives:
///
/// - `dormant` (no connection) leads to `connecting` when work needs it,
/// - `connecting` to `working` when the connection is made, to `backingOff` or `dormant` when that fails,
/// - `backingOff` to `connecting` when its time has come, or sooner when a call asks,
/// - `working` to `idle` when the queue is empty,
/// - `idle` to `woken` when a call arrives, and `woken` to `working` when the thread takes it,
/// - all connected ones to `connecting` or `dormant` when the connection ends.
struct PoolState<Work: Sendable>: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Limits {
        var size: Int
        var idleConnections: Int
        var queueLimit: Int
        var pipelineDepth: Int
        /// The maximum number of connections made at the same time.
        var simultaneousConnects = 2
        /// The extra cost of calls that runs at the same time, for each connection of the pool.
        var costPerConnection = 2
        /// The longest time that statements may be delayed by others on their connection while another one is idle.
        ///
        /// Waking a thread for every statement costs more than running short statements one after the other.
        var quickBudget: Duration = .milliseconds(1)
        /// The longest time for which one connection takes statements in advance: as long as a caller whose turn it is
        /// may have to wait for them.
        var shareBudget: Duration = .milliseconds(4)
        /// The time after a failed attempt before a call may trigger another.
        var attemptGap: Duration = .milliseconds(100)
    }

    enum Slot: Equatable {
        case dormant
        case connecting
        case backingOff
        case idle
        case woken
        case working

        var isConnected: Bool { self == .idle || self == .woken || self == .working }
    }

    /// Work that waits for a connection.
    struct Entry {
        var id: ObjectIdentifier
        /// The flow in which the work takes its turn.
        var flow: FlowKey
        var work: Work
        /// True if the work needs a connection to itself.
        var isExclusive: Bool
        /// The cost of the call beyond its method's price so far, in calls.
        var cost = 0
        /// The deadline of the wait for a connection.
        var giveUpAt: Instant
        /// True if `giveUpAt` is the caller's deadline rather than the pool's limit.
        var isDeadline: Bool
        /// The call that waits, and the time since when it does; `nil` in the background, and for a call that costs
        /// extra: it waits for others of its kind, which says nothing about the load of the service.
        var waiting: (call: CallWork, since: Instant)?

        /// True if nothing else runs on the connection at the same time.
        var isAlone: Bool { isExclusive || cost > 0 }
    }

    let limits: Limits
    private(set) var slots: [Slot]
    /// The time of the next attempt of the slot that backs off: only one does at a time.
    private var nextAttemptAt: Instant?
    private(set) var queue: WorkQueue<Work>
    /// The extra cost of the work that each connection runs.
    private var runningCosts: [Int]
    private(set) var statistics = PostgresStatistics()
    private(set) var lastFailure: PostgresError?
    private(set) var isStopping = false
    private var hasConnected = false
    /// Pauses at most a second between attempts, so that clients are back within a second of the server's return.
    private var backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))
    private var lastFailureAt: Instant?
    private var growthAllowedAt: Instant?
    /// The recent run time of statements.
    private var statementTime = StatementTime()
    /// The time of the clock's next look at the queue; `nil` if the clock is not set.
    private var clockSetTo: Instant?

    init(limits: Limits) {
        self.limits = limits
        queue = WorkQueue(
            limit: limits.queueLimit, budget: limits.size * limits.costPerConnection,
            places: max(1, limits.size - 1))
        slots = Array(repeating: .dormant, count: limits.size)
        runningCosts = Array(repeating: 0, count: limits.size)
    }

    private var connected: Int { slots.count { $0.isConnected } }
    private var connecting: Int { slots.count { $0 == .connecting } }

    // MARK: Calls

    enum SubmitAction: Equatable {
        /// The work waits: wake the thread of slot `wake`, if any, and set the clock again if `setClock` is true.
        case queued(wake: Int?, setClock: Bool)
        /// The work waits, as above, in the place of another caller's entry, which fails.
        case displacing(Displaced, wake: Int?, setClock: Bool)
        case rejected(PostgresError)
    }

    /// An entry that lost its place in a full queue, and its error.
    struct Displaced: Equatable {
        var entry: Entry
        var error: PostgresError

        static func == (left: Displaced, right: Displaced) -> Bool {
            left.entry.id == right.entry.id && left.error == right.error
        }
    }

    mutating func submitted(_ entry: Entry, now: Instant) -> SubmitAction {
        if isStopping { return .rejected(.unavailable("the PostgreSQL client has stopped")) }
        if let failure = lastFailure, connected == 0, connecting == 0, !mayAttempt(now) {
            statistics.unavailable += 1
            return .rejected(.unavailable(failure.message))
        }
        var displaced: Entry?
        switch queue.append(entry) {
        case .queued: break
        case .displaced(let other): displaced = other
        case .full:
            statistics.exhausted += 1
            return .rejected(tooManyWait)
        }
        statistics.calls += 1
        let (wake, setClock) = queued(entry, now: now)
        guard let displaced else { return .queued(wake: wake, setClock: setClock) }
        statistics.exhausted += 1
        return .displacing(Displaced(entry: displaced, error: tooManyWait), wake: wake, setClock: setClock)
    }

    private var tooManyWait: PostgresError {
        PostgresError(.poolExhausted, "\(queue.count) calls are already waiting for a connection")
    }

    /// Returns the slot to wake for a queued entry, and whether to set the clock for it.
    private mutating func queued(_ entry: Entry, now: Instant) -> (wake: Int?, setClock: Bool) {
        let setClock = clockSetTo.map { entry.giveUpAt < $0 } ?? true
        if setClock { clockSetTo = entry.giveUpAt }
        if let idle = slots.firstIndex(of: .idle) {
            // Threads that are already waking up will take some of the queue.
            let willBeTaken = entry.isAlone ? 0 : slots.count { $0 == .woken } * quickCount
            return (queue.ready > willBeTaken ? wake(idle) : nil, setClock)
        }
        statistics.waits += 1
        return (grow(now: now), setClock)
    }

    private mutating func wake(_ slot: Int) -> Int {
        slots[slot] = .woken
        return slot
    }

    /// The number of statements that fit into `quickBudget`, judging by recent run times.
    private var quickCount: Int {
        min(limits.pipelineDepth, statementTime.count(within: limits.quickBudget))
    }

    private func mayAttempt(_ now: Instant) -> Bool {
        lastFailureAt.map { now >= $0 + limits.attemptGap } ?? true
    }

    /// Starts one more connection if waiting work has no open connection to go to; returns the slot to wake.
    private mutating func grow(now: Instant) -> Int? {
        guard !isStopping, queue.ready > connecting, connecting < limits.simultaneousConnects else { return nil }
        if let waiting = slots.firstIndex(of: .backingOff) {
            guard mayAttempt(now) else { return nil }
            slots[waiting] = .connecting
            return waiting
        }
        if let growthAllowedAt, now < growthAllowedAt { return nil }
        guard let dormant = slots.firstIndex(of: .dormant) else { return nil }
        slots[dormant] = .connecting
        return dormant
    }

    /// Removes an entry from the queue.
    ///
    /// - Returns: false if it has already left, and the slot to wake for the entry after it, if any.
    mutating func withdrawn(_ id: ObjectIdentifier, now: Instant) -> (isRemoved: Bool, wake: Int?) {
        if queue.removeAll(where: { $0.id == id }).isEmpty { return (false, nil) }
        return (true, slotToWake(now: now))
    }

    // MARK: Time

    struct Expiry {
        var entries: [(entry: Entry, error: PostgresError)] = []
        /// The time of the next look at the queue; `nil` if there is none until the clock is set again.
        var next: Instant?
        /// The slot to wake for an entry that others were in front of.
        var wake: Int?
    }

    /// Removes the entries that have waited too long.
    mutating func expire(now: Instant) -> Expiry {
        var expiry = Expiry()
        let overdue = queue.removeAll { $0.giveUpAt <= now }
        for entry in overdue { expiry.entries.append((entry, waitedTooLong(entry))) }
        expiry.next = queue.elements.map(\.giveUpAt).min()
        clockSetTo = expiry.next
        if !overdue.isEmpty { expiry.wake = slotToWake(now: now) }
        return expiry
    }

    private mutating func waitedTooLong(_ entry: Entry) -> PostgresError {
        if connected == 0, lastFailure != nil || !entry.isDeadline {
            statistics.unavailable += 1
            return .unavailable(lastFailure?.message ?? "no connection to PostgreSQL yet")
        }
        statistics.exhausted += 1
        return entry.isDeadline
            ? PostgresError(.deadlineExceeded, "the deadline passed before a connection was free")
            : PostgresError(.poolExhausted, "no connection became free in time")
    }

    // MARK: A connection's thread

    enum Instruction: Equatable {
        case connect
        case sleep(until: Instant?)
        case stop
    }

    /// Returns the next step for the thread of a slot without a connection.
    mutating func instruction(for slot: Int, now: Instant) -> Instruction {
        if isStopping { return .stop }
        if slots[slot] == .connecting { return .connect }
        if slots[slot] == .backingOff {
            if let nextAttemptAt, now < nextAttemptAt { return .sleep(until: nextAttemptAt) }
            slots[slot] = .connecting
            return .connect
        }
        return .sleep(until: nil)
    }

    /// Marks the slots that keep a connection without work as connecting, when the threads start.
    mutating func started() {
        for slot in 0..<min(limits.idleConnections, limits.size) { slots[slot] = .connecting }
    }

    /// Records a new connection, whose thread takes work next; returns another slot to wake, if any.
    mutating func connectionEstablished(_ slot: Int, now: Instant) -> Int? {
        slots[slot] = .working
        statistics.connects += 1
        hasConnected = true
        lastFailure = nil
        lastFailureAt = nil
        growthAllowedAt = nil
        backoff.reset()
        // This connection takes its share of the queue; grow only for the rest.
        return queue.ready > limits.pipelineDepth || queue.needsOwnConnection ? grow(now: now) : nil
    }

    /// Records a failed attempt to connect; returns the entries that fail with it because no other connection is open.
    mutating func connectionFailed(
        _ slot: Int, _ error: PostgresError, now: Instant, random: Double
    ) -> [Entry] {
        statistics.connectFailures += 1
        lastFailure = error
        lastFailureAt = now
        let retryAt = now + backoff.failed(random: random)
        slots[slot] = .dormant
        if connected > 0 {
            growthAllowedAt = retryAt
            return []
        }
        let isAnotherTrying = slots.contains { $0 == .backingOff || $0 == .connecting }
        if isAnotherTrying { return [] }
        slots[slot] = .backingOff
        nextAttemptAt = retryAt
        let failed = queue.removeAll { _ in true }
        statistics.unavailable += UInt64(failed.count)
        return failed
    }

    enum TakeAction {
        /// Run these statements in one go, without waiting for answers in between.
        case statements([Entry], wake: Int?)
        /// Serve this transaction alone until it ends.
        case exclusive(Entry, wake: Int?)
        case idle
        case stop
    }

    /// Takes work for the thread of an open connection; `served` describes the statements that it has just run.
    ///
    /// A thread takes only its share of the queue, so that a slow statement delays few others, and more if statements
    /// have been quick. If they have been slow and several callers wait, it takes one at a time, so that each caller
    /// gets its turn.
    mutating func workWanted(by slot: Int, served: (count: Int, time: Duration)? = nil, now: Instant) -> TakeAction {
        if let served { statementTime.ran(served.count, in: served.time) }
        workEnded(on: slot)
        if isStopping, queue.isEmpty { return .stop }
        let isShared = queue.flowCount > 1
        guard let first = queue.popFirst() else {
            slots[slot] = .idle
            return .idle
        }
        slots[slot] = .working
        statistics.batches += 1
        runningCosts[slot] = first.cost
        if first.isExclusive { return .exclusive(first, wake: slotToWake(now: now)) }
        let waiting = queue.ready + 1
        let most = isShared ? statementTime.most(within: limits.shareBudget) : .max
        let share = min(limits.pipelineDepth, max(quickCount, min((waiting + connected - 1) / connected, most)))
        var batch = [first]
        while !first.isAlone, batch.count < share, let next = queue.popBatched() { batch.append(next) }
        return .statements(batch, wake: slotToWake(now: now))
    }

    private mutating func workEnded(on slot: Int) {
        queue.ended(cost: runningCosts[slot])
        runningCosts[slot] = 0
    }

    /// Returns another slot to wake if there is more work than the awake threads will take.
    private mutating func slotToWake(now: Instant) -> Int? {
        guard queue.ready > slots.count(where: { $0 == .woken }) * quickCount else { return nil }
        if let idle = slots.firstIndex(of: .idle) { return wake(idle) }
        return queue.needsOwnConnection ? grow(now: now) : nil
    }

    /// Closes a connection that has been idle for long, making its slot dormant; returns false if it has to stay open.
    mutating func idleTimePassed(_ slot: Int) -> Bool {
        guard slots[slot] == .idle, connected > limits.idleConnections else { return false }
        slots[slot] = .dormant
        return true
    }

    /// Records the end of a connection, by age or loss; `instruction` then returns the next step of its thread.
    ///
    /// Returns another slot to wake, for the work that this connection would have taken.
    mutating func connectionClosed(_ slot: Int, wasLost: Bool, now: Instant) -> Int? {
        if wasLost { statistics.connectionsLost += 1 }
        slots[slot] = .dormant
        workEnded(on: slot)
        let other = slotToWake(now: now)
        guard !isStopping, connecting < limits.simultaneousConnects else { return other }
        if connected + connecting < limits.idleConnections || queue.ready > connecting { slots[slot] = .connecting }
        return other
    }

    /// Rejects work from now on; returns the waiting entries, which fail.
    mutating func stopped() -> [Entry] {
        isStopping = true
        return queue.removeAll { _ in true }
    }

    // MARK: Observation

    var health: PostgresHealth {
        if isStopping { return .stopped }
        if connected > 0 { return .available }
        if let lastFailure { return .unavailable(reason: lastFailure.message) }
        return hasConnected ? .available : .starting
    }

    var snapshot: PostgresStatistics {
        var snapshot = statistics
        snapshot.inUse = slots.count { $0 == .working || $0 == .woken }
        snapshot.idle = slots.count { $0 == .idle }
        snapshot.connecting = connecting
        snapshot.waiting = queue.delayed
        return snapshot
    }
}

/// The recent run time of statements: a moving average over about the last dozen batches.
struct StatementTime {
    /// The cap on samples, in nanoseconds: one slow report says little about the next thousand look-ups.
    private static let greatestSample = 10_000_000.0
    private static let weight = 1 / 8.0

    private var nanoseconds = Self.greatestSample
    private var isKnown = false

    mutating func ran(_ count: Int, in time: Duration) {
        guard count > 0 else { return }
        isKnown = true
        let (seconds, attoseconds) = time.components
        let sample = (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
        nanoseconds += (min(sample, Self.greatestSample) - nanoseconds) * Self.weight
    }

    /// Returns the estimated number of statements that fit into `budget`, at least 1; no bound before the first sample.
    func most(within budget: Duration) -> Int { isKnown ? count(within: budget) : .max }

    /// Returns the estimated number of statements that fit into `budget`: 1 to 1,000.
    func count(within budget: Duration) -> Int {
        let (seconds, attoseconds) = budget.components
        let available = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        return max(1, Int(min(available / max(nanoseconds, 1), 1_000)))
    }
}
