public import Contract
public import Values

extension Booking {
    /// A place on the waitlist for slots that are booked.
    public struct WaitlistEntry: Codable, Sendable, Equatable {
        /// The id of the entry.
        public var id: Identifier
        /// The reverse of the slots.
        public var reverseId: ReverseID
        /// The start of the first set.
        public var startsAt: Instant
        /// The end of the last set.
        public var endsAt: Instant
        /// The number of consecutive sets.
        public var sets: SetCount
        /// The park's time zone; all instants are UTC.
        public var timeZone: TimeZoneName
        /// The state of the entry.
        public var state: OpenEnum<WaitlistState>
        /// The number of earlier entries for any of these slots.
        public var ahead: Int
        /// The time at which the caller began to wait.
        public var madeAt: Instant
        /// The hold that keeps the slots for the caller, for booking.book; only in the state `offered`.
        public var holdId: Identifier?
        /// The end of that hold, and of the entry.
        public var offeredUntil: Instant?
    }

    /// Waits for slots that are booked.
    ///
    /// Once free, the slots are held for the first customer in line, who is notified, and then for the next. A repeated
    /// call for the same slots returns the existing entry.
    public enum Wait: Method {
        public struct Params: Codable, Sendable {
            /// The reverse to wait for.
            public var reverseId: ReverseID
            /// The start of the first set.
            public var startsAt: Instant
            /// The number of consecutive sets.
            public var sets: SetCount
        }
        public typealias Result = WaitlistEntry
        public static let declaration = MethodDeclaration(
            "booking.wait", service: .booking, access: .signedIn, http: .post("/v1/waitlist"), cost: 2,
            idempotency: .idempotent,
            reasons: [slotFree, slotTaken, past, notASlot, suspended, tooManyWaiting, waitlistFull])
    }

    /// Lists the caller's entries on the waitlist, by start.
    ///
    /// An entry ends with its offer, or shortly before the start.
    public enum Waitlist: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable {
            /// The entries, at most five.
            public var items: [WaitlistEntry]
        }
        public static let declaration = MethodDeclaration(
            "booking.waitlist", service: .booking, access: .signedIn, http: .get("/v1/waitlist"),
            idempotency: .idempotent)
    }

    /// Ends an entry on the waitlist, and the offer if there is one.
    ///
    /// Succeeds even if the entry no longer exists.
    public enum LeaveWaitlist: Method {
        public struct Params: Codable, Sendable {
            /// The id of the entry.
            public var id: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "booking.leaveWaitlist", service: .booking, access: .signedIn,
            http: .post("/v1/waitlist/{id}/leave", .noContent), idempotency: .idempotent)
    }
}

/// The state of an entry on the waitlist.
public enum WaitlistState: String, CaseIterable, Codable, Hashable, Sendable {
    /// The slots are booked.
    case waiting
    /// The slots are held for the customer, for a limited time.
    case offered
}

/// The reasons of the errors of the waitlist.
extension Booking {
    public static let slotFree = ErrorReason(
        .conflict, "slot-free",
        UserText(
            "Nobody has booked this time yet. Try to book it instead of waiting for it.",
            ru: "Это время никем не забронировано. Выберите его — ждать не нужно.",
            be: "Гэты час ніхто не забраніраваў. Выберыце яго — чакаць не трэба."))
    public static let tooManyWaiting = ErrorReason(
        .conflict, "too-many-waiting",
        UserText(
            "You are already waiting for the maximum number of times. Stop waiting for one of them first.",
            ru: "Вы уже ждёте максимальное число раз. Сначала откажитесь от одного из ожиданий.",
            be: "Вы ўжо чакаеце максімальную колькасць разоў. Спачатку адмоўцеся ад аднаго з чаканняў."))
    public static let waitlistFull = ErrorReason(
        .conflict, "waitlist-full",
        UserText(
            "Too many people are already waiting for this time. Choose another time.",
            ru: "Этого времени ждёт слишком много людей. Выберите другое.",
            be: "Гэтага часу чакае занадта шмат людзей. Выберыце іншы."))
}

extension Booking.Wait: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["reverseId": "big", "startsAt": "2026-07-18T09:00:00Z", "sets": 2],
            result: BookingExample.waiting)
    }
}

extension Booking.Waitlist: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "items": [
                    BookingExample.waiting.setting("state", "offered").setting("ahead", 0)
                        .setting("holdId", "019ab3c4-5d6e-7f80-9123-000000000002")
                        .setting("offeredUntil", "2026-07-18T07:15:00Z")
                ]
            ])
    }
}

extension Booking.LeaveWaitlist: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: ["id": "019ab3c4-5d6e-7f80-9123-000000000009"], result: .object([]))
    }
}

extension BookingExample {
    fileprivate static let waiting: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000009",
        "reverseId": "big",
        "startsAt": "2026-07-18T09:00:00Z",
        "endsAt": "2026-07-18T09:30:00Z",
        "sets": 2,
        "timeZone": "Europe/Minsk",
        "state": "waiting",
        "ahead": 1,
        "madeAt": "2026-07-17T18:00:00Z",
    ]
}
