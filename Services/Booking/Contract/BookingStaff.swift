public import Contract
public import Values

extension Booking {
    /// Who booked, for the park's staff.
    public struct Customer: Codable, Sendable, Equatable {
        public var id: Identifier
        public var name: CustomerName
        public var phone: PhoneNumber?
        /// In the last 90 days.
        public var lateCancellations: Int
        /// In the last 90 days.
        public var noShows: Int
        /// What the customer owes the park.
        public var due: Money
        /// What the park is to give back at the till; absent if nothing.
        public var credit: Money?
    }

    /// A booking on the board.
    public struct BoardItem: Codable, Sendable, Equatable {
        public var booking: Record
        public var customer: Customer
        public var note: NoteText?
        /// What is to be paid at the park.
        public var toPay: Money
    }

    /// A time when the park, or one reverse, is closed.
    public struct Closure: Codable, Sendable, Equatable {
        public var id: Identifier
        /// All reverses if absent.
        public var reverseId: ReverseID?
        public var from: Instant
        public var to: Instant
        public var reason: NoteText
        public var madeAt: Instant
        public var reopenedAt: Instant?
        /// Bookings that it cancelled so far.
        public var cancelled: Int
        /// Bookings that are still to be cancelled.
        public var remaining: Int
    }

    /// A day at the park at a glance.
    ///
    /// Or the bookings of whoever has a phone number with these last digits: of the day that is named, or all that are
    /// to come.
    public enum Board: Method {
        public struct Params: Codable, Sendable {
            /// Today if not given; with `phoneDigits`, all that is to come if not given.
            public var date: LocalDate?
            /// The last digits of a phone number: bookings of its owner only, and neither holds nor closures.
            public var phoneDigits: PhoneDigits?
        }
        public struct Result: Codable, Sendable, Equatable {
            public var date: LocalDate
            public var timeZone: TimeZoneName
            public var items: [BoardItem]
            public var held: [HeldSlots]
            public var closures: [Closure]
            /// Whom the park owes money, on whatever day they were here; with `phoneDigits`, of those.
            public var creditors: [Customer]
        }
        public static let declaration = MethodDeclaration(
            "booking.board", service: .booking, access: .role(.parkStaff),
            http: .get("/v1/board"), idempotency: .idempotent)
    }

    /// The bookings that a closure of this time would cancel, or has cancelled, by time.
    ///
    /// Whom a closure would hit, or has hit: the bookings of a time that are to come, and those that a closure
    /// cancelled.
    public enum Affected: Method {
        public struct Params: Codable, Sendable {
            public var from: Instant
            /// After `from`, by a year at most.
            public var to: Instant
            /// All reverses if not given.
            public var reverseId: ReverseID?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<BoardItem>
        public static let declaration = MethodDeclaration(
            "booking.affected", service: .booking,
            access: .role(.parkStaff), http: .get("/v1/closures/bookings"), idempotency: .idempotent)
    }

    /// Books for somebody who calls or has come.
    ///
    /// For who has come, a set that is running, too, at its whole price.
    public enum BookFor: Method {
        public struct Params: Codable, Sendable {
            public var phone: PhoneNumber
            public var name: CustomerName
            public var reverseId: ReverseID
            /// The first set may be running: it ends when it would, and costs what it would.
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
                slotTaken, ErrorReason(.conflict, "past", "Its first set is over; `details` names the next free slots"),
                notASlot, suspended, prepayOnly, notEnoughSets,
            ])
    }

    /// The customer is here: the booking is paid.
    ///
    /// The customer is here: sets of the pass are used, money was taken.
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
                ErrorReason(.conflict, "too-early", "The booking is not of today"),
            ])
    }

    /// The customer did not come.
    ///
    /// A case for the administrator.
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

    /// Writes a note to a booking, for the staff.
    ///
    /// Without a text it is removed.
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

    /// What a customer owes was paid at the park.
    ///
    /// What the customer owes was paid at the park.
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
                ErrorReason(.conflict, "not-owed", "The customer owes less than that")
            ])
    }

    /// What the park owes a customer was given back at the park.
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
                ErrorReason(.conflict, "not-owed", "The park owes the customer less than that")
            ])
    }

    /// Closes the park or one reverse for a time.
    ///
    /// Closes the park, or one reverse: bookings within are cancelled without consequences and their customers told.
    public enum Close: Method {
        public struct Params: Codable, Sendable {
            /// May be past: the storm comes before somebody has time to write it down.
            public var from: Instant
            /// After `from`, by a year at most, and in the future.
            public var to: Instant
            /// All reverses if not given.
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
    /// What it cancelled stays cancelled.
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
