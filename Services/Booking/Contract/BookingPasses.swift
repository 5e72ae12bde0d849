public import Contract
public import Values

extension Booking {
    /// A pass: sets that were bought together.
    public struct Pass: Codable, Sendable, Equatable {
        public var id: Identifier
        public var productId: ProductID
        public var name: String
        /// Bought.
        public var sets: Int
        /// Neither ridden nor set aside.
        public var left: Int
        /// Set aside for bookings.
        public var held: Int
        public var expiresAt: Instant
        public var boughtAt: Instant
    }

    /// The caller's passes and the sets left on them.
    ///
    /// The caller's passes that can still be ridden, the first to expire first.
    public enum Passes: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            public var items: [Pass]
            /// Sets left on all of them.
            public var left: Int
            /// What the caller owes the park.
            public var due: Money
            /// What the park owes the caller, to be had at the till; absent if nothing.
            public var credit: Money?
        }
        public static let declaration = MethodDeclaration(
            "booking.pass", service: .booking, access: .signedIn,
            http: .get("/v1/passes"), idempotency: .idempotent)
    }

    /// The purchase of a pass.
    public struct Payment: Codable, Sendable, Equatable {
        public var id: Identifier
        public var productId: ProductID
        public var price: Money
        public var state: PaymentState
        /// Where the customer pays, while it is pending.
        public var paymentURL: String?
        public var madeAt: Instant
        public var expiresAt: Instant
    }

    /// Buys a pass at the payment provider.
    ///
    /// It is credited when the provider says that it is paid.
    public enum TopUp: Method {
        public struct Params: Codable, Sendable {
            public var product: ProductID
            public var returnURL: ReturnURL
        }
        public typealias Result = Payment
        public static let declaration = MethodDeclaration(
            "booking.topUp", service: .booking, access: .signedIn,
            http: .post("/v1/payments", .created(location: "/v1/payments/{id}")), cost: 5, timeoutMilliseconds: 15_000,
            idempotency: .keyed,
            reasons: [
                ErrorReason(.notFound, "no-such-product", "The park sells no such pass"),
                ErrorReason(
                    .unavailable, "payments-unavailable", "The payment provider does not answer, or none is configured"),
            ])
    }

    /// One payment of the caller.
    public enum GetPayment: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Payment
        public static let declaration = MethodDeclaration(
            "booking.payment", service: .booking, access: .signedIn,
            http: .get("/v1/payments/{id}"), idempotency: .idempotent)
    }

    /// One entry of an account: what changed, by how much and because of what.
    public struct LedgerEntry: Codable, Sendable, Equatable {
        public var id: Identifier
        public var at: Instant
        public var kind: LedgerKind
        /// Added or, negative, taken.
        public var sets: Int?
        /// Paid, owed or to be given back in addition or, negative, given back, settled or let off.
        public var money: Money?
        public var passId: Identifier?
        public var bookingId: Identifier?
        public var paymentId: Identifier?
        public var caseId: Identifier?
    }

    /// Every entry of the caller's account, newest first.
    ///
    /// Every entry of the caller's account, and of what was booked for its telephone before, newest first.
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

/// What an entry of the ledger stands for.
public enum LedgerKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A pass was bought.
    case bought
    /// Sets were set aside for a booking.
    case held
    /// Sets that were set aside are used.
    case used
    /// Sets that were set aside went back.
    case returned
    /// A pass has expired with sets left.
    case expired
    /// An administrator took sets.
    case charged
    /// An administrator's charge was taken back.
    case restored
    /// Money is owed for a case.
    case fee
    /// What was owed was paid or let off.
    case settled
    /// A pass, a booking or what was owed was paid.
    case paid
    /// A pass was given back unused, and its price with it.
    case refunded
    /// The park owes what was paid for a decision that was taken back.
    case credit
    /// What the park owed was given back at the till.
    case paidBack
}

extension Booking {
    /// Gives the price of an unused pass back.
    ///
    /// Gives the price of a pass back that nobody has used: the sets go at once, the money by the provider.
    public enum Refund: Method {
        public struct Params: Codable, Sendable {
            /// The payment's: it is in the customer's ledger, and at the provider.
            public var id: Identifier
            public var reason: NoteText
        }
        public typealias Result = Payment
        public static let declaration = MethodDeclaration(
            "booking.refund", service: .booking, access: .role(.admin),
            http: .post("/v1/board/payments/{id}/refund"), cost: 5, timeoutMilliseconds: 15_000,
            idempotency: .idempotent,
            reasons: [
                ErrorReason(.conflict, "not-paid", "The payment was not paid: there is nothing to give back"),
                ErrorReason(.conflict, "pass-used", "Sets of the pass were ridden, have expired or are set aside"),
                ErrorReason(
                    .conflict, "refund-refused", "The payment provider does not give it back; the pass is as it was"),
                ErrorReason(
                    .unavailable, "payments-unavailable",
                    "The payment provider does not answer: the refund is under way, and is tried again by itself"),
            ])
    }

    /// A payment provider tells how a payment stands.
    ///
    /// What a payment provider tells: believed only if its signature over the raw bytes is right.
    public enum NotifyPayment: Method {
        public typealias Params = RawRequest
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "booking.notifyPayment", service: .booking, access: .anyone,
            http: .post("/v1/payments/notifications", body: .raw), idempotency: .idempotent,
            reasons: [
                ErrorReason(
                    .forbidden, "not-believed", "The signature is wrong, or it does not fit any payment of ours")
            ])
    }
}
