import AuthContract
import Contract
import Crypto
import Logging
import RPC
import ServiceLifecycle
import Synchronization
import Values

/// The signing keys of all replicas, as this one knows them.
///
/// The keys lie in the database, sealed. Every replica reads them again and again, so all publish and use the same ones;
/// whichever comes first makes the next one when its time has come.
final class SigningKeyRing: Service {
    private let store: AuthStore
    private let secret: SymmetricKey
    private let schedule: KeySchedule
    private let reloadInterval: Duration
    private let logger: Logger
    private let keys = Mutex<[SigningKey]>([])

    /// A ring that knows no key until ``reload(isForced:)`` was called.
    /// - Parameter reloadInterval: how often the keys are read; shorter than the schedule's lead.
    init(
        store: AuthStore, secret: SymmetricKey, schedule: KeySchedule, reloadInterval: Duration, logger: Logger
    ) {
        self.store = store
        self.secret = secret
        self.schedule = schedule
        self.reloadInterval = reloadInterval
        self.logger = logger
    }

    /// Reads the keys again and again until the process stops.
    /// - Throws: ``SealedKeyFault`` at once: the process must not go on with another secret than the others.
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

    /// Whether nothing can be signed.
    var isEmpty: Bool { keys.withLock { $0.isEmpty } }

    /// The public keys, newest first.
    var published: [Auth.KeySet.Key] {
        keys.withLock { $0.sorted { $0.activeFrom > $1.activeFrom }.map(\.published) }
    }

    /// Signs an access token with the key whose time it is.
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

    /// Reads the keys, makes the next one if its time has come, and removes those that nobody needs.
    /// - Parameter isForced: whether the next key is to come as soon as it may.
    /// - Throws: ``SealedKeyFault`` if a key was sealed with another secret.
    func reload(isForced: Bool = false) async throws {
        let current = try await store.inTransaction { transaction in
            try await transaction.lockSigningKeys()
            // Opened before anything is changed: a replica with the wrong secret must not add a key to those of others.
            var keys = try await transaction.signingKeys().map { row in
                guard let key = SigningKey(row, secret: self.secret) else { throw SealedKeyFault(id: row.id) }
                return key
            }
            let now = try await transaction.now()
            let plan = self.schedule.plan(keys.map(\.scheduled), now: now, isForced: isForced)
            if !plan.expired.isEmpty {
                try await transaction.deleteSigningKeys(plan.expired)
                keys.removeAll { plan.expired.contains($0.id) }
            }
            if let activeFrom = plan.nextActiveFrom {
                let key = SigningKey(activeFrom: activeFrom)
                try await transaction.insertSigningKey(try key.sealed(secret: self.secret), now: now)
                keys.append(key)
            }
            return keys
        }
        keys.withLock { $0 = current }
    }
}

/// A signing key in the database that this process's secret does not open.
struct SealedKeyFault: Error, CustomStringConvertible {
    var id: String
    var description: String { "signing key \(id) was sealed with another auth.secret than this process has" }
}
