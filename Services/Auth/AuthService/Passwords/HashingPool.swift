import AuthContract
import Contract
import NIOPosix
import RPC
import ServiceLifecycle
import Synchronization
import Values

/// Threads that hash passwords, so that many sign-ins at once neither delay other calls nor exhaust the memory.
///
/// A call needs a slot; there is one for each thread and for each place in the queue. Without a free slot, the call is
/// rejected at once, with a delay before the next attempt.
final class HashingPool: Service {
    private let threads: NIOThreadPool
    private let threadCount: Int
    private let slotLimit: Int
    private let derivation: any KeyDerivation
    private let parameters: ScryptParameters
    private let random: RandomSource
    private let measure: @Sendable (Duration) -> Void
    private let slots = Atomic<Int>(0)
    /// The duration of the latest hash, in milliseconds.
    private let latest = Atomic<Int64>(100)

    /// The number of concurrent hashes, and of calls that may wait.
    struct Capacity {
        var threads: Int
        var queue: Int
    }

    /// Creates a pool and starts its threads.
    ///
    /// - Parameter measure: called with the duration of each hash.
    init(
        _ capacity: Capacity, parameters: ScryptParameters = .standard,
        derivation: any KeyDerivation = ScryptDerivation(), random: RandomSource = .system,
        measure: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        threadCount = max(1, capacity.threads)
        slotLimit = threadCount + max(0, capacity.queue)
        self.parameters = parameters
        self.derivation = derivation
        self.random = random
        self.measure = measure
        threads = NIOThreadPool(numberOfThreads: threadCount)
        threads.start()
    }

    /// Ends the threads when the process stops.
    func run() async throws {
        try? await gracefulShutdown()
        try await threads.shutdownGracefully()
    }

    /// The slots in use by running and waiting hashes.
    var inUse: Int { slots.load(ordering: .relaxed) }

    /// Runs `body` with a slot.
    ///
    /// - Throws: `overloaded` with the reason `hashing-busy` if all are taken.
    func withSlot<Value: Sendable>(
        until deadline: ContinuousClock.Instant?, _ body: (HashingSlot) async throws -> Value
    ) async throws -> Value {
        let taken = slots.wrappingAdd(1, ordering: .relaxed).newValue
        defer { slots.wrappingSubtract(1, ordering: .relaxed) }
        guard taken <= slotLimit else {
            throw RPCError(Auth.hashingBusy, retryAfterMilliseconds: expectedWait(for: taken))
        }
        return try await body(HashingSlot(pool: self, deadline: deadline))
    }

    private func expectedWait(for taken: Int) -> Int64 {
        max(100, Int64(taken / threadCount) * latest.load(ordering: .relaxed))
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
