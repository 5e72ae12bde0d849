public import Contract
public import Values

extension Booking {
    /// The customer of a booking, as staff see them.
    public struct Customer: Codable, Sendable, Equatable {
        /// The customer's id.
        public var id: Identifier
        /// The customer's name.
        public var name: CustomerName
        /// The customer's telephone number.
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
        /// The booking.
        public var booking: Record
        /// The customer who booked.
        public var customer: Customer
        /// The staff's note.
        public var note: NoteText?
        /// The amount due at check-in, also after a no-show that is still undecided.
        public var toPay: Money
    }

    /// An amount of money above zero.
    public struct Payable: Codable, Hashable, Sendable {
        /// The amount in minor units.
        public var amount: PayableAmount
        /// The currency of the amount.
        public var currency: CurrencyCode
    }

    /// A period during which the park, or one reverse, is closed.
    public struct Closure: Codable, Sendable, Equatable {
        /// The id of the closure.
        public var id: Identifier
        /// The closed reverse; absent if all are closed.
        public var reverseId: ReverseID?
        /// The start of the closure.
        public var from: Instant
        /// The end of the closure.
        public var to: Instant
        /// The reason that customers are told.
        public var reason: NoteText
        /// The time at which the closure was recorded.
        public var madeAt: Instant
        /// The time at which the closure was ended early.
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
            /// The day; defaults to today, or with `phoneDigits` to all upcoming bookings.
            public var date: LocalDate?
            /// The last digits of a telephone number.
            ///
            /// Restricts the answer to bookings of its owner, without holds and closures.
            public var phoneDigits: PhoneDigits?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The day shown.
            public var date: LocalDate
            /// The park's time zone.
            public var timeZone: TimeZoneName
            /// The bookings, by time.
            public var items: [BoardItem]
            /// Slots that customers are confirming at present.
            public var held: [HeldSlots]
            /// The closures of the day.
            public var closures: [Closure]
            /// Customers to whom the park owes money, whatever day they booked; with `phoneDigits`, only matching ones.
            public var creditors: [Customer]
        }
        public static let declaration = MethodDeclaration(
            "booking.board", service: .booking, access: .role(.parkStaff),
            http: .get("/v1/board"), idempotency: .idempotent)
    }

    /// Lists the bookings that a closure of this period would cancel or has cancelled, by time.
    ///
    /// Call it before closing the park, to see whose bookings a closure would cancel.
    public enum Affected: Method {
        public struct Params: Codable, Sendable {
            /// The start of the period.
            public var from: Instant
            /// The end of the period: after `from`, by at most a year.
            public var to: Instant
            /// The reverse; defaults to all reverses.
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
            /// The customer's number; finds or creates the customer.
            public var phone: PhoneNumber
            /// The customer's name, for the board.
            public var name: CustomerName
            /// The reverse to book.
            public var reverseId: ReverseID
            /// The start of the first set, which may have begun; it keeps its end and its price.
            public var startsAt: Instant
            /// The number of consecutive sets.
            public var sets: SetCount
            /// The means of payment.
            public var payWith: PaymentWay
            /// The staff's note.
            public var note: NoteText?
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.bookFor", service: .booking, priority: .high, access: .role(.parkStaff),
            http: .post("/v1/board/bookings"), idempotency: .keyed,
            reasons: [
                slotTaken,
                past.meaning(
                    UserText(
                        "The first set is over. Choose a later time.",
                        ru: "Первый сет уже закончился. Выберите более позднее время.",
                        be: "Першы сэт ужо скончыўся. Выберыце пазнейшы час.")),
                notASlot, suspended, prepayOnly, notEnoughSets,
            ])
    }

    /// Checks in the customer of a booking and settles its charge.
    ///
    /// Uses the reserved sets of the pass, or records the payment on site.
    public enum CheckIn: Method {
        public struct Params: Codable, Sendable {
            /// The id of the booking.
            public var id: Identifier
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.checkIn", service: .booking, priority: .high, access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/check-in"), idempotency: .idempotent,
            reasons: [
                notBooked,
                tooEarly.meaning(
                    UserText(
                        "The booking is not for today.",
                        ru: "Эта бронь не на сегодня.",
                        be: "Гэта браніраванне не на сёння.")),
            ])
    }

    /// Records that the customer did not come, and opens a case for the administrator.
    ///
    /// Possible once the booking has begun.
    public enum NoShow: Method {
        public struct Params: Codable, Sendable {
            /// The id of the booking.
            public var id: Identifier
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.noShow", service: .booking, priority: .high, access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/no-show"), idempotency: .idempotent,
            reasons: [notBooked, tooEarly])
    }

    /// Sets the staff's note on a booking.
    ///
    /// Without `note`, removes it.
    public enum Note: Method {
        public struct Params: Codable, Sendable {
            /// The id of the booking.
            public var id: Identifier
            /// The new note; absent to remove it.
            public var note: NoteText?
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.note", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/note"), idempotency: .idempotent)
    }

    /// Records that a customer paid a debt at the park.
    ///
    /// Reduces the customer's debt at once.
    public enum Settle: Method {
        public struct Params: Codable, Sendable {
            /// The customer who paid.
            public var customerId: Identifier
            /// The amount paid, at most what the customer owes.
            public var amount: Payable
        }
        public typealias Result = Customer
        public static let declaration = MethodDeclaration(
            "booking.settle", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/board/settlements"), idempotency: .keyed,
            reasons: [notOwed], codes: [.notFound])
    }

    /// Records that the park paid out a customer's credit.
    ///
    /// Reduces the credit at once.
    public enum PayBack: Method {
        public struct Params: Codable, Sendable {
            /// The customer who was paid.
            public var customerId: Identifier
            /// The amount paid out, at most what the park owes.
            public var amount: Payable
        }
        public typealias Result = Customer
        public static let declaration = MethodDeclaration(
            "booking.payBack", service: .booking, access: .role(.parkStaff), http: .post("/v1/board/paybacks"),
            idempotency: .keyed,
            reasons: [
                notOwed.meaning(
                    UserText(
                        "The park owes the customer less than this amount.",
                        ru: "Парк должен клиенту меньше этой суммы.",
                        be: "Парк вінен кліенту менш за гэтую суму."))
            ], codes: [.notFound])
    }

    /// Closes the park or one reverse for a period.
    ///
    /// Cancels the bookings in it free of charge and notifies the customers.
    public enum Close: Method {
        public struct Params: Codable, Sendable {
            /// The start of the closure; may be in the past, so that a closure can be recorded afterwards.
            public var from: Instant
            /// The end of the closure: in the future, and after `from` by at most a year.
            public var to: Instant
            /// The reverse; defaults to all reverses.
            public var reverseId: ReverseID?
            /// The reason that customers are told.
            public var reason: NoteText
        }
        public typealias Result = Closure
        public static let declaration = MethodDeclaration(
            "booking.close", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/closures"), cost: 5, timeoutMilliseconds: 15_000, idempotency: .keyed, codes: [.notFound])
    }

    /// Ends a closure.
    ///
    /// Bookings that it cancelled stay cancelled.
    public enum Reopen: Method {
        public struct Params: Codable, Sendable {
            /// The id of the closure.
            public var id: Identifier
        }
        public typealias Result = Closure
        public static let declaration = MethodDeclaration(
            "booking.reopen", service: .booking, access: .role(.parkStaff),
            http: .post("/v1/closures/{id}/reopening"), idempotency: .idempotent)
    }
}
