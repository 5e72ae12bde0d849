import AuthContract
import Contract
import Crypto
import Logging
import RPC
import ServiceLifecycle
import Synchronization
import Values

/// The signing keys of all replicas, as last read from the database.
///
/// The keys are stored sealed. Every replica reads them regularly, so all publish and use the same ones; the first
/// replica to see that a new key is due creates it.
final class SigningKeyRing: Service {
    private let store: AuthStore
    private let secret: SymmetricKey
    private let schedule: KeySchedule
    private let reloadInterval: Duration
    private let logger: Logger
    private let keys = Mutex<[SigningKey]>([])

    /// Creates an empty ring; ``reload(isForced:)`` reads the keys.
    ///
    /// - Parameter reloadInterval: the interval between reads, shorter than the schedule's lead.
    init(
        store: AuthStore, secret: SymmetricKey, schedule: KeySchedule, reloadInterval: Duration, logger: Logger
    ) {
        self.store = store
        self.secret = secret
        self.schedule = schedule
        self.reloadInterval = reloadInterval
        self.logger = logger
    }

    /// Reads the keys regularly until the process stops.
    ///
    /// - Throws: ``SealedKeyFault`` at once: a process whose secret differs from that of the others must not run.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await self.reload()
                } catch let fault as SealedKeyFault {
                    throw fault
                } catch {
                    self.logger.warning("signing keys cannot be read", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: self.isEmpty ? min(.seconds(1), self.reloadInterval) : self.reloadInterval)
            }
        }
    }

    /// True while no key can sign.
    var isEmpty: Bool { keys.withLock { $0.isEmpty } }

    /// The public keys, newest first.
    var published: [Auth.KeySet.Key] {
        keys.withLock { $0.sorted { $0.activeFrom > $1.activeFrom }.map(\.published) }
    }

    /// Signs an access token with the current key.
    func sign(_ claims: AccessClaims, now: Instant) async throws -> String {
        guard let key = signingKey(at: now) else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "there is no signing key yet")
        }
        return try await key.sign(claims)
    }

    private func signingKey(at now: Instant) -> SigningKey? {
        let known = keys.withLock { $0 }
        let due = schedule.signing(known.map(\.scheduled), now: now)
        return known.first { $0.id == due?.id }
    }

    /// Reads the keys, creates the next one if it is due, and removes expired ones.
    ///
    /// - Parameter isForced: true to create the next key as soon as possible.
    /// - Throws: ``SealedKeyFault`` if a key was sealed with another secret.
    func reload(isForced: Bool = false) async throws {
        let current = try await store.inTransaction { transaction in
            try await transaction.signingKeys.lock()
            // Opened before any change: a replica with the wrong secret must not add a key to those of others.
            var keys = try await transaction.signingKeys.all().map { record in
                guard let key = SigningKey(record, secret: self.secret) else { throw SealedKeyFault(id: record.id) }
                return key
            }
            let now = try await transaction.now()
            let plan = self.schedule.plan(keys.map(\.scheduled), now: now, isForced: isForced)
            if !plan.expired.isEmpty {
                try await transaction.signingKeys.delete(plan.expired)
                keys.removeAll { plan.expired.contains($0.id) }
            }
            if let activeFrom = plan.nextActiveFrom {
                let key = SigningKey(activeFrom: activeFrom)
                try await transaction.signingKeys.insert(try key.sealed(secret: self.secret), now: now)
                keys.append(key)
            }
            return keys
        }
        keys.withLock { $0 = current }
    }
}

/// A signing key that cannot be opened with this process's secret.
struct SealedKeyFault: Error, CustomStringConvertible {
    var id: String
    var description: String { "signing key \(id) was sealed with a different auth.secret from this process's" }
}
