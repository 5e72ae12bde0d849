public import Contract
public import Values

extension Booking {
    /// Slots that nobody else can take while the customer confirms.
    public struct HeldSlots: Codable, Sendable, Equatable {
        public var id: Identifier
        public var reverseId: ReverseID
        public var startsAt: Instant
        public var endsAt: Instant
        public var sets: SetCount
        public var price: Money
        public var expiresAt: Instant
    }

    /// When, by whom and why a booking was cancelled; late: after the free time, a case for the administrator.
    public struct Cancellation: Codable, Sendable, Equatable {
        public var at: Instant
        public var by: CancelledBy
        public var isLate: Bool
        public var reason: NoteText?
    }

    /// What a booking costs: sets of a pass or money, and where that stands.
    public struct Charge: Codable, Sendable, Equatable {
        public var state: ChargeState
        public var sets: Int
        public var money: Money?
    }

    /// A booking as its customer sees it.
    public struct Record: Codable, Sendable, Equatable {
        public var id: Identifier
        public var reverseId: ReverseID
        public var startsAt: Instant
        public var endsAt: Instant
        /// The park's; instants are UTC.
        public var timeZone: TimeZoneName
        public var sets: SetCount
        public var state: BookingState
        public var payWith: PaymentWay
        public var charge: Charge
        /// What it costs without a pass.
        public var price: Money
        /// Before this it can be cancelled without consequences.
        public var freeUntil: Instant
        public var madeAt: Instant
        public var cancellation: Cancellation?
        public var caseId: Identifier?
        /// What an administrator decided about it, and why: what it costs in the end.
        public var decision: Decision?
        /// How often it was moved to another time; absent if never.
        public var moves: Int?
    }

    /// What `slot-taken` and `past` tell besides: the next free slots, at most six.
    public struct FreeSlots: Codable, Sendable, Equatable {
        public var nextFree: [Slot]
    }

    /// Keeps slots for a few minutes while the customer confirms.
    ///
    /// Takes the place of the account's other hold.
    public enum Hold: Method {
        public struct Params: Codable, Sendable {
            public var reverseId: ReverseID
            public var startsAt: Instant
            public var sets: SetCount
        }
        public typealias Result = HeldSlots
        public static let declaration = MethodDeclaration(
            "booking.hold", service: .booking, access: .signedIn, http: .post("/v1/holds"), idempotency: .none,
            reasons: [
                slotTaken, past, notASlot, suspended,
                ErrorReason(.quotaExceeded, "hold-cooldown", "Holds follow each other too quickly"),
            ])
    }

    /// Lets held slots go.
    ///
    /// It does not matter if they are gone already.
    public enum Release: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "booking.release", service: .booking, access: .signedIn,
            http: .post("/v1/holds/{id}/release", .noContent), idempotency: .idempotent)
    }

    /// Books slots: those of a hold, or any that are free.
    public enum Book: Method {
        public struct Params: Codable, Sendable {
            /// A hold of the caller; otherwise `reverseId`, `startsAt` and `sets` are needed.
            public var holdId: Identifier?
            public var reverseId: ReverseID?
            public var startsAt: Instant?
            public var sets: SetCount?
            public var payWith: PaymentWay
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.book", service: .booking, access: .signedIn,
            http: .post("/v1/bookings", .created(location: "/v1/bookings/{id}")), cost: 2, idempotency: .keyed,
            reasons: [
                slotTaken, past, notASlot, suspended,
                prepayOnly, notEnoughSets,
                ErrorReason(.conflict, "too-many-bookings", "The account has as many coming bookings as it may"),
                ErrorReason(.conflict, "hold-expired", "The hold is over; hold or book again"),
            ])
    }

    /// One booking.
    ///
    /// Of the caller; any for the park's staff.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.get", service: .booking, access: .signedIn,
            http: .get("/v1/bookings/{id}"), idempotency: .idempotent)
    }

    /// The caller's bookings.
    ///
    /// The coming ones with the next one first, all others newest first.
    public enum History: Method {
        public struct Params: Codable, Sendable {
            /// `upcoming`: what is not over, the next one first; `past`, `cancelled` and `all`: newest first.
            public var state: HistoryFilter?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Record>
        public static let declaration = MethodDeclaration(
            "booking.history", service: .booking, access: .signedIn,
            http: .get("/v1/bookings"), idempotency: .idempotent)
    }

    /// Cancels a booking; late cancellations are looked at by an administrator.
    ///
    /// Cancels a booking: free in time, afterwards a case for the administrator; the slots are free at once.
    public enum Cancel: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.cancel", service: .booking,
            access: .signedIn, http: .post("/v1/bookings/{id}/cancellation"), cost: 2, idempotency: .idempotent,
            reasons: [
                alreadyStarted, notBooked,
            ])
    }

    /// Moves a booking to other slots, both or neither; late, the old time is cancelled late, the result a new booking.
    ///
    /// Moves a booking to other slots, both or neither.
    ///
    /// Once it could not be cancelled free any more, its time counts as cancelled late, with a case, and the result is
    /// another booking. To where it is already nothing is moved: the result is the booking as it was.
    public enum Reschedule: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var reverseId: ReverseID
            public var startsAt: Instant
            /// As many as before if not given.
            public var sets: SetCount?
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.reschedule", service: .booking,
            access: .signedIn,
            http: .post("/v1/bookings/{id}/move"), cost: 2, idempotency: .keyed,
            reasons: [
                slotTaken, past, notASlot, suspended,
                notEnoughSets, alreadyStarted, notBooked,
                ErrorReason(
                    .forbidden, "prepay-only",
                    "The free time is over, and an administrator has asked this account to pay by pass for a time"),
                ErrorReason(
                    .conflict, "too-many-bookings",
                    "The free time is over, and the account has as many coming bookings as it may"),
            ])
    }

    /// A late cancellation or a no-show, and what was decided.
    public struct Case: Codable, Sendable, Equatable {
        public var id: Identifier
        public var kind: CaseKind
        public var state: CaseState
        public var bookingId: Identifier
        public var reverseId: ReverseID
        public var startsAt: Instant
        public var sets: SetCount
        public var openedAt: Instant
        public var decision: Decision?
    }

    /// What an administrator decided, and why.
    public struct Decision: Codable, Sendable, Equatable {
        public var sanction: SanctionKind
        public var reason: NoteText
        public var sets: Int?
        public var fee: Money?
        public var until: Instant?
        public var at: Instant
        public var reversedAt: Instant?
        public var reversalReason: NoteText?
    }

    /// The caller's late cancellations and no-shows, what was decided and why.
    ///
    /// The caller's late cancellations and no-shows, newest first.
    public enum Cases: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Case>
        public static let declaration = MethodDeclaration(
            "booking.cases", service: .booking,
            access: .signedIn, http: .get("/v1/cases"), idempotency: .idempotent)
    }
}
