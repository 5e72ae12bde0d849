import Logging
import ServiceLifecycle

/// Regularly deletes data that is no longer needed, and accounts at their owners' wish; runs on every replica.
struct AuthHousekeeping: Service {
    let store: AuthStore
    let policy: RetentionPolicy
    var interval: Duration = .seconds(60)
    /// Deletes the accounts whose time has come.
    let deleteAccounts: @Sendable () async throws -> Void
    /// The budgets that are read for the metrics.
    let budgets: [CodeBudget]
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil { await round() }
        }
    }

    /// Carries out all steps once.
    func round() async {
        await attempt(deleteAccounts)
        await attempt(sweep)
        await attempt(observeBudgets)
    }

    /// Carries out a step, whose failure must not keep the others from being carried out.
    private func attempt(_ step: () async throws -> Void) async {
        do {
            try await step()
        } catch {
            logger.warning("housekeeping failed", metadata: ["error": "\(error)"])
        }
    }

    /// Reads the budgets for codes, which other replicas use, too.
    func observeBudgets() async throws {
        try await store.inTransaction { transaction in
            let now = try await transaction.now()
            for budget in budgets { try await budget.observe(now: now, in: transaction) }
        }
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
