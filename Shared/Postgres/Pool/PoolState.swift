import DequeModule
import Resilience

/// The states of the pool's connections and the queue of work: a value without threads, sockets or clocks.
///
/// Each connection has a slot, which its thread drives:
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
        /// The most connections made at the same time.
        var simultaneousConnects = 2
        /// The longest delay of a statement by others on its connection while another connection is idle: waking
        /// a thread per statement costs more than short statements themselves.
        var quickBudget: Duration = .milliseconds(1)
        /// The time after a failed attempt before a call may cause another.
        var attemptGap: Duration = .milliseconds(100)
    }

    enum Slot: Equatable {
        case dormant
        case connecting
        case backingOff(until: Instant)
        case idle
        case woken
        case working

        var isConnected: Bool { self == .idle || self == .woken || self == .working }
    }

    /// Work that waits for a connection.
    struct Entry {
        var id: ObjectIdentifier
        var work: Work
        /// True if it needs the connection for itself.
        var isExclusive: Bool
        /// The end of its wait.
        var giveUpAt: Instant
        /// True if that is the caller's deadline rather than the pool's limit.
        var isDeadline: Bool
    }

    let limits: Limits
    private(set) var slots: [Slot]
    private(set) var queue = Deque<Entry>()
    private(set) var statistics = PostgresStatistics()
    private(set) var lastFailure: PostgresError?
    private(set) var isStopping = false
    private var hasConnected = false
    /// Attempts to connect come at most a second apart, so that no client is back later than that after the server.
    private var backoff = Backoff(first: .milliseconds(50), longest: .seconds(1))
    private var lastFailureAt: Instant?
    private var growthAllowedAt: Instant?
    /// The recent run time of statements.
    private var statementTime = StatementTime()
    /// The clock's next look at the queue.
    private var clockSetTo: Instant?

    init(limits: Limits) {
        self.limits = limits
        slots = Array(repeating: .dormant, count: limits.size)
    }

    private var connected: Int { slots.count { $0.isConnected } }
    private var connecting: Int { slots.count { $0 == .connecting } }

    // MARK: Calls

    enum SubmitAction: Equatable {
        /// It waits; the thread of `wake` has to look, and the clock has to be set again if `setClock`.
        case queued(wake: Int?, setClock: Bool)
        case refused(PostgresError)
    }

    mutating func submitted(_ entry: Entry, now: Instant) -> SubmitAction {
        if isStopping { return .refused(.unavailable("the PostgreSQL client has stopped")) }
        guard queue.count < limits.queueLimit else {
            statistics.exhausted += 1
            return .refused(PostgresError(.poolExhausted, "\(queue.count) calls are already waiting for a connection"))
        }
        if let failure = lastFailure, connected == 0, connecting == 0, !mayAttempt(now) {
            statistics.unavailable += 1
            return .refused(.unavailable(failure.message))
        }
        statistics.calls += 1
        queue.append(entry)
        let setClock = clockSetTo.map { entry.giveUpAt < $0 } ?? true
        if setClock { clockSetTo = entry.giveUpAt }
        if let idle = slots.firstIndex(of: .idle) {
            // A thread already woken takes some more.
            let willBeTaken = entry.isExclusive ? 0 : slots.count { $0 == .woken } * quickCount
            return .queued(wake: queue.count > willBeTaken ? wake(idle) : nil, setClock: setClock)
        }
        statistics.waits += 1
        return .queued(wake: grow(now: now), setClock: setClock)
    }

    private mutating func wake(_ slot: Int) -> Int {
        slots[slot] = .woken
        return slot
    }

    /// The size of a batch that runs within the budget, by the recent run time.
    private var quickCount: Int {
        min(limits.pipelineDepth, statementTime.count(within: limits.quickBudget))
    }

    private func mayAttempt(_ now: Instant) -> Bool {
        lastFailureAt.map { now >= $0 + limits.attemptGap } ?? true
    }

    /// Sets one more slot to connecting if work waits for which no open connection is free.
    private mutating func grow(now: Instant) -> Int? {
        guard !isStopping, queue.count > connecting, connecting < limits.simultaneousConnects else { return nil }
        if let waiting = slots.firstIndex(where: { if case .backingOff = $0 { true } else { false } }) {
            guard mayAttempt(now) else { return nil }
            slots[waiting] = .connecting
            return waiting
        }
        if let growthAllowedAt, now < growthAllowedAt { return nil }
        guard let dormant = slots.firstIndex(of: .dormant) else { return nil }
        slots[dormant] = .connecting
        return dormant
    }

    /// Removes an entry from the queue; false if it has left already.
    mutating func withdrawn(_ id: ObjectIdentifier) -> Bool {
        guard let index = queue.firstIndex(where: { $0.id == id }) else { return false }
        queue.remove(at: index)
        return true
    }

    // MARK: Time

    struct Expiry {
        var entries: [(entry: Entry, error: PostgresError)] = []
        /// The next look; nil: not before the clock is set.
        var next: Instant?
    }

    /// Removes the entries that have waited too long.
    mutating func clockRang(now: Instant) -> Expiry {
        var expiry = Expiry()
        var kept = Deque<Entry>()
        for entry in queue {
            guard entry.giveUpAt <= now else {
                kept.append(entry)
                expiry.next = min(expiry.next ?? entry.giveUpAt, entry.giveUpAt)
                continue
            }
            expiry.entries.append((entry, waitedTooLong(entry)))
        }
        queue = kept
        clockSetTo = expiry.next
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

    /// The next step of the thread of a slot without a connection.
    mutating func instruction(for slot: Int, now: Instant) -> Instruction {
        if isStopping { return .stop }
        if slots[slot] == .connecting { return .connect }
        if case .backingOff(let until) = slots[slot] {
            guard now >= until else { return .sleep(until: until) }
            slots[slot] = .connecting
            return .connect
        }
        return .sleep(until: nil)
    }

    /// Marks the connections that stay open without work as connecting, when the threads start.
    mutating func started() {
        for slot in 0..<min(limits.idleConnections, limits.size) { slots[slot] = .connecting }
    }

    /// Records a new connection, whose thread takes work next; returns another slot to wake.
    mutating func connectionEstablished(_ slot: Int, now: Instant) -> Int? {
        slots[slot] = .working
        statistics.connects += 1
        hasConnected = true
        lastFailure = nil
        lastFailureAt = nil
        growthAllowedAt = nil
        backoff.reset()
        // This one takes a share of the queue: only the rest is a reason to grow.
        return queue.count > limits.pipelineDepth || queue.contains(where: \.isExclusive) ? grow(now: now) : nil
    }

    /// Records a failed attempt to connect; returns the entries that fail with it because there is no other connection.
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
        let isAnotherTrying = slots.contains { if case .backingOff = $0 { true } else { $0 == .connecting } }
        if isAnotherTrying { return [] }
        slots[slot] = .backingOff(until: retryAt)
        let failed = Array(queue)
        queue.removeAll()
        statistics.unavailable += UInt64(failed.count)
        return failed
    }

    enum TakeAction {
        /// Run these one after the other without waiting in between.
        case statements([Entry], wake: Int?)
        /// Serve this one alone until it is done.
        case exclusive(Entry, wake: Int?)
        case idle
        case stop
    }

    /// Takes work for a connected thread; `served`: the statements that it ran since it last asked.
    ///
    /// It takes its share of the queue: the other connections will take theirs, and a slow statement delays
    /// only those on its connection. Of quick statements it takes more.
    mutating func workWanted(by slot: Int, served: (count: Int, time: Duration)? = nil, now: Instant) -> TakeAction {
        if let served { statementTime.ran(served.count, in: served.time) }
        if isStopping, queue.isEmpty { return .stop }
        guard let first = queue.popFirst() else {
            slots[slot] = .idle
            return .idle
        }
        slots[slot] = .working
        statistics.batches += 1
        if first.isExclusive { return .exclusive(first, wake: nextHand(now: now)) }
        let waiting = queue.count + 1
        let share = min(limits.pipelineDepth, max(quickCount, (waiting + connected - 1) / connected))
        var batch = [first]
        while batch.count < share, let next = queue.first, !next.isExclusive {
            batch.append(queue.removeFirst())
        }
        return .statements(batch, wake: nextHand(now: now))
    }

    /// Another slot to wake if there is more work than the awake threads will take.
    private mutating func nextHand(now: Instant) -> Int? {
        guard queue.count > slots.count(where: { $0 == .woken }) * quickCount else { return nil }
        if let idle = slots.firstIndex(of: .idle) { return wake(idle) }
        return queue.contains(where: \.isExclusive) ? grow(now: now) : nil
    }

    /// Decides whether to close a connection that was idle for long, which makes its slot dormant.
    mutating func idleTimePassed(_ slot: Int) -> Bool {
        guard slots[slot] == .idle, connected > limits.idleConnections else { return false }
        slots[slot] = .dormant
        return true
    }

    /// Records the end of a connection, by age or loss; `instruction` gives its thread's next step.
    ///
    /// Returns another slot to wake, for the work that this one would have taken.
    mutating func connectionClosed(_ slot: Int, wasLost: Bool, now: Instant) -> Int? {
        if wasLost { statistics.connectionsLost += 1 }
        slots[slot] = .dormant
        let other = nextHand(now: now)
        guard !isStopping, connecting < limits.simultaneousConnects else { return other }
        if connected + connecting < limits.idleConnections || queue.count > connecting { slots[slot] = .connecting }
        return other
    }

    /// Stops accepting work; returns the waiting entries.
    mutating func stopped() -> [Entry] {
        isStopping = true
        defer { queue.removeAll() }
        return Array(queue)
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
        snapshot.waiting = queue.count
        return snapshot
    }
}

/// The recent run time of statements: a moving average over about the last dozen batches.
struct StatementTime {
    /// A cap on samples: one slow report says little about the next thousand look-ups.
    private static let greatestSample = 10_000_000.0
    private static let weight = 1 / 8.0

    private var nanoseconds = Self.greatestSample

    mutating func ran(_ count: Int, in time: Duration) {
        guard count > 0 else { return }
        let (seconds, attoseconds) = time.components
        let sample = (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
        nanoseconds += (min(sample, Self.greatestSample) - nanoseconds) * Self.weight
    }

    /// The number of statements that fit into `budget`, at least one.
    func count(within budget: Duration) -> Int {
        let (seconds, attoseconds) = budget.components
        let available = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        return max(1, Int(min(available / max(nanoseconds, 1), 1_000)))
    }
}
