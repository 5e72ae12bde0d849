public import Contract
public import Values

extension Booking {
    /// Slots reserved for a few minutes while the customer confirms.
    public struct HeldSlots: Codable, Sendable, Equatable {
        /// The id of the hold, for booking.book and booking.release.
        public var id: Identifier
        /// The reverse of the slots.
        public var reverseId: ReverseID
        /// The start of the first set.
        public var startsAt: Instant
        /// The end of the last set.
        public var endsAt: Instant
        /// The number of consecutive sets.
        public var sets: SetCount
        /// The price without a pass.
        public var price: Money
        /// The end of the hold.
        public var expiresAt: Instant
    }

    /// The time, author and reason of a cancellation; a late one opens a case for the administrator.
    public struct Cancellation: Codable, Sendable, Equatable {
        /// The time of the cancellation.
        public var at: Instant
        /// The party that cancelled.
        public var by: OpenEnum<CancelledBy>
        /// True if free cancellation had ended.
        public var isLate: Bool
        /// The reason, if the park or its staff gave one.
        public var reason: NoteText?
    }

    /// The charge for a booking, in sets of a pass or in money, and its state.
    public struct Charge: Codable, Sendable, Equatable {
        /// The state of the charge.
        public var state: OpenEnum<ChargeState>
        /// The number of sets, with `payWith` `pass`; absent if nothing is charged.
        public var sets: Int?
        /// The amount, with `payWith` `on-site`; absent if nothing is charged.
        public var money: Money?
    }

    /// A booking as its customer sees it.
    public struct Record: Codable, Sendable, Equatable {
        /// The id of the booking.
        public var id: Identifier
        /// The reverse that is booked.
        public var reverseId: ReverseID
        /// The start of the first set.
        public var startsAt: Instant
        /// The end of the last set.
        public var endsAt: Instant
        /// The park's time zone; all instants are UTC.
        public var timeZone: TimeZoneName
        /// The number of consecutive sets.
        public var sets: SetCount
        /// The state of the booking.
        public var state: OpenEnum<BookingState>
        /// The means of payment.
        public var payWith: OpenEnum<PaymentWay>
        /// The charge for the booking.
        public var charge: Charge
        /// The price without a pass.
        public var price: Money
        /// The end of free cancellation, at the latest the start; cancelling later opens a case.
        public var freeUntil: Instant
        /// The time at which the booking was made.
        public var madeAt: Instant
        /// The cancellation, if the booking is cancelled.
        public var cancellation: Cancellation?
        /// The case that the booking led to.
        public var caseId: Identifier?
        /// The administrator's decision on the booking's case.
        public var decision: Decision?
        /// The number of times the booking was rescheduled; absent if zero.
        public var moves: Int?
    }

    /// The next free slots, at most six; sent in the `details` of `slot-taken` and `past`.
    public struct FreeSlots: Codable, Sendable, Equatable {
        /// The slots, by time.
        public var nextFree: [Slot]
    }

    /// The end of a restriction; sent in the `details` of `suspended` and `prepay-only`.
    public struct Restriction: Codable, Sendable, Equatable {
        /// The end of the restriction.
        public var until: Instant
    }

    /// Holds slots for a few minutes while the customer confirms.
    ///
    /// Replaces any earlier hold of the account; if the slots are taken, the earlier hold stays. Holds that replace
    /// each other last at most twice `holdSeconds` together.
    public enum Hold: Method {
        public struct Params: Codable, Sendable {
            /// The reverse to hold.
            public var reverseId: ReverseID
            /// The start of the first set.
            public var startsAt: Instant
            /// The number of consecutive sets.
            public var sets: SetCount
        }
        public typealias Result = HeldSlots
        public static let declaration = MethodDeclaration(
            "booking.hold", service: .booking, priority: .high, access: .signedIn, http: .post("/v1/holds"), cost: 2,
            idempotency: .none,
            reasons: [slotTaken, past, notASlot, suspended, holdCooldown])
    }

    /// Releases held slots.
    ///
    /// Succeeds even if the hold no longer exists.
    public enum Release: Method {
        public struct Params: Codable, Sendable {
            /// The id of the hold.
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "booking.release", service: .booking, priority: .high, access: .signedIn,
            http: .post("/v1/holds/{id}/release", .noContent), idempotency: .idempotent)
    }

    /// Books slots: those of a hold, or any free ones.
    public enum Book: Method {
        public struct Params: Codable, Sendable {
            /// A hold of the caller; without it, `reverseId`, `startsAt` and `sets` are required.
            public var holdId: Identifier?
            /// The reverse to book; without a hold.
            public var reverseId: ReverseID?
            /// The start of the first set; without a hold.
            public var startsAt: Instant?
            /// The number of consecutive sets; without a hold.
            public var sets: SetCount?
            /// The means of payment.
            public var payWith: PaymentWay
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.book", service: .booking, priority: .high, access: .signedIn,
            http: .post("/v1/bookings", .created(location: "/v1/bookings/{id}")), cost: 2, idempotency: .keyed,
            reasons: [
                slotTaken, past, notASlot, suspended,
                prepayOnly, notEnoughSets,
                tooManyBookings, holdExpired, phoneNeeded, newcomerLimit,
            ])
    }

