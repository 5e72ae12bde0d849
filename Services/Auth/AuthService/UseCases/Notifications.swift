import Notify
import Values

/// Messages to account owners, written to the outbox in the transaction of their cause.
struct Notifications: Sendable {
    let outbox: Outbox
    let random: RandomSource
    /// The lifetime of a notice that an account's way of signing in has changed.
    let noticeLifetime: Duration
    /// Wakes the relay to send new messages at once; call it after the commit.
    let wakeRelay: @Sendable () -> Void

    /// Sends a message that expires at `expiresAt`.
    func send(
        _ message: OutgoingMessage, expiresAt: Instant, now: Instant, in transaction: AuthTransaction
    ) async throws {
        try await outbox.enqueue(
            message, id: random.identifier(at: now), expiresAt: expiresAt, now: now, in: transaction.transaction)
    }

    /// Sends a notice that an account's way of signing in has changed.
    func notify(_ message: OutgoingMessage, now: Instant, in transaction: AuthTransaction) async throws {
        let expiresAt = Instant(milliseconds: now.milliseconds + noticeLifetime.wholeMilliseconds)
        try await send(message, expiresAt: expiresAt, now: now, in: transaction)
    }
}
