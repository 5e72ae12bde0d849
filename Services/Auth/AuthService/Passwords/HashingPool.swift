import AuthContract
import Contract
import NIOPosix
import RPC
import ServiceLifecycle
import Synchronization
import Values

/// Threads that hash passwords, so that many sign-ins at once neither delay other calls nor exhaust the memory.
///
/// A call needs a slot. There are two for each thread, so that a thread has work while a call reads the database.
/// Without a free slot a call waits for its turn (``HashingTurns``); if too many wait, it is refused with a delay
/// before the next attempt.
final class HashingPool: Service {
    private let threads: NIOThreadPool
    private let threadCount: Int
    private let derivation: any KeyDerivation
    private let parameters: ScryptParameters
    private let random: RandomSource
    private let measure: @Sendable (Duration) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>
    /// The minimum time that a call needs between its turn and its deadline, in milliseconds.
    ///
    /// A call with less time is refused while it waits, so that its caller learns when to try again. At the deadline
    /// itself the gateway answers in its place.
    private static let minimumTime: Int64 = 500
    /// The duration of the latest hash, in milliseconds.
    private let latest = Atomic<Int64>(100)

    /// The number of concurrent hashes, and of calls that may wait.
    struct Capacity {
        var threads: Int
        var queue: Int
    }

    private struct State {
        var turns: HashingTurns
        /// The calls that wait.
        var waiters: [HashingTurns.Ticket: Waiter] = [:]
        var tickets: HashingTurns.Ticket = 0
    }

    private struct Waiter {
        var deadline: ContinuousClock.Instant?
        var continuation: CheckedContinuation<Void, any Error>
    }

    /// Creates a pool and starts its threads.
    ///
    /// - Parameter measure: called with the duration of each hash.
    init(
        _ capacity: Capacity, parameters: ScryptParameters = .standard,
        derivation: any KeyDerivation = ScryptDerivation(), random: RandomSource = .system,
        measure: @escaping @Sendable (Duration) -> Void = { _ in },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        // The parameters are dependencies; all but the first have defaults.
        threadCount = max(1, capacity.threads)
        let turns = HashingTurns(width: threadCount * 2, capacity: max(0, capacity.queue))
        state = Mutex(State(turns: turns))
        self.parameters = parameters
        self.derivation = derivation
        self.random = random
        self.measure = measure
        self.now = now
        threads = NIOThreadPool(numberOfThreads: threadCount)
        threads.start()
    }

    /// Ends the threads when the process stops.
    func run() async throws {
        try? await gracefulShutdown()
        try await threads.shutdownGracefully()
    }

    /// The calls that have a slot or wait for one.
    var inUse: Int { state.withLock { $0.turns.running + $0.turns.waiting } }

    /// Runs `body` with a slot.
    ///
    /// - Throws: `overloaded` with the reason `hashing-busy` if too many wait, or the turn does not come in time;
    ///   `deadlineExceeded` if the deadline has passed already.
    func withSlot<Value: Sendable>(
        _ turn: HashingTurn, _ body: (HashingSlot) async throws -> Value
    ) async throws -> Value {
        try await wait(for: turn)
        defer { leave() }
        if let deadline = turn.deadline, now() >= deadline { throw RPCError(.deadlineExceeded) }
        return try await body(HashingSlot(pool: self, deadline: turn.deadline))
    }

