import BookingContract
import Contract
import Testing
import Values

@testable import BookingService

/// A provider that takes orders and never answers a question about them.
private final class HangingProvider: PaymentProvider {
    let name = "simulated"
    private let simulated = SimulatedPayments(secret: BookingFixture.paymentSecret)
    private let questions = AsyncStream<Void>.makeStream()
    private let answers = AsyncStream<Void>.makeStream()

    func createPayment(
        _ order: PaymentOrder, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderPayment {
        try await simulated.createPayment(order, deadline: deadline)
    }

    func fetchStatus(
        _ payment: String, deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? {
        questions.continuation.yield()
        // Ends only when the task is cancelled.
        for await _ in answers.stream {}
        throw .unavailable("cancelled")
    }

    func refund(_ order: RefundOrder, deadline: ContinuousClock.Instant) async throws(PaymentFault) {}

    func verifyNotification(
        headers: [String: String], body: [UInt8], deadline: ContinuousClock.Instant
    ) async throws(PaymentFault) -> ProviderReport? { nil }

    /// Waits until the provider has been asked.
    func isAsked() async { for await _ in questions.stream { return } }
}

@Suite struct PaymentLimitTests {
    @Test func `A customer has at most five payments to pay`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            var payments: [Booking.Payment] = []
            for number in 0..<5 { payments.append(try await fixture.topUp(ada, key: "unpaid-\(number)")) }
            #expect(await ending { _ = try await fixture.topUp(ada) } == "too-many-unpaid")
            // A repeated call is no new payment, and other customers are not concerned.
            #expect(try await fixture.topUp(ada, key: "unpaid-4").id == payments[4].id)
            _ = try await fixture.topUp(fixture.person())
            try await fixture.notify(payments[0])
            _ = try await fixture.topUp(ada)
            #expect(await ending { _ = try await fixture.topUp(ada) } == "too-many-unpaid")
            fixture.clock.advance(.seconds(3_601))
            _ = try await fixture.topUp(ada)
        }
    }

    @Test func `A closure is completed while the provider of an overdue payment hangs`() async throws {
        try await BookingFixture.with(policy: BookingPolicy(closureBatch: 0)) { fixture in
            let provider = HangingProvider()
            // The call itself cancels no booking of the closure, so housekeeping has to.
            var dependencies = fixture.service.paying(with: provider).dependencies
            dependencies.policy = BookingPolicy()
            let service = BookingService(dependencies)
            let ada = fixture.person()
            _ = try await fixture.topUp(ada)
            fixture.clock.advance(.seconds(3_601))
            let booking = try await fixture.book(ada, fixture.today(17))
            let housekeeping = BookingHousekeeping(
                service: service, interval: .milliseconds(1), logger: fixture.housekeeping.logger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await housekeeping.run() }
                await provider.isAsked()
                var staff = fixture.person([.parkStaff]).with(key: "close")
                staff.deadline = .now + .milliseconds(900)
                _ = try? await fixture.service.close(
                    .init(
                        from: fixture.today(17), to: fixture.today(18), reason: NoteText(unchecked: "storm")), staff)
                while try await fixture.service.get(.init(id: booking.id), ada).state.known != .cancelled {
                    await Task.yield()
                }
                tasks.cancelAll()
            }
        }
    }
}
