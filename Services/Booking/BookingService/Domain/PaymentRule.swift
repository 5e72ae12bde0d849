import Contracts

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

    /// - Parameters:
    ///   - providerID: the provider's name for the payment, as it gave it when the payment was made; `nil` if it never did.
    static func outcome(
        of report: ProviderReport, state: PaymentState, price: Money, providerID: String?
    ) -> Outcome {
        if let providerID, providerID != report.id { return .refuse("another payment's id") }
        guard report.price == price else { return .refuse("another amount or currency") }
        switch (report.state, state) {
        case (.pending, _), (.successful, .paid): return .nothing
        // Who pays late has paid: a payment that was given up comes back, never the other way round.
        case (.successful, .pending), (.successful, .failed), (.successful, .expired): return .credit
        case (.failed, .pending): return .end(.failed)
        case (.expired, .pending): return .end(.expired)
        case (.failed, _), (.expired, _): return .nothing
        }
    }
}
