import BookingContract
import Logging
import Postgres
import RPC
import ServiceLifecycle
import Values

/// What has to happen without anybody calling: closures are carried out to their end, sets that were set aside are used when
/// their booking begins, passes expire, payments that nobody told of are asked after, refunds are carried out to their end,
/// and what is old is removed.
struct Housekeeping: Service {
    let service: BookingService
    let interval: Duration
    let logger: Logger

    /// How much of each kind is done in one go.
    private static let batch = 100

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await self.tidy()
                } catch let error as PostgresError where error.code == .unavailable {
                    logger.debug("housekeeping waits for the database")
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("housekeeping failed", metadata: ["error": .string("\(error)")])
                }
                try? await Task.sleep(for: interval)
            }
        }
    }

    /// One round.
    func tidy() async throws {
        let now = service.now()
        for closure in try await service.store.undoneClosures(limit: Self.batch) {
            try await attempt(closure) { try await service.cancelBookings(in: closure, until: $0) }
        }
        for (id, customer) in try await service.store.begunHeldBookings(before: now, limit: Self.batch) {
            try await attempt(id) { try await service.postWhenBegun(id, of: customer, until: $0) }
        }
        for (id, customer) in try await service.store.expiredPasses(before: now, limit: Self.batch) {
            try await attempt(id) { try await service.expire(id, of: customer, until: $0) }
        }
        if let provider = service.payments {
            for payment in try await service.store.overduePayments(of: provider.name, before: now, limit: Self.batch) {
                try await attempt(payment.id) { try await service.ask(after: payment, until: $0) }
            }
            for payment in try await service.store.paymentsToRefund(of: provider.name, limit: Self.batch) {
                try await attempt(payment.id) { deadline in
                    _ = try await service.finishRefund(of: payment, at: provider, until: deadline)
                }
            }
        }
        while try await !service.store.sweep(answersOlderThan: service.policy.answerLifetime, limit: 1_000) {}
    }

    /// Does one thing; if it fails, it is written down, and the others are done all the same.
    /// - Throws: `CancellationError`, and what says that the database is not there.
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
                "housekeeping failed at one thing",
                metadata: ["subject": .string(subject.text), "error": .string("\(error)")])
        }
    }
}

extension BookingService {
    /// Uses the sets that were set aside for a booking that has begun.
    func postWhenBegun(_ id: Identifier, of customer: Identifier, until deadline: ContinuousClock.Instant) async throws
    {
        try await atDesk(customer, until: deadline) { desk in
            guard let booking = try await desk.transaction.lockBooking(id), booking.state == .booked,
                booking.charge == .held, booking.ride.start <= desk.now
            else { return }
            try await pay(booking, at: desk)
        }
    }

    /// Takes what is left on a pass that has expired.
    func expire(_ pass: Identifier, of customer: Identifier, until deadline: ContinuousClock.Instant) async throws {
        try await atDesk(customer, until: deadline) { desk in
            let passes = try await desk.transaction.lockPasses(of: customer)
            guard let pass = passes.first(where: { $0.id == pass }), pass.expiresAt <= desk.now, pass.left > 0 else {
                return
            }
            try await desk.transaction.moveSets(
                pass.left, pass: pass.account, .expired, isTaken: true, kind: .expired, id: makeID(desk),
                LedgerCause(customer: customer), now: desk.now)
        }
    }

    /// Asks the provider after a payment whose time is over.
    ///
    /// While it cannot be asked, the payment stays as it is; if it does not know the payment, or tells of another one,
    /// nobody will pay for this one any more. Should it be paid all the same, it is credited then.
    func ask(after payment: PaymentRow, until deadline: ContinuousClock.Instant) async throws {
        guard let provider = payments, provider.name == payment.provider else { return }
        if let id = payment.providerID {
            do {
                if let report = try await provider.fetchStatus(id, deadline: deadline), report.state != .pending {
                    return try await apply(report, of: provider, deadline: deadline)
                }
            } catch PaymentFault.unavailable {
                return
            } catch let error as RPCError where error.reason == "not-believed" {
                // Written down where it was refused.
            } catch PaymentFault.refused {}
        }
        try await atDesk(payment.customer, until: deadline) { desk in
            guard let row = try await desk.transaction.lockPayment(payment.id), row.state == .pending else { return }
            try await desk.transaction.setState(.expired, ofPayment: payment.id, now: desk.now)
        }
    }
}
