import Logging
import Platform
import Resilience
import Synchronization

/// Carries out the decisions of `PoolState`: owns the threads, wakes them and completes the calls.
final class Pool: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Work that waits for a connection.
    enum Work: Sendable {
        case call(Call)
        case lease(Lease)
        case listener(NotificationListener)

        func fail(_ error: PostgresError) {
            switch self {
            case .call(let call): call.finish(.failure(error))
            case .lease(let lease): lease.end(error)
            case .listener(let listener): listener.finish(.failure(error))
            }
        }
    }

    private struct Shared {
        var machine: PoolState<Work>
        /// The wake-up events, one per thread; empty before the start.
        var wakes: [WakeEvent] = []
        var clockWake: WakeEvent?
        var runningThreads = 0
        var whenEnded: CheckedContinuation<Void, Never>?
        var permanentError: PostgresError?
        var isDatabaseChecked = false
    }

    let configuration: PostgresConfiguration
    let logger: Logger
    private let random: @Sendable () -> Double
    private let shared: Mutex<Shared>
    private let stopTime = Mutex<Instant?>(nil)

    init(_ configuration: PostgresConfiguration, logger: Logger, random: @escaping @Sendable () -> Double) {
        self.configuration = configuration
        self.logger = logger
        self.random = random
        let limits = PoolState<Work>.Limits(
            size: configuration.poolSize, idleConnections: configuration.idleConnections,
            queueLimit: configuration.queueLimit, pipelineDepth: configuration.pipelineDepth)
        shared = Mutex(Shared(machine: PoolState(limits: limits)))
    }

    // MARK: Calls

    /// Queues the work in the flow of the current call, or rejects it at once.
    func submit(_ work: Work, deadline: Instant?) {
        let now = ContinuousClock.now
        let acquireEnd = now + configuration.acquireTimeout
        let call = CallWork.current
        let cost = call?.extraCost ?? 0
        let entry = PoolState<Work>.Entry(
            id: work.id, flow: CallWork.currentFlow, work: work, isExclusive: work.isExclusive,
            cost: cost, giveUpAt: min(deadline ?? acquireEnd, acquireEnd),
            isDeadline: deadline.map { $0 < acquireEnd } ?? false,
            waiting: cost > 0 ? nil : call.map { ($0, now) })
        let (action, wake, clock) = shared.withLock { shared in
            let action = shared.machine.submitted(entry, now: now)
            let (slot, setClock): (Int?, Bool) =
                switch action {
                case .queued(let slot, let setClock), .displacing(_, let slot, let setClock): (slot, setClock)
                case .rejected: (nil, false)
                }
            guard !shared.wakes.isEmpty else { return (action, WakeEvent?.none, WakeEvent?.none) }
            return (action, slot.map { shared.wakes[$0] }, setClock ? shared.clockWake : nil)
        }
        switch action {
        case .queued: break
        case .displacing(let displaced, _, _): displaced.entry.work.fail(displaced.error)
        case .rejected(let error): work.fail(error)
        }
        wake?.signal()
        clock?.signal()
    }

    /// Removes work from the queue; returns false if a connection has already taken it.
    @discardableResult
    func withdraw(_ work: Work) -> Bool {
        let (isRemoved, wake) = shared.withLock { shared in
            let (isRemoved, slot) = shared.machine.withdrawn(work.id, now: .now)
            // There is none before the start.
            return (isRemoved, slot.flatMap { shared.wakes.isEmpty ? nil : shared.wakes[$0] })
        }
        wake?.signal()
        return isRemoved
    }

    var health: PostgresHealth { shared.withLock { $0.machine.health } }
    var statistics: PostgresStatistics { shared.withLock { $0.machine.snapshot } }

    // MARK: Life

    /// Starts the threads and returns once the last has ended: after `stop`, or with an error that further attempts to
    /// connect cannot fix.
    func run() async throws(PostgresError) {
        try start()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasEnded = shared.withLock { shared in
                    if shared.runningThreads > 0 { shared.whenEnded = continuation }
                    return shared.runningThreads == 0
                }
                if hasEnded { continuation.resume() }
            }
        } onCancel: {
            stop()
        }
        if let permanentError = shared.withLock({ $0.permanentError }) { throw permanentError }
    }

    private func start() throws(PostgresError) {
        let (wakes, clockWake) = try withSystemResources { () throws(SystemError) in
            var wakes: [WakeEvent] = []
            for _ in 0..<configuration.poolSize { wakes.append(try WakeEvent()) }
            return (wakes, try WakeEvent())
        }
        let isFirst = shared.withLock { shared in
            guard shared.wakes.isEmpty else { return false }
            shared.wakes = wakes
            shared.clockWake = clockWake
            shared.runningThreads = wakes.count + 1
            shared.machine.started()
            return true
        }
        guard isFirst else { throw PostgresError(.other, "the PostgreSQL client has already been started") }
        do throws(PostgresError) {
            try withSystemResources { () throws(SystemError) in
                try OSThread.start { [self] in runClock(clockWake) }
                for (slot, wake) in wakes.enumerated() {
                    try OSThread.start { [self] in runThread(slot, wake) }
                }
            }
        } catch {
            fail(error)
            throw error
        }
    }

    /// Rejects new work, fails waiting work and gives running work a grace period.
    private func stop(_ permanentError: PostgresError? = nil) {
        stopTime.withLock { $0 = $0 ?? ContinuousClock.now + configuration.shutdownGrace }
        let (waiting, wakes) = shared.withLock { shared in
            if shared.permanentError == nil { shared.permanentError = permanentError }
            return (shared.machine.stopped(), shared.wakes + [shared.clockWake].compactMap(\.self))
        }
        for entry in waiting { entry.work.fail(permanentError ?? .unavailable("the PostgreSQL client has stopped")) }
        for wake in wakes { wake.signal() }
    }

    /// The end of the grace period for running work; `nil` if the pool is not stopping.
    var stopsAt: Instant? { stopTime.withLock(\.self) }

    private func fail(_ error: PostgresError) {
        logger.error("The PostgreSQL client stops", metadata: ["error": "\(error)"])
        stop(error)
    }

    private func threadEnded() {
        let continuation = shared.withLock { shared in
            shared.runningThreads -= 1
            guard shared.runningThreads == 0 else { return CheckedContinuation<Void, Never>?.none }
            defer { shared.whenEnded = nil }
            return shared.whenEnded
        }
        continuation?.resume()
    }

    // MARK: The clock's thread

    private func runClock(_ wake: WakeEvent) {
        defer { threadEnded() }
        while true {
            let now = Instant.now
            let (expiry, isStopping, other) = shared.withLock { shared in
                let expiry = shared.machine.expire(now: now)
                return (expiry, shared.machine.isStopping, expiry.wake.map { shared.wakes[$0] })
            }
            other?.signal()
            for (entry, error) in expiry.entries {
                entry.waitEnded(at: now)
                entry.work.fail(error)
            }
            if isStopping { return }
            wake.wait(until: expiry.next)
        }
    }

    // MARK: The connections' threads

    private func runThread(_ slot: Int, _ wake: WakeEvent) {
        defer { threadEnded() }
        while true {
            switch shared.withLock({ $0.machine.instruction(for: slot, now: .now) }) {
            case .stop: return
            case .sleep(let end): wake.wait(until: end)
            case .connect: serve(slot, wake)
            }
        }
    }

    /// Creates a connection and runs it until it ends.
    private func serve(_ slot: Int, _ wake: WakeEvent) {
        let session: Session
        do throws(PostgresError) {
            session = try connect(wake)
        } catch {
            connectionFailed(slot, error)
            return
        }
        let (other, wasUnavailable) = shared.withLock { shared in
            let wasUnavailable = shared.machine.lastFailure != nil
            let slot = shared.machine.connectionEstablished(slot, now: .now)
            return (slot.map { shared.wakes[$0] }, wasUnavailable)
        }
        other?.signal()
        if wasUnavailable { logger.info("PostgreSQL is available again") }

        // Varies the lifetime by a tenth, so that connections made together do not end together.
        let lifetime = configuration.maximumLifetime * (0.9 + random() / 5)
        let end = SessionDriver(session, pool: self, slot: slot, lifetime: lifetime).drive()
        var wasLost = false
        if case .lost(let error) = end {
            wasLost = true
            logger.warning("A connection to PostgreSQL was lost", metadata: ["error": "\(error)"])
        }
        let next = shared.withLock { shared in
            shared.machine.connectionClosed(slot, wasLost: wasLost, now: .now).map { shared.wakes[$0] }
        }
        next?.signal()
    }

    private func connect(_ wake: WakeEvent) throws(PostgresError) -> Session {
        let session = try Session.connect(
            configuration.connectionSettings(), wake: wake, configuration: configuration, isStopping: { stopsAt != nil }
        )
        if !shared.withLock(\.isDatabaseChecked) {
            do throws(PostgresError) {
                try DatabaseCheck.check(session, deadline: .now + configuration.connectTimeout)
            } catch  where error.code == .incompatibleDatabase {
                fail(error)
                throw error
            }
            shared.withLock { $0.isDatabaseChecked = true }
        }
        guard session.enterPipeline() else { throw session.failure }
        return session
    }

    private func connectionFailed(_ slot: Int, _ error: PostgresError) {
        let (failed, isFirst) = shared.withLock { shared in
            let isFirst = shared.machine.lastFailure == nil
            let random = random()
            return (shared.machine.connectionFailed(slot, error, now: .now, random: random), isFirst)
        }
        for entry in failed { entry.work.fail(error) }
        // Logged once per outage, not per attempt.
        if isFirst, stopsAt == nil { logger.warning("PostgreSQL is unavailable", metadata: ["error": "\(error)"]) }
    }

    /// Takes work for a connection that has none; the result says what its thread does next.
    func workWanted(by slot: Int, served: (count: Int, time: Duration)?) -> PoolState<Work>.TakeAction {
        let now = Instant.now
        let (action, wake) = shared.withLock { shared in
            let action = shared.machine.workWanted(by: slot, served: served, now: now)
            switch action {
            case .statements(_, .some(let other)), .exclusive(_, .some(let other)):
                return (action, WakeEvent?.some(shared.wakes[other]))
            case .statements, .exclusive, .idle, .stop: return (action, nil)
            }
        }
        wake?.signal()
        switch action {
        case .statements(let entries, _): for entry in entries { entry.waitEnded(at: now) }
        case .exclusive(let entry, _): entry.waitEnded(at: now)
        case .idle, .stop: break
        }
        return action
    }

    /// Closes a connection that has been idle for long; returns false if it has to stay open.
    func idleTimePassed(_ slot: Int) -> Bool {
        shared.withLock { $0.machine.idleTimePassed(slot) }
    }
}

extension PoolState.Entry {
    /// Tells the call that a connection has taken its work, or none has in time.
    fileprivate func waitEnded(at now: ContinuousClock.Instant) {
        if let waiting { waiting.call.add(wait: now - waiting.since) }
    }
}

extension Pool.Work {
    fileprivate var id: ObjectIdentifier {
        switch self {
        case .call(let call): ObjectIdentifier(call)
        case .lease(let lease): ObjectIdentifier(lease)
        case .listener(let listener): ObjectIdentifier(listener)
        }
    }

    fileprivate var isExclusive: Bool {
        if case .call = self { false } else { true }
    }
}
