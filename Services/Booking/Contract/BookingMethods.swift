public import Contract
public import Values

extension Booking {
    /// Slots reserved for a few minutes while the customer confirms.
    public struct HeldSlots: Codable, Sendable, Equatable {
        public var id: Identifier
        public var reverseId: ReverseID
        public var startsAt: Instant
        public var endsAt: Instant
        public var sets: SetCount
        public var price: Money
        public var expiresAt: Instant
    }

    /// The time, author and reason of a cancellation; a late one opens a case for the administrator.
    public struct Cancellation: Codable, Sendable, Equatable {
        public var at: Instant
        public var by: CancelledBy
        public var isLate: Bool
        public var reason: NoteText?
    }

    /// The charge for a booking, in sets of a pass or in money, and its state.
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
        /// The park's time zone; all instants are UTC.
        public var timeZone: TimeZoneName
        public var sets: SetCount
        public var state: BookingState
        public var payWith: PaymentWay
        public var charge: Charge
        /// The price without a pass.
        public var price: Money
        /// The end of free cancellation; cancelling later opens a case.
        public var freeUntil: Instant
        public var madeAt: Instant
        public var cancellation: Cancellation?
        public var caseId: Identifier?
        /// The administrator's decision on the booking's case.
        public var decision: Decision?
        /// The number of times the booking was rescheduled; absent if zero.
        public var moves: Int?
    }

    /// The next free slots, at most six; sent in the `details` of `slot-taken` and `past`.
    public struct FreeSlots: Codable, Sendable, Equatable {
        public var nextFree: [Slot]
    }

    /// Holds slots for a few minutes while the customer confirms.
    ///
    /// Replaces any earlier hold of the account.
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
                ErrorReason(.quotaExceeded, "hold-cooldown", "Holds are requested too quickly"),
            ])
    }

    /// Releases held slots.
    ///
    /// Succeeds even if the hold no longer exists.
    public enum Release: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "booking.release", service: .booking, access: .signedIn,
            http: .post("/v1/holds/{id}/release", .noContent), idempotency: .idempotent)
    }

    /// Books slots: those of a hold, or any free ones.
    public enum Book: Method {
        public struct Params: Codable, Sendable {
            /// A hold of the caller; without it, `reverseId`, `startsAt` and `sets` are required.
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
                ErrorReason(.conflict, "too-many-bookings", "The account has the maximum number of upcoming bookings"),
                ErrorReason(.conflict, "hold-expired", "The hold has expired; hold or book again"),
            ])
    }

    /// Returns one booking.
    ///
    /// Customers see their own bookings, staff see all.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.get", service: .booking, access: .signedIn,
            http: .get("/v1/bookings/{id}"), idempotency: .idempotent)
    }

    /// Lists the caller's bookings.
    ///
    /// Upcoming bookings are sorted by start, the next one first; all others newest first.
    public enum History: Method {
        public struct Params: Codable, Sendable {
            /// `upcoming`: not over yet, the next one first; `past`, `cancelled` and `all`: newest first.
            public var state: HistoryFilter?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Record>
        public static let declaration = MethodDeclaration(
            "booking.history", service: .booking, access: .signedIn,
            http: .get("/v1/bookings"), idempotency: .idempotent)
    }

    /// Cancels a booking and frees its slots at once.
    ///
    /// Free of charge until `freeUntil`; later cancellations open a case for the administrator.
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

    /// Reschedules a booking to other slots, atomically.
    ///
    /// After `freeUntil` the original counts as cancelled late and opens a case, and the result is a new booking. If
    /// the booking already has these slots, it is returned unchanged.
    public enum Reschedule: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var reverseId: ReverseID
            public var startsAt: Instant
            /// Defaults to the booking's present number of sets.
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
                    "Free cancellation has ended, and this account must pay by pass for now"),
                ErrorReason(
                    .conflict, "too-many-bookings",
                    "Free cancellation has ended, and the account has the maximum number of upcoming bookings"),
            ])
    }

    /// A late cancellation or a no-show, and the decision on it.
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

    /// An administrator's decision, and its reason.
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

    /// Lists the caller's late cancellations and no-shows with the decisions on them, newest first.
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
