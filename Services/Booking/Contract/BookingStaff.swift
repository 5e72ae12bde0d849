public import Contract
public import Values

extension Booking {
    /// The customer of a booking, as staff see them.
    public struct Customer: Codable, Sendable, Equatable {
        public var id: Identifier
        public var name: CustomerName
        public var phone: PhoneNumber?
        /// Late cancellations in the last 90 days.
        public var lateCancellations: Int
        /// No-shows in the last 90 days.
        public var noShows: Int
        /// The amount that the customer owes the park.
        public var due: Money
        /// The amount that the park owes the customer, paid out at the park; absent if zero.
        public var credit: Money?
    }

    /// A booking on the board.
    public struct BoardItem: Codable, Sendable, Equatable {
        public var booking: Record
        public var customer: Customer
        public var note: NoteText?
        /// The amount to pay at the park.
        public var toPay: Money
    }

    /// A period during which the park, or one reverse, is closed.
    public struct Closure: Codable, Sendable, Equatable {
        public var id: Identifier
        /// The closed reverse; absent if all are closed.
        public var reverseId: ReverseID?
        public var from: Instant
        public var to: Instant
        public var reason: NoteText
        public var madeAt: Instant
        public var reopenedAt: Instant?
        /// Bookings cancelled so far.
        public var cancelled: Int
        /// Bookings still to be cancelled.
        public var remaining: Int
    }

    /// Returns a day at the park: bookings, holds and closures.
    ///
    /// With `phoneDigits`, returns bookings of matching customers instead: those of `date`, or all upcoming ones.
    public enum Board: Method {
        public struct Params: Codable, Sendable {
            /// Defaults to today; with `phoneDigits`, to all upcoming bookings.
            public var date: LocalDate?
            /// The last digits of a telephone number.
            ///
            /// Restricts the answer to bookings of its owner, without holds and closures.
            public var phoneDigits: PhoneDigits?
        }
        public struct Result: Codable, Sendable, Equatable {
            public var date: LocalDate
            public var timeZone: TimeZoneName
            public var items: [BoardItem]
            public var held: [HeldSlots]
            public var closures: [Closure]
            /// Customers to whom the park owes money, whatever day they booked; with `phoneDigits`, only matching ones.
            public var creditors: [Customer]
        }
        public static let declaration = MethodDeclaration(
            "booking.board", service: .booking, access: .role(.parkStaff),
            http: .get("/v1/board"), idempotency: .idempotent)
    }

    /// Lists the bookings that a closure of this period would cancel or has cancelled, by time.
    public enum Affected: Method {
        public struct Params: Codable, Sendable {
            public var from: Instant
            /// After `from`, by at most a year.
            public var to: Instant
            /// Defaults to all reverses.
            public var reverseId: ReverseID?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<BoardItem>
        public static let declaration = MethodDeclaration(
            "booking.affected", service: .booking,
            access: .role(.parkStaff), http: .get("/v1/closures/bookings"), idempotency: .idempotent)
    }

    /// Books on behalf of a customer who telephones or is at the park.
    ///
    /// A running set can be booked, too, at its full price.
    public enum BookFor: Method {
        public struct Params: Codable, Sendable {
            public var phone: PhoneNumber
            public var name: CustomerName
            public var reverseId: ReverseID
            /// The first set may have started; it keeps its end and its price.
            public var startsAt: Instant
            public var sets: SetCount
            public var payWith: PaymentWay
            public var note: NoteText?
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.bookFor", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/board/bookings"), idempotency: .keyed,
            reasons: [
                slotTaken, ErrorReason(.conflict, "past", "The first set is over; `details` lists the next free slots"),
                notASlot, suspended, prepayOnly, notEnoughSets,
            ])
    }

    /// Checks in the customer of a booking and settles its charge.
    ///
    /// Uses the reserved sets of the pass, or records the payment on site.
    public enum CheckIn: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.checkIn", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/check-in"), idempotency: .idempotent,
            reasons: [
                notBooked,
                ErrorReason(.conflict, "too-early", "The booking is not for today"),
            ])
    }

    /// Records that the customer did not come, and opens a case for the administrator.
    public enum NoShow: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.noShow", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/no-show"), idempotency: .idempotent,
            reasons: [
                notBooked,
                ErrorReason(.conflict, "too-early", "The booking has not begun"),
            ])
    }

    /// Sets the staff's note on a booking.
    ///
    /// Without `note`, removes it.
    public enum Note: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var note: NoteText?
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.note", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/note"), idempotency: .idempotent)
    }

    /// Records that a customer paid a debt at the park.
    public enum Settle: Method {
        public struct Params: Codable, Sendable {
            public var customerId: Identifier
            public var amount: Money
        }
        public typealias Result = Customer
        public static let declaration = MethodDeclaration(
            "booking.settle", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/board/settlements"), idempotency: .keyed,
            reasons: [
                ErrorReason(.conflict, "not-owed", "The customer owes less than this amount")
            ])
    }

    /// Records that the park paid out a customer's credit.
    public enum PayBack: Method {
        public struct Params: Codable, Sendable {
            public var customerId: Identifier
            public var amount: Money
        }
        public typealias Result = Customer
        public static let declaration = MethodDeclaration(
            "booking.payBack", service: .booking, access: .role(.parkStaff), http: .post("/v1/board/paybacks"),
            idempotency: .keyed,
            reasons: [
                ErrorReason(.conflict, "not-owed", "The park owes the customer less than this amount")
            ])
    }

    /// Closes the park or one reverse for a period.
    ///
    /// Cancels the bookings in it free of charge and notifies the customers.
    public enum Close: Method {
        public struct Params: Codable, Sendable {
            /// May be in the past, so that a closure can be recorded afterwards.
            public var from: Instant
            /// In the future, and after `from` by at most a year.
            public var to: Instant
            /// Defaults to all reverses.
            public var reverseId: ReverseID?
            public var reason: NoteText
        }
        public typealias Result = Closure
        public static let declaration = MethodDeclaration(
            "booking.close", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/closures"), cost: 5, timeoutMilliseconds: 15_000, idempotency: .keyed)
    }

    /// Ends a closure.
    ///
    /// Bookings that it cancelled stay cancelled.
    public enum Reopen: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Closure
        public static let declaration = MethodDeclaration(
            "booking.reopen", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/closures/{id}/reopening"), idempotency: .idempotent)
    }
}
