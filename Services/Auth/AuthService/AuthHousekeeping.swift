import Logging
import ServiceLifecycle

/// Regularly deletes data that is no longer needed, and accounts at their owners' wish; runs on every replica.
struct AuthHousekeeping: Service {
    let store: AuthStore
    let policy: RetentionPolicy
    var interval: Duration = .seconds(60)
    /// Deletes the accounts whose time has come.
    let deleteAccounts: @Sendable () async throws -> Void
    /// Called with the number of SMS that all replicas have sent today.
    let smsSpent: @Sendable (Int64) -> Void
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil {
                do {
                    try await deleteAccounts()
                    try await sweep()
                    try await countSMS()
                } catch {
                    logger.warning("housekeeping failed", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Reads and reports the number of SMS that all replicas have sent today.
    func countSMS() async throws {
        let spent = try await store.inTransaction { transaction in
            try await transaction.smsBudget.spent(day: SMSPolicy.day(of: transaction.now()))
        }
        smsSpent(spent)
    }

    /// Deletes data in batches until a batch is not full.
    func sweep() async throws {
        while !Task.isCancelled {
            let count = try await store.inTransaction { transaction in
                let now = try await transaction.now()
                return try await transaction.sweep(policy, now: now)
            }
            guard count >= AuthTransaction.sweepLimit else { return }
        }
    }
}
