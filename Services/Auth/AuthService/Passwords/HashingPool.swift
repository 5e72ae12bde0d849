import AuthContract
import Contract
import NIOPosix
import RPC
import ServiceLifecycle
import Synchronization
import Values

/// Hashes passwords on threads of its own, so that a thousand people who sign in at once neither stop the calls of others
/// nor fill the memory.
///
/// Work comes by slots, of which there are as many as threads and places in the queue: whoever gets none is told at
/// once when to come again.
final class HashingPool: Service {
    private let threads: NIOThreadPool
    private let threadCount: Int
    private let slotLimit: Int
    private let derivation: any KeyDerivation
    private let parameters: ScryptParameters
    private let random: RandomSource
    private let measure: @Sendable (Duration) -> Void
    private let slots = Atomic<Int>(0)
    /// How long the latest hash took, in milliseconds.
    private let latest = Atomic<Int64>(100)

    /// A pool whose threads run at once.
    /// - Parameters:
    ///   - threadCount: how many passwords are hashed at a time.
    ///   - queueLimit: how many may wait.
    ///   - measure: told how long each hash took.
    init(
        threadCount: Int, queueLimit: Int, parameters: ScryptParameters = .standard,
        derivation: any KeyDerivation = ScryptDerivation(), random: RandomSource = .system,
        measure: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.threadCount = max(1, threadCount)
        slotLimit = self.threadCount + max(0, queueLimit)
        self.parameters = parameters
        self.derivation = derivation
        self.random = random
        self.measure = measure
        threads = NIOThreadPool(numberOfThreads: self.threadCount)
        threads.start()
    }

    /// Ends the threads when the process stops.
    func run() async throws {
        try? await gracefulShutdown()
        try await threads.shutdownGracefully()
    }

    /// How many slots are taken: what runs and what waits.
    var inUse: Int { slots.load(ordering: .relaxed) }

    /// Runs `body` with a slot.
    /// - Throws: `overloaded` with the reason `hashing-busy` if all are taken.
    func withSlot<Value: Sendable>(
        until deadline: ContinuousClock.Instant?, _ body: (HashingSlot) async throws -> Value
    ) async throws -> Value {
        let taken = slots.wrappingAdd(1, ordering: .relaxed).newValue
        defer { slots.wrappingSubtract(1, ordering: .relaxed) }
        guard taken <= slotLimit else {
            throw RPCError(
                .overloaded, reason: "hashing-busy", retryAfterMilliseconds: expectedWait(for: taken))
        }
        return try await body(HashingSlot(pool: self, deadline: deadline))
    }

    private func expectedWait(for taken: Int) -> Int64 {
        max(100, Int64(taken / threadCount) * latest.load(ordering: .relaxed))
    }

    /// A hash that no password has.
    func decoy() -> PasswordHash { .decoy(parameters, using: random) }

    fileprivate func hash(_ password: String, until deadline: ContinuousClock.Instant?) async throws -> PasswordHash {
        let salt = random.bytes(PasswordHash.saltBytes)
        let key = try await derive(password, salt, PasswordHash.keyBytes, parameters, until: deadline)
        return PasswordHash(parameters: parameters, salt: salt, key: key)
    }

    fileprivate func isCurrent(_ hash: PasswordHash) -> Bool { hash.parameters == parameters }

    fileprivate func derive(
        _ password: String, _ salt: [UInt8], _ byteCount: Int, _ parameters: ScryptParameters,
        until deadline: ContinuousClock.Instant?
    ) async throws -> [UInt8] {
        do {
            return try await threads.runIfActive { [self] in
                let start = ContinuousClock.now
                // Nobody waits for the answer any more.
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

/// The right to have passwords hashed, for one call.
struct HashingSlot: Sendable {
    fileprivate let pool: HashingPool
    fileprivate let deadline: ContinuousClock.Instant?

    /// The hash of a new password, with a salt of its own.
    func hash(_ password: Password) async throws -> PasswordHash {
        try await pool.hash(password.text, until: deadline)
    }

    /// Whether a password has a hash: one derivation, whatever the password.
    func isPassword(_ attempt: PasswordAttempt, of hash: PasswordHash) async throws -> Bool {
        let key = try await pool.derive(
            attempt.text, hash.salt, hash.key.count, hash.parameters, until: deadline)
        return key.isEqualInConstantTime(to: hash.key)
    }

    /// The hash to keep from now on, if the one that was kept is not as hashes are made today.
    func renewed(_ hash: PasswordHash, for attempt: PasswordAttempt) async throws -> PasswordHash? {
        pool.isCurrent(hash) ? nil : try await pool.hash(attempt.text, until: deadline)
    }
}

extension [UInt8] {
    /// Whether two arrays of bytes are the same, in a time that does not depend on where they differ.
    func isEqualInConstantTime(to other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
