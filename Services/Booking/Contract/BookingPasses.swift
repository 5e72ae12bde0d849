public import Contract
public import Values

extension Booking {
    /// A pass: sets bought together.
    public struct Pass: Codable, Sendable, Equatable {
        /// The id of the pass.
        public var id: Identifier
        /// The product that was bought.
        public var productId: ProductID
        /// The product's name.
        public var name: String
        /// Sets bought.
        public var sets: Int
        /// Sets neither used nor reserved.
        public var left: Int
        /// Sets reserved for bookings.
        public var held: Int
        /// The time until which the sets can be used.
        public var expiresAt: Instant
        /// The time of the purchase.
        public var boughtAt: Instant
    }

    /// Lists the caller's valid passes with the sets left on them, first to expire first.
    ///
    /// Also tells what the caller and the park owe each other.
    public enum Passes: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The passes, first to expire first.
            public var items: [Pass]
            /// Sets left on all passes.
            public var left: Int
            /// The amount that the caller owes the park.
            public var due: Money
            /// The amount that the park owes the caller, paid out at the park; absent if zero.
            public var credit: Money?
        }
        public static let declaration = MethodDeclaration(
            "booking.pass", service: .booking, access: .signedIn,
            http: .get("/v1/passes"), idempotency: .idempotent)
    }

    /// The purchase of a pass.
    public struct Payment: Codable, Sendable, Equatable {
        /// The id of the payment.
        public var id: Identifier
        /// The product to buy.
        public var productId: ProductID
        /// The price of the pass.
        public var price: Money
        /// The state of the payment.
        public var state: OpenEnum<PaymentState>
        /// The provider's payment page, while the payment is pending.
        public var paymentUrl: String?
        /// The time at which the purchase was started.
        public var madeAt: Instant
        /// The time until which the customer can pay.
        public var expiresAt: Instant
    }

    /// Buys a pass through the payment provider.
    ///
    /// The sets are credited once the provider confirms the payment.
    public enum TopUp: Method {
        public struct Params: Codable, Sendable {
            /// The product to buy.
            public var productId: ProductID
            /// The page to which the provider returns the customer.
            public var returnUrl: ReturnURL
        }
        public typealias Result = Payment
        public static let declaration = MethodDeclaration(
            "booking.topUp", service: .booking, priority: .high, access: .signedIn,
            http: .post("/v1/payments", .created(location: "/v1/payments/{id}")), cost: 5, timeoutMilliseconds: 15_000,
            idempotency: .keyed,
            reasons: [noSuchProduct, tooManyUnpaid, paymentsUnavailable])
    }

    /// Returns one payment of the caller.
    ///
    /// Ask again after the customer has returned from the payment page: the provider's confirmation may take a few
    /// seconds.
    public enum GetPayment: Method {
        public struct Params: Codable, Sendable {
            /// The id of the payment.
            public var id: Identifier
        }
        public typealias Result = Payment
        public static let declaration = MethodDeclaration(
            "booking.payment", service: .booking, priority: .high, access: .signedIn,
            http: .get("/v1/payments/{id}"), idempotency: .idempotent)
    }

    /// One ledger entry: a change of sets or money, and its cause.
    public struct LedgerEntry: Codable, Sendable, Equatable {
        /// The id of the entry.
        public var id: Identifier
        /// The time of the entry.
        public var at: Instant
        /// The reason for the entry.
        public var kind: OpenEnum<LedgerKind>
        /// Sets added; negative if taken.
        public var sets: Int?
        /// Money paid, owed or credited; negative if refunded, settled or waived.
        public var money: Money?
        /// The pass whose sets changed.
        public var passId: Identifier?
        /// The booking that caused the entry.
        public var bookingId: Identifier?
        /// The payment that caused the entry.
        public var paymentId: Identifier?
        /// The case that caused the entry.
        public var caseId: Identifier?
    }

    /// Lists the ledger entries of the caller's account, newest first.
    ///
    /// Includes those of bookings made for the caller's telephone number before the account existed.
    public enum Ledger: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<LedgerEntry>
        public static let declaration = MethodDeclaration(
            "booking.ledger", service: .booking, access: .signedIn,
            http: .get("/v1/ledger"), idempotency: .idempotent)
    }
}

/// The reason for a ledger entry.
public enum LedgerKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A pass was bought.
    case bought
    /// Sets were reserved for a booking.
    case held
    /// Reserved sets were used.
    case used
    /// Reserved sets were returned to the pass.
    case returned
    /// A pass expired with sets left.
    case expired
    /// An administrator charged sets.
    case charged
    /// An administrator's charge was reversed.
    case restored
    /// Money is owed for a case.
    case fee
    /// A debt was paid or waived.
    case settled
    /// A pass, a booking or a debt was paid.
    case paid
    /// An unused pass was refunded.
    case refunded
    /// The park owes a customer the payment for a decision that was reversed.
    case credit
    /// A credit was paid out at the park.
    case paidBack = "paid-back"
    /// The till corrected the sets of a pass.
    case corrected
}

extension Booking {
    /// The purchase of a pass with its customer, as administrators see it.
    public struct Purchase: Codable, Sendable, Equatable {
        /// The payment, without the address of its page.
        public var payment: Payment
        /// The customer who bought the pass.
        public var customer: Customer
        /// The product's name.
        public var name: String
        /// Sets bought.
        public var sets: Int
        /// Sets neither used nor reserved; zero before the payment and after a refund.
        public var left: Int
        /// True if the payment can be refunded: it is paid, and no set is used, reserved or expired.
        public var isRefundable: Bool
    }

    /// Lists the purchases of passes, newest first.
    ///
    /// Find the payment here that booking.refund is to return.
    public enum Payments: Method {
        public struct Params: Codable, Sendable {
            /// The last digits of a telephone number.
            ///
            /// Restricts the list to purchases of its owner.
            public var phoneDigits: PhoneDigits?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Purchase>
        public static let declaration = MethodDeclaration(
            "booking.payments", service: .booking, access: .role(.parkAdmin),
            http: .get("/v1/board/payments"), idempotency: .idempotent)
    }

    /// Refunds an unused pass.
    ///
    /// The sets are removed at once; the provider returns the money.
    public enum Refund: Method {
        public struct Params: Codable, Sendable {
            /// The id of the payment, from `booking.payments` or the provider.
            public var id: Identifier
            /// The reason, for the records.
            public var reason: NoteText
        }
        public typealias Result = Payment
        public static let declaration = MethodDeclaration(
            "booking.refund", service: .booking, access: .role(.parkAdmin),
            http: .post("/v1/board/payments/{id}/refund"), cost: 5, timeoutMilliseconds: 15_000,
            idempotency: .idempotent,
            reasons: [
                notPaid, passUsed, refundRefused,
                paymentsUnavailable.meaning(
                    UserText(
                        "The payment provider does not answer. The refund is repeated automatically.",
                        ru: "Платёжная система не отвечает. Возврат будет повторён автоматически.",
                        be: "Плацежная сістэма не адказвае. Вяртанне будзе паўторана аўтаматычна.")),
            ], needsPresence: true)
    }

    /// Receives a payment notification from the payment provider.
    ///
    /// The notification is accepted only if its signature over the raw bytes is valid.
    public enum NotifyPayment: Method {
        public typealias Params = RawRequest
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "booking.notifyPayment", service: .booking, priority: .high, access: .anyone,
            http: .post("/v1/payments/notifications", body: .raw), idempotency: .idempotent,
            reasons: [notBelieved])
    }
}
