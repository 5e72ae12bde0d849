import Logging
import ServiceLifecycle

/// Removes what is of no use any more, now and then, on whatever replica.
struct Housekeeping: Service {
    let store: AuthStore
    let ages: SweepAges
    let interval: Duration
    /// Told how many SMS were sent today, on whatever replica.
    let smsSpent: @Sendable (Int64) -> Void
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil {
                do {
                    try await sweep()
                    try await countSMS()
                } catch {
                    logger.warning("housekeeping failed", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Asks how many SMS were sent today.
    func countSMS() async throws {
        let spent = try await store.inTransaction { transaction in
            try await transaction.spentSMS(day: SMSPolicy.day(of: transaction.now()))
        }
        smsSpent(spent)
    }

    /// Removes until little is left.
    func sweep() async throws {
        while !Task.isCancelled {
            let count = try await store.inTransaction { transaction in
                let now = try await transaction.now()
                return try await transaction.sweep(ages, now: now)
            }
            guard count >= AuthTransaction.sweepLimit else { return }
        }
    }
}