    /// Returns one booking.
    ///
    /// Customers see their own bookings, staff see all.
    public enum Get: Method {
        public struct Params: Codable, Sendable {
            /// The id of the booking.
            public var id: Identifier
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.get", service: .booking, access: .signedIn,
            http: .get("/v1/bookings/{id}"), idempotency: .idempotent, isHedged: true)
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
            http: .get("/v1/bookings"), idempotency: .idempotent, isHedged: true)
    }

    /// Cancels a booking and frees its slots at once.
    ///
    /// Free of charge until `freeUntil`; later cancellations open a case for the administrator.
    public enum Cancel: Method {
        public struct Params: Codable, Sendable {
            /// The id of the booking.
            public var id: Identifier
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.cancel", service: .booking, priority: .high,
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
            /// The id of the booking.
            public var id: Identifier
            /// The new reverse; may be the present one.
            public var reverseId: ReverseID
            /// The new start of the first set.
            public var startsAt: Instant
            /// The new number of sets; defaults to the present one.
            public var sets: SetCount?
        }
        public typealias Result = Record
        public static let declaration = MethodDeclaration(
            "booking.reschedule", service: .booking, priority: .high,
            access: .signedIn,
            http: .post("/v1/bookings/{id}/move"), cost: 2, idempotency: .keyed,
            reasons: [
                slotTaken, past, notASlot, suspended,
                notEnoughSets, alreadyStarted, notBooked, phoneNeeded, newcomerLimit,
                prepayOnly.meaning(
                    UserText(
                        "Free cancellation has ended, and for now you can book only with a pass.",
                        ru: "Время бесплатной отмены вышло, а пока вы можете бронировать только по абонементу.",
                        be: "Час бясплатнага скасавання выйшаў, а пакуль вы можаце браніраваць толькі па абанеменце.")),
                tooManyBookings.meaning(
                    UserText(
                        "Free cancellation has ended, and you have the maximum number of upcoming bookings. Cancel one first.",
                        ru:
                            "Время бесплатной отмены вышло, а у вас уже максимальное число будущих броней. Сначала отмените одну из них.",
                        be:
                            "Час бясплатнага скасавання выйшаў, а ў вас ужо максімальная колькасць будучых браніраванняў. Спачатку скасуйце адно з іх."
                    )),
            ])
    }

    /// A late cancellation or a no-show, and the decision on it.
    public struct Case: Codable, Sendable, Equatable {
        /// The id of the case.
        public var id: Identifier
        /// The reason for the case.
        public var kind: OpenEnum<CaseKind>
        /// The state of the case.
        public var state: OpenEnum<CaseState>
        /// The booking that the case is about.
        public var bookingId: Identifier
        /// The reverse that was booked.
        public var reverseId: ReverseID
        /// The start of the booking.
        public var startsAt: Instant
        /// The number of sets that were booked.
        public var sets: SetCount
        /// The time at which the case was opened.
        public var openedAt: Instant
        /// The administrator's decision, once there is one.
        public var decision: Decision?
        /// The customer's words.
        public var statement: Statement?
        /// The customer's appeal against the decision.
        public var appeal: Appeal?
        /// The end of the time for an appeal; absent if there is nothing to appeal against, or an appeal already.
        public var appealUntil: Instant?
        /// The customer as staff see them; in `booking.openCases` and `booking.decidedCases` only.
        public var customer: Customer?
        /// The charge for the booking; in `booking.openCases` and `booking.decidedCases` only.
        public var charge: Charge?
        /// The administrator who decided; in `booking.decidedCases` only.
        public var decidedBy: Administrator?
        /// The administrator who reversed the decision; in `booking.decidedCases` only.
        public var reversedBy: Administrator?
    }

    /// An administrator's decision, and its reason.
    public struct Decision: Codable, Sendable, Equatable {
        /// The sanction.
        public var sanction: OpenEnum<SanctionKind>
        /// The reason for the decision.
        public var reason: NoteText
        /// The sets charged.
        public var sets: Int?
        /// The fee charged.
        public var fee: Money?
        /// The end of the restriction.
        public var until: Instant?
        /// The time of the decision.
        public var at: Instant
        /// The time at which the decision was reversed.
        public var reversedAt: Instant?
        /// The reason for the reversal.
        public var reversalReason: NoteText?
    }

    /// Lists the caller's late cancellations and no-shows with the decisions on them, newest first.
    ///
    /// An administrator decides each case, and the customer is notified.
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
