import Notify
import Values

/// Sends notices to customers.
struct Notices: Sendable {
    let outbox: Outbox
    /// Wakes the relay that sends the outbox; to be called after the commit.
    let wakeRelay: @Sendable () -> Void

    /// Puts a notice into the outbox, as part of the transaction; does nothing for a customer without contacts.
    ///
    /// - Parameter expiry: the time after which the notice is useless.
    func send(_ notice: Notice, until expiry: Instant, in transaction: CustomerTransaction) async throws {
        guard let message = notice.message(to: transaction.customer) else { return }
        try await outbox.enqueue(
            message, id: transaction.newID(), expiresAt: expiry, now: transaction.now,
            in: transaction.transaction.transaction)
    }
}

extension Notice {
    /// Returns the message in the customer's language: an SMS, or an e-mail to a customer without a phone number.
    ///
    /// - Returns: `nil` for a customer with neither phone number nor e-mail address.
    func message(to customer: CustomerRow) -> OutgoingMessage? {
        let text = text(in: customer.language)
        if let phone = customer.phone {
            return OutgoingMessage(channel: .sms, recipient: phone.text, subject: "", text: text)
        }
        return customer.email.map { email in
            OutgoingMessage(
                channel: .email, recipient: email.text, subject: subject(in: customer.language), text: text + "\n")
        }
    }
}