    private func wait(for turn: HashingTurn) async throws {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(ticket, turn, continuation)
                // The handler may have run before the call began to wait.
                if Task.isCancelled { abandon(ticket) }
            }
        } onCancel: {
            abandon(ticket)
        }
    }

    private func enter(
        _ ticket: HashingTurns.Ticket, _ turn: HashingTurn, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let (granted, refused) = state.withLock {
            state -> (CheckedContinuation<Void, any Error>?, CheckedContinuation<Void, any Error>?) in
            switch state.turns.enter(ticket, of: turn.flow, isPreferred: turn.isPreferred) {
            case .now: return (continuation, nil)
            case .refused: return (nil, continuation)
            case .wait:
                state.waiters[ticket] = Waiter(deadline: turn.deadline, continuation: continuation)
                return (nil, nil)
            case .displaced(let other):
                state.waiters[ticket] = Waiter(deadline: turn.deadline, continuation: continuation)
                return (nil, state.waiters.removeValue(forKey: other)?.continuation)
            }
        }
        granted?.resume()
        refused?.resume(throwing: busy)
    }

    private func leave() {
        let latestEnd = now() + .milliseconds(max(Self.minimumTime, 2 * latest.load(ordering: .relaxed)))
        let (next, late) = state.withLock { state -> (Waiter?, [Waiter]) in
            let tickets = state.waiters.filter { $1.deadline.map { $0 < latestEnd } ?? false }.keys
            let late = tickets.compactMap { ticket in
                state.turns.abandon(ticket) ? state.waiters.removeValue(forKey: ticket) : nil
            }
            return (state.turns.leave().flatMap { state.waiters.removeValue(forKey: $0) }, late)
        }
        next?.continuation.resume()
        if late.isEmpty { return }
        let busy = busy
        for waiter in late { waiter.continuation.resume(throwing: busy) }
    }

    private var busy: RPCError { RPCError(Auth.hashingBusy, retryAfterMilliseconds: expectedWait) }

    private func abandon(_ ticket: HashingTurns.Ticket) {
        let waiter = state.withLock { state in
            state.turns.abandon(ticket) ? state.waiters.removeValue(forKey: ticket) : nil
        }
        waiter?.continuation.resume(throwing: RPCError(.cancelled))
    }

    /// The time until the calls that wait now have been served, in milliseconds.
    private var expectedWait: Int64 {
        max(100, Int64(inUse / threadCount) * latest.load(ordering: .relaxed))
    }

    /// Creates a hash that no password matches.
    func decoy() -> PasswordHash { .decoy(parameters, using: random) }

    fileprivate func hash(_ password: String, until deadline: ContinuousClock.Instant?) async throws -> PasswordHash {
        let salt = random.bytes(PasswordHash.saltBytes)
        let key = try await derive(
            password, salt: salt, byteCount: PasswordHash.keyBytes, parameters, until: deadline)
        return PasswordHash(parameters: parameters, salt: salt, key: key)
    }

    fileprivate func isCurrent(_ hash: PasswordHash) -> Bool { hash.parameters == parameters }

    fileprivate func derive(
        _ password: String, salt: [UInt8], byteCount: Int, _ parameters: ScryptParameters,
        until deadline: ContinuousClock.Instant?
    ) async throws -> [UInt8] {
        do {
            return try await threads.runIfActive { [self] in
                let start = ContinuousClock.now
                // The caller no longer waits for the answer.
                if let deadline, start >= deadline { throw RPCError(.deadlineExceeded) }
                let key = try derivation.derive(
                    from: password.normalizedBytes, salt: salt, byteCount: byteCount, parameters)
                let duration = ContinuousClock.now - start
                latest.store(duration.wholeMilliseconds, ordering: .relaxed)
                measure(duration)
                return key
            }
        } catch is CancellationError {
            throw RPCError(.cancelled)
        }
    }
}

/// A call's slot for hashing passwords.
struct HashingSlot: Sendable {
    fileprivate let pool: HashingPool
    fileprivate let deadline: ContinuousClock.Instant?

    /// Hashes a new password with a new salt.
    func hash(_ password: Password) async throws -> PasswordHash {
        try await pool.hash(password.text, until: deadline)
    }

    /// Returns true if a password matches a hash; always costs one derivation.
    func isPassword(_ attempt: PasswordAttempt, of hash: PasswordHash) async throws -> Bool {
        let key = try await pool.derive(
            attempt.text, salt: hash.salt, byteCount: hash.key.count, hash.parameters, until: deadline)
        return key.isEqualInConstantTime(to: hash.key)
    }

    /// Rehashes a password if its hash has outdated parameters; returns `nil` if the hash is current.
    func renewed(_ hash: PasswordHash, for attempt: PasswordAttempt) async throws -> PasswordHash? {
        pool.isCurrent(hash) ? nil : try await pool.hash(attempt.text, until: deadline)
    }
}

extension [UInt8] {
    /// Compares bytes in a time that depends on their number only.
    func isEqualInConstantTime(to other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
