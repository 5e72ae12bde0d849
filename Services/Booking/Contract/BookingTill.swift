public import Contract
public import Values

extension Booking {
    /// Finds customers by name, by digits of the telephone number, or by e-mail address.
    ///
    /// A name is found by the beginning of each of its words, in any order.
    public enum Customers: Method {
        public struct Params: Codable, Sendable {
            /// Words of the name, at least three digits of the number, or the beginning of the address.
            public var query: CustomerQuery
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The customers by name, at most 20.
            public var items: [Customer]
            /// True if there are more; a longer query finds fewer.
            public var hasMore: Bool
        }
        public static let declaration = MethodDeclaration(
            "booking.customers", service: .booking, access: .role(.parkStaff), http: .get("/v1/board/customers"),
            cost: 2, idempotency: .idempotent)
    }

    /// Returns a customer with passes, bookings and receipts.
    ///
    /// Find the customer with booking.customers.
    public enum GetCustomer: Method {
        public struct Params: Codable, Sendable {
            /// The id of the customer.
            public var id: Identifier
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The customer, with the balance in money.
            public var customer: Customer
            /// The customer's e-mail address.
            public var email: EmailAddress?
            /// The number of bookings for which the customer was checked in.
            public var visits: Int
            /// Sets left on all passes.
            public var left: Int
            /// The valid passes, first to expire first.
            public var passes: [Pass]
            /// The latest 50 bookings, by start, newest first.
            public var bookings: [Record]
            /// The latest 50 receipts of the till, newest first.
            public var receipts: [Receipt]
        }
        public static let declaration = MethodDeclaration(
            "booking.customer", service: .booking, access: .role(.parkStaff), http: .get("/v1/board/customers/{id}"),
            idempotency: .idempotent)
    }

    /// A sale or a correction at the till.
    public struct Receipt: Codable, Sendable, Equatable {
        /// The number of the receipt; numbers ascend, and some may be missing.
        public var number: Int
        /// The kind of receipt.
        public var kind: OpenEnum<ReceiptKind>
        /// The time of the receipt.
        public var at: Instant
        /// The customer.
        public var customerId: Identifier
        /// The pass.
        public var passId: Identifier
        /// The name of the pass.
        public var name: String
        /// Sets added to the pass; negative if taken.
        public var sets: Int
        /// Money received; negative if paid out.
        public var money: Money
        /// The reason for a correction.
        public var reason: NoteText?
    }

    /// Records the sale of a pass at the till, and issues a receipt.
    ///
    /// Names either a customer, or a telephone number with a name, which finds or creates the customer.
    public enum SellPass: Method {
        public struct Params: Codable, Sendable {
            /// The customer; without it, `phone` and `name` are required.
            public var customerId: Identifier?
            /// The customer's number; without `customerId`.
            public var phone: PhoneNumber?
            /// The customer's name; without `customerId`.
            public var name: CustomerName?
            /// The product that is sold.
            public var productId: ProductID
        }
        public typealias Result = Receipt
        public static let declaration = MethodDeclaration(
            "booking.sellPass", service: .booking, priority: .high, access: .role(.parkStaff),
            http: .post("/v1/board/passes"), cost: 2, idempotency: .keyed, reasons: [noSuchProduct],
            codes: [.notFound])
    }

    /// Corrects the sets of a pass at the till, and issues a receipt.
    ///
    /// Sets that are reserved for bookings cannot be taken. A pass bought online cannot be refunded afterwards.
    public enum CorrectPass: Method {
        public struct Params: Codable, Sendable {
            /// The id of the pass.
            public var id: Identifier
            /// Sets to add; negative to take some.
            public var sets: SetChange
            /// The money paid out for it, at most what the till received for the pass.
            public var paidBack: Payable?
            /// The reason, for the records and the customer.
            public var reason: NoteText
        }
        public typealias Result = Receipt
        public static let declaration = MethodDeclaration(
            "booking.correctPass", service: .booking, priority: .high, access: .role(.parkStaff),
            http: .post("/v1/board/passes/{id}/corrections"), cost: 2, idempotency: .keyed,
            reasons: [
                passUsed.meaning(
                    UserText(
                        "The pass has expired, or has fewer sets that can be taken.",
                        ru: "Абонемент больше не действует, или на нём меньше свободных сетов.",
                        be: "Абанемент больш не дзейнічае, або на ім менш вольных сэтаў.")),
                notOwed.meaning(
                    UserText(
                        "The till received less than this amount for the pass.",
                        ru: "Касса получила за этот абонемент меньше этой суммы.",
                        be: "Каса атрымала за гэты абанемент менш за гэтую суму.")),
            ], codes: [.notFound])
    }
}

/// The kind of a receipt.
public enum ReceiptKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A pass was sold.
    case sale
    /// The sets of a pass were corrected.
    case correction
}

/// The text of a search for customers.
public struct CustomerQuery: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 2
    public static let maximumLength = 60
    public static let exampleText = "Лавлейс"
    public static let fieldName: UserText? = UserText(
        "Name, number or e-mail", ru: "Имя, номер или почта", be: "Імя, нумар або пошта")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A number of sets to add to a pass, or to take from it: -1000 to 1000.
public struct SetChange: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = -1_000...1_000
    public static let exampleValue = -2
    public static let fieldName: UserText? = UserText("Number of sets", ru: "Количество сетов", be: "Колькасць сэтаў")
}

extension Booking.Customers: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["query": "Лавлейс"], result: ["items": [BookingExample.customer], "hasMore": false])
    }
}

extension Booking.GetCustomer: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000008"],
            result: [
                "customer": BookingExample.customer, "email": "ada@example.org", "visits": 12, "left": 7,
                "passes": [BookingExample.pass], "bookings": [BookingExample.record],
                "receipts": [BookingExample.receipt],
            ])
    }
}

extension Booking.SellPass: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["customerId": "019ab3c4-5d6e-7f80-9123-000000000008", "productId": "ten-sets"],
            result: BookingExample.receipt)
    }
}

extension Booking.CorrectPass: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: [
                "id": "019ab3c4-5d6e-7f80-9123-00000000000b", "sets": -2,
                "paidBack": ["amount": 4000, "currency": "BYN"], "reason": "Sold two too many",
            ],
            result: BookingExample.receipt.setting("number", 1025).setting("kind", "correction").setting("sets", -2)
                .setting("money", ["amount": -4000, "currency": "BYN"]).setting("reason", "Sold two too many"))
    }
}

extension BookingExample {
    fileprivate static let receipt: JSONNode = [
        "number": 1024,
        "kind": "sale",
        "at": "2026-07-11T09:02:00Z",
        "customerId": "019ab3c4-5d6e-7f80-9123-000000000008",
        "passId": "019ab3c4-5d6e-7f80-9123-00000000000b",
        "name": "Ten sets",
        "sets": 10,
        "money": ["amount": 20000, "currency": "BYN"],
    ]
}
