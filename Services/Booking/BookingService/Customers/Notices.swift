import Notify
import Values

extension BookingService {
    /// Tells a customer something, as part of the transaction in which it happens; not somebody who left no way to be told.
    ///
    /// Whoever commits wakes the relay.
    /// - Parameter expiry: when it is of no use any more.
    func tell(_ message: BookingMessage, until expiry: Instant, at desk: Desk) async throws {
        guard let message = message.message(to: desk.customer) else { return }
        try await outbox.enqueue(
            message, id: makeID(desk), expiresAt: expiry, now: desk.now, in: desk.transaction.transaction)
    }
}
