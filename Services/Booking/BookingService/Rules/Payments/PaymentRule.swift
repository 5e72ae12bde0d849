import BookingContract

/// What a provider's report does to a payment.
enum PaymentRule {
    enum Outcome: Equatable, Sendable {
        /// It is paid: credit what was bought.
        case credit
        /// It has come to nothing.
        case end(PaymentState)
        /// It says what is known already, or less.
        case nothing
        /// It does not fit the payment: another amount, another currency, another payment.
        case refuse(String)
    }

    static func outcome(of report: ProviderReport, for payment: PaymentRow) -> Outcome {
        if let asked = payment.providerID, let named = report.payment, asked != named {
            return .refuse("another payment's id")
        }
        guard report.price == payment.price else { return .refuse("another amount or currency") }
        switch (report.state, payment.state) {
        case (.pending, _): return .nothing
        case (.successful, .paid), (.successful, .refunding), (.successful, .refunded):
            return payment.transactionID == report.transaction ? .nothing : .refuse("paid a second time")
        // Who pays late has paid: a payment that was given up comes back, never the other way round.
        case (.successful, .pending), (.successful, .failed), (.successful, .expired): return .credit
        case (.failed, .pending): return .end(.failed)
        case (.expired, .pending): return .end(.expired)
        case (.failed, _), (.expired, _): return .nothing
        }
    }
}
