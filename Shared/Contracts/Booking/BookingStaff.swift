extension Booking {
    /// Who booked, for the park's staff.
    public struct Customer: Codable, Sendable, Equatable, DocumentedMembers {
        public var id: Identifier
        public var name: CustomerName
        public var phone: PhoneNumber?
        /// In the last 90 days.
        public var lateCancellations: Int
        /// In the last 90 days.
        public var noShows: Int
        public var due: Money
        /// What the park owes the customer: what was paid for a decision that was taken back; absent if nothing.
        public var credit: Money?

        public init(
            id: Identifier, name: CustomerName, phone: PhoneNumber? = nil, lateCancellations: Int, noShows: Int,
            due: Money, credit: Money? = nil
        ) {
            self.id = id
            self.name = name
            self.phone = phone
            self.lateCancellations = lateCancellations
            self.noShows = noShows
            self.due = due
            self.credit = credit
        }

        public static let memberSummaries = [
            "credit": "What the park is to give back at the till; absent if nothing",
            "due": "What the customer owes the park",
        ]
    }

    /// A booking on the board.
    public struct BoardItem: Codable, Sendable, Equatable {
        public var booking: Record
        public var customer: Customer
        public var note: NoteText?
        /// What is to be paid at the park.
        public var toPay: Money

        public init(booking: Record, customer: Customer, note: NoteText? = nil, toPay: Money) {
            self.booking = booking
            self.customer = customer
            self.note = note
            self.toPay = toPay
        }
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

        public init(
            id: Identifier, reverseId: ReverseID? = nil, from: Instant, to: Instant, reason: NoteText, madeAt: Instant,
            reopenedAt: Instant? = nil, cancelled: Int, remaining: Int
        ) {
            self.id = id
            self.reverseId = reverseId
            self.from = from
            self.to = to
            self.reason = reason
            self.madeAt = madeAt
            self.reopenedAt = reopenedAt
            self.cancelled = cancelled
            self.remaining = remaining
        }
    }

    /// A day at the park at a glance; or the bookings of whoever has a phone number with these last digits: of the day that
    /// is named, or all that are to come.
    public enum Board: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var date: LocalDate?
            public var phoneDigits: PhoneDigits?

            public init(date: LocalDate? = nil, phoneDigits: PhoneDigits? = nil) {
                self.date = date
                self.phoneDigits = phoneDigits
            }

            public static let memberSummaries = [
                "date": "Today if not given; with `phoneDigits`, all that is to come if not given",
                "phoneDigits":
                    "The last digits of a phone number: bookings of its owner only, and neither holds nor closures",
            ]
        }
        public struct Result: Codable, Sendable, Equatable, DocumentedMembers {
            public var date: LocalDate
            public var timeZone: TimeZoneName
            public var items: [BoardItem]
            public var held: [HeldSlots]
            public var closures: [Closure]
            /// Whom the park owes money, on whatever day they were here.
            public var creditors: [Customer]

            public init(
                date: LocalDate, timeZone: TimeZoneName, items: [BoardItem], held: [HeldSlots], closures: [Closure],
                creditors: [Customer]
            ) {
                self.date = date
                self.timeZone = timeZone
                self.items = items
                self.held = held
                self.closures = closures
                self.creditors = creditors
            }

            public static let memberSummaries = [
                "creditors": "Whom the park owes money, on whatever day they were here; with `phoneDigits`, of those"
            ]
        }
        public static let declaration = MethodDeclaration(
            "booking.board", service: .booking, summary: "A day at the park at a glance", access: .role(.parkStaff),
            http: .get("/v1/board"), idempotency: .idempotent)
    }

    /// Whom a closure would hit, or has hit: the bookings of a time that are to come, and those that a closure cancelled.
    public enum Affected: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var from: Instant
            public var to: Instant
            public var reverseId: ReverseID?
            public var cursor: Cursor?
            public var limit: PageLimit?

            public init(
                from: Instant, to: Instant, reverseId: ReverseID? = nil, cursor: Cursor? = nil, limit: PageLimit? = nil
            ) {
                self.from = from
                self.to = to
                self.reverseId = reverseId
                self.cursor = cursor
                self.limit = limit
            }

            public static let memberSummaries = [
                "to": "After `from`, by a year at most",
                "reverseId": "All reverses if not given",
            ]
        }
        public typealias Result = Page<BoardItem>
        public static let declaration = MethodDeclaration(
            "booking.affected", service: .booking,
            summary: "The bookings that a closure of this time would cancel, or has cancelled, by time",
            access: .role(.parkStaff), http: .get("/v1/closures/bookings"), idempotency: .idempotent)
    }

    /// Books for somebody who calls or has come: for who has come, a set that is running, too, at its whole price.
    public enum BookFor: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var phone: PhoneNumber
            public var name: CustomerName
            public var reverseId: ReverseID
            public var startsAt: Instant
            public var sets: SetCount
            public var payWith: PaymentWay
            public var note: NoteText?

            public init(
                phone: PhoneNumber, name: CustomerName, reverseId: ReverseID, startsAt: Instant, sets: SetCount,
                payWith: PaymentWay, note: NoteText? = nil
            ) {
                self.phone = phone
                self.name = name
                self.reverseId = reverseId
                self.startsAt = startsAt
                self.sets = sets
                self.payWith = payWith
                self.note = note
            }

            public static let memberSummaries = [
                "startsAt": "The first set may be running: it ends when it would, and costs what it would"
            ]
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.bookFor", service: .booking, summary: "Books for somebody who calls or has come",
            access: .role(.parkStaff),
            http: .post("/v1/board/bookings"), idempotency: .keyed,
            reasons: [
                slotTaken, ErrorReason(.conflict, "past", "Its first set is over; `details` names the next free slots"),
                notASlot, suspended, prepayOnly, notEnoughSets,
            ])
    }

    /// The customer is here: sets of the pass are used, money was taken.
    public enum CheckIn: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier

            public init(id: Identifier) {
                self.id = id
            }
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.checkIn", service: .booking, summary: "The customer is here: the booking is paid",
            access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/check-in"), idempotency: .idempotent,
            reasons: [
                notBooked,
                ErrorReason(.conflict, "too-early", "The booking is not of today"),
            ])
    }

    /// The customer did not come: a case for the administrator.
    public enum NoShow: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier

            public init(id: Identifier) {
                self.id = id
            }
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.noShow", service: .booking, summary: "The customer did not come", access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/no-show"), idempotency: .idempotent,
            reasons: [
                notBooked,
                ErrorReason(.conflict, "too-early", "The booking has not begun"),
            ])
    }

    /// Writes a note to a booking, for the staff; without a text it is removed.
    public enum Note: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var note: NoteText?

            public init(id: Identifier, note: NoteText? = nil) {
                self.id = id
                self.note = note
            }
        }
        public typealias Result = BoardItem
        public static let declaration = MethodDeclaration(
            "booking.note", service: .booking, summary: "Writes a note to a booking, for the staff",
            access: .role(.parkStaff),
            http: .post("/v1/board/bookings/{id}/note"), idempotency: .idempotent)
    }

    /// What the customer owes was paid at the park.
    public enum Settle: Method {
        public struct Params: Codable, Sendable {
            public var customerId: Identifier
            public var amount: Money

            public init(customerId: Identifier, amount: Money) {
                self.customerId = customerId
                self.amount = amount
            }
        }
        public typealias Result = Customer
        public static let declaration = MethodDeclaration(
            "booking.settle", service: .booking, summary: "What a customer owes was paid at the park",
            access: .role(.parkStaff),
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

            public init(customerId: Identifier, amount: Money) {
                self.customerId = customerId
                self.amount = amount
            }
        }
        public typealias Result = Customer
        public static let declaration = MethodDeclaration(
            "booking.payBack", service: .booking, summary: "What the park owes a customer was given back at the park",
            access: .role(.parkStaff), http: .post("/v1/board/paybacks"), idempotency: .keyed,
            reasons: [
                ErrorReason(.conflict, "not-owed", "The park owes the customer less than that")
            ])
    }

    /// Closes the park, or one reverse: bookings within are cancelled without consequences and their customers told.
    public enum Close: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var from: Instant
            public var to: Instant
            public var reverseId: ReverseID?
            public var reason: NoteText

            public init(from: Instant, to: Instant, reverseId: ReverseID? = nil, reason: NoteText) {
                self.from = from
                self.to = to
                self.reverseId = reverseId
                self.reason = reason
            }

            public static let memberSummaries = [
                "from": "May be past: the storm comes before somebody has time to write it down",
                "to": "After `from`, by a year at most, and in the future",
                "reverseId": "All reverses if not given",
            ]
        }
        public typealias Result = Closure
        public static let declaration = MethodDeclaration(
            "booking.close", service: .booking, summary: "Closes the park or one reverse for a time",
            access: .role(.parkStaff),
            http: .post("/v1/closures"), cost: 5, timeoutMilliseconds: 15_000, idempotency: .keyed)
    }

    /// Ends a closure; what it cancelled stays cancelled.
    public enum Reopen: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier

            public init(id: Identifier) {
                self.id = id
            }
        }
        public typealias Result = Closure
        public static let declaration = MethodDeclaration(
            "booking.reopen", service: .booking, summary: "Ends a closure", access: .role(.parkStaff),
            http: .post("/v1/closures/{id}/reopening"), idempotency: .idempotent)
    }
}
