import Logging
import Postgres
import ServiceLifecycle
import Values

/// The periodic work that no call triggers.
///
/// Completes closures and refunds, uses reserved sets when their booking begins, expires passes, confirms bookings and
/// reminds of them, offers free slots to customers on the waitlist, queries the provider about overdue payments, and
/// deletes old answers and holds.
struct BookingHousekeeping: Service {
    let service: BookingService
    let interval: Duration
    let logger: Logger

    /// The maximum number of items of each kind per round.
    private static let batch = 100

    private var session: SingleStatements { service.dependencies.store.session() }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await self.repeatedly { try await self.tidyBookings() } }
                // Apart: a provider that hangs must not delay a closure.
                tasks.addTask { await self.repeatedly { try await self.tidyPayments() } }
                // At once when this replica frees slots; at the interval for those that others free or that expire.
                tasks.addTask { await self.repeatedly { service.freed.announce() } }
                tasks.addTask { for await _ in service.freed.signals { await self.attempt(self.offerSlots) } }
            }
        }
    }

    /// Runs rounds of work until the task is cancelled.
    private func repeatedly(_ round: () async throws -> Void) async {
        while !Task.isCancelled {
            await attempt(round)
            try? await Task.sleep(for: interval)
        }
    }

    /// Runs a round of work, and logs a failure.
    private func attempt(_ round: () async throws -> Void) async {
        do {
            try await round()
        } catch let error as PostgresError where error.code == .unavailable {
            logger.debug("housekeeping waits for the database")
        } catch is CancellationError {
            return
        } catch {
            logger.error("housekeeping failed", metadata: ["error": .string("\(error)")])
        }
    }

    /// Runs one round of everything.
    func tidy() async throws {
        try await tidyBookings()
        try await offerSlots()
        try await tidyPayments()
    }

    private func tidyBookings() async throws {
        let now = service.dependencies.now()
        for closure in try await session.closures.unfinished(limit: Self.batch) {
            try await attempt(closure) { try await service.cancelClosed(closure, until: $0) }
        }
        for due in try await session.bookings.begunWithReservedSets(before: now, limit: Self.batch) {
            try await attempt(due.id) { try await service.collectBegun(due, until: $0) }
        }
        for due in try await session.passes.expired(before: now, limit: Self.batch) {
            try await attempt(due.id) { try await service.expirePass(due, until: $0) }
        }
        for due in try await session.bookingNotices.due(before: now, limit: Self.batch) {
            try await attempt(due.id) { try await service.sendNotice(due, until: $0) }
        }
        while try await !sweep(limit: 1_000) {}
    }

    private func offerSlots() async throws {
        let now = service.dependencies.now()
        for due in try await session.waitlist.due(before: now, limit: Self.batch) {
            try await attempt(due.id) { try await service.offerSlots(due, until: $0) }
        }
    }

    private func tidyPayments() async throws {
        guard let provider = service.dependencies.payments else { return }
        let now = service.dependencies.now()
        for payment in try await session.payments.overdue(at: provider.name, before: now, limit: Self.batch) {
            try await attempt(payment.id) { try await service.checkOverdue(payment, until: $0) }
        }
        for payment in try await session.payments.refunding(by: provider.name, limit: Self.batch) {
            try await attempt(payment.id) { deadline in
                _ = try await service.finishRefund(payment, at: provider, until: deadline)
            }
        }
    }

    /// Deletes old answers and expired holds; returns false if more may remain.
    private func sweep(limit: Int) async throws -> Bool {
        let lifetime = service.dependencies.policy.answerLifetime
        return try await service.dependencies.store.inTransaction { transaction in
            // Holds expire by the database's clock, not by the process's.
            let now = try await transaction.now()
            let oldest = Instant(milliseconds: now.milliseconds - lifetime.wholeMilliseconds)
            let answers = try await transaction.answers.sweep(before: oldest, limit: limit)
            let holds = try await transaction.holds.sweep(expiredBefore: now, limit: limit)
            let entries = try await transaction.waitlist.sweep(now: now, limit: limit)
            return answers < limit && holds < limit && entries < limit
        }
    }

    /// Processes one item, and logs a failure instead of throwing it, so that the others are still processed.
    ///
    /// - Throws: `CancellationError`, and the error of an unavailable database.
    private func attempt(
        _ subject: Identifier, _ body: (_ deadline: ContinuousClock.Instant) async throws -> Void
    ) async throws {
        do {
            try await body(.now + .seconds(30))
        } catch let error as PostgresError where error.code == .unavailable || error.code == .cancelled {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            logger.error(
                "housekeeping failed for one item",
                metadata: ["subject": .string(subject.text), "error": .string("\(error)")])
        }
    }
}
