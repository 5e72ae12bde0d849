import BookingContract
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
        let choice = try await transaction.noticeChoices.get(of: transaction.customer.id)
        guard let message = notice.message(to: transaction.customer, choice) else { return }
        try await outbox.enqueue(
            message, id: transaction.newID(), expiresAt: expiry, now: transaction.now,
            in: transaction.transaction.transaction)
    }
}

extension Notice {
    /// Returns the message in the customer's language, by the channel of the customer's choice.
    ///
    /// - Returns: `nil` for a customer with neither phone number nor e-mail address.
    func message(to customer: CustomerRow, _ choice: NoticeChoice = NoticeChoice()) -> OutgoingMessage? {
        let text = text(in: customer.language)
        switch choice.channel(to: customer) {
        case .sms:
            return customer.phone.map { phone in
                OutgoingMessage(
                    channel: .sms, recipient: phone.text, subject: "",
                    text: SMSLength.cut(text, toMessages: longestSMS))
            }
        case .email:
            return customer.email.map { email in
                OutgoingMessage(
                    channel: .email, recipient: email.text, subject: subject(in: customer.language), text: text + "\n")
            }
        case nil: return nil
        }
    }
}
