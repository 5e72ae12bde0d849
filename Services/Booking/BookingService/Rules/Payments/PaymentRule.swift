import BookingContract

/// The effect of a provider's report on a payment.
enum PaymentRule {
    enum Outcome: Equatable, Sendable {
        /// The payment is paid: credit the pass.
        case credit
        /// The payment ends unpaid.
        case end(PaymentState)
        /// The report changes nothing.
        case nothing
        /// The report does not match the payment.
        case refuse(String)
    }

    static func outcome(of report: ProviderReport, for payment: PaymentRow) -> Outcome {
        if let expected = payment.providerID, let reported = report.payment, expected != reported {
            return .refuse("another payment's id")
        }
        guard report.price == payment.price else { return .refuse("another amount or currency") }
        switch (report.state, payment.state) {
        case (.pending, _): return .nothing
        case (.successful, .paid), (.successful, .refunding), (.successful, .refunded):
            return payment.transactionID == report.transaction ? .nothing : .refuse("paid a second time")
        // A success is credited even after the payment failed or expired, but a failure never ends a paid payment.
        case (.successful, .pending), (.successful, .failed), (.successful, .expired): return .credit
        case (.failed, .pending): return .end(.failed)
        case (.expired, .pending): return .end(.expired)
        case (.failed, _), (.expired, _): return .nothing
        }
    }
}
