public import Contract
public import Values

/// The wake park: slots, bookings, passes, and the tools of its staff and administrators.
public enum Booking {
    /// A cable for one rider at a time.
    public struct Reverse: Codable, Sendable, Equatable {
        /// The id of the reverse.
        public var id: ReverseID
        /// The name of the reverse.
        public var name: String
        /// The description of the reverse.
        public var text: String
    }

    /// The opening hours on one day of the week; days without an entry are closed.
    public struct DayHours: Codable, Sendable, Equatable {
        /// The day of the week.
        public var weekday: Weekday
        /// The opening time.
        public var opens: TimeOfDay
        /// The closing time.
        public var closes: TimeOfDay
    }

    /// A price per set at certain times; the first band that matches replaces the usual price.
    public struct PriceBand: Codable, Sendable, Equatable {
        /// The days of the week on which the band holds.
        public var weekdays: [Weekday]
        /// The start of the band; a set belongs to the band that contains its start.
        public var from: TimeOfDay
        /// The end of the band.
        public var to: TimeOfDay
        /// The price of a set.
        public var price: Money
    }

    /// A pass that is for sale.
    public struct Product: Codable, Sendable, Equatable {
        /// The id of the product, for booking.topUp.
        public var id: ProductID
        /// The product's name.
        public var name: String
        /// The number of sets.
        public var sets: Int
        /// The price of the pass.
        public var price: Money
        /// Days after the purchase during which the sets can be used.
        public var validDays: Int
    }

    /// Returns the park's location, opening hours, reverses, prices and rules.
    ///
    /// Texts are in the caller's language.
    public enum Park: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The park's name.
            public var name: String
            /// The park's address.
            public var address: String
            /// The park's location.
            public var location: Location
            /// The park's time zone.
            public var timeZone: TimeZoneName
            /// The reverses that can be booked.
            public var reverses: [Reverse]
            /// The opening hours by day of the week.
            public var hours: [DayHours]
            /// The length of a set in minutes.
            public var setMinutes: Int
            /// The largest number of sets in one booking.
            public var maximumSets: Int
            /// The number of days ahead that can be booked, today included.
            public var horizonDays: Int
            /// The usual price of a set.
            public var setPrice: Money
            /// Other prices at certain times.
            public var priceBands: [PriceBand]
            /// The passes that are for sale.
            public var products: [Product]
            /// The duration of a hold in seconds.
            public var holdSeconds: Int
            /// Minutes before the start at which free cancellation ends.
            public var freeCancellationMinutes: Int
            /// Minutes after booking during which cancelling is free, too, even shortly before the start.
            public var undoMinutes: Int
            /// The park's rules.
            public var rules: String
            /// The language of the texts.
            public var language: OpenEnum<Language>
        }
        public static let declaration = MethodDeclaration(
            "booking.park", service: .booking, access: .anyone,
            http: .get("/v1/park"), idempotency: .idempotent, isHedged: true,
            caching: .public(seconds: 60))
    }

    /// Lists days with the number of free slots on each, or the reason why a day is closed.
    ///
    /// During a closure, slots count as not free.
    public enum Days: Method {
        public struct Params: Codable, Sendable {
            /// The first day, in the park's time zone; defaults to today.
            public var from: LocalDate?
            /// The number of days; defaults to 14.
            public var days: DayCount?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The park's time zone.
            public var timeZone: TimeZoneName
            /// The days, in order, including those that cannot be booked.
            public var items: [Day]
        }
        public static let declaration = MethodDeclaration(
            "booking.days", service: .booking, access: .anyone,
            http: .get("/v1/park/days"), idempotency: .idempotent, isHedged: true,
            caching: .private(seconds: 1))
    }

    /// The slots of a day on all reverses: how many there are and how many are free.
    public struct Day: Codable, Sendable, Equatable {
        /// The date, in the park's time zone.
        public var date: LocalDate
        /// The time at which the park opens on this day of the week; absent if it does not.
        public var opensAt: Instant?
        /// The time at which the park closes.
        public var closesAt: Instant?
        /// The number of slots on all reverses; 0 for days that are over or not yet open for booking.
        public var slots: Int
        /// The number of slots that can be booked.
        public var free: Int
        /// True if nothing can be booked on the day, regardless of bookings.
        public var isClosed: Bool
        /// The reason, if `isClosed`.
        public var closing: DayClosing?
    }

    /// The reason why nothing can be booked on a day.
    public struct DayClosing: Codable, Sendable, Equatable {
        /// The kind of reason.
        public var reason: ClosingReason
        /// The reason as a sentence in the caller's language.
        public var text: String
        /// The words in which the park's staff announced the closure; with `closure`.
        public var note: NoteText?
    }

    /// One set on one reverse.
    public struct Slot: Codable, Sendable, Equatable {
        /// The reverse of the slot.
        public var reverseId: ReverseID
        /// The start of the set.
        public var startsAt: Instant
        /// The end of the set.
        public var endsAt: Instant
        /// The availability of the slot.
        public var state: OpenEnum<SlotState>
        /// The price of the set.
        public var price: Money
        /// True if the caller holds or has booked the slot; false for callers who are not signed in.
        public var isMine: Bool
        /// The caller's booking of the slot.
        public var bookingId: Identifier?
        /// The caller's hold of the slot.
        public var holdId: Identifier?
    }

    /// Lists all slots of a day, by reverse and time.
    ///
    /// A slot is one set on one reverse. Book consecutive free slots as one booking. Signed-in callers see which slots
    /// are their own.
    public enum Slots: Method {
        public struct Params: Codable, Sendable {
            /// The day, in the park's time zone.
            public var date: LocalDate
            /// The reverse; defaults to all reverses.
            public var reverseId: ReverseID?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The day.
            public var date: LocalDate
            /// The park's time zone.
            public var timeZone: TimeZoneName
            /// True if nothing can be booked on the day, or on `reverseId` if given, regardless of bookings.
            public var isClosed: Bool
            /// The reason, if `isClosed`.
            public var closing: DayClosing?
            /// The slots, by reverse and time; none if the day is over or not yet open for booking.
            public var items: [Slot]
        }
        public static let declaration = MethodDeclaration(
            "booking.slots", service: .booking, access: .anyone,
            http: .get("/v1/park/slots"), idempotency: .idempotent, isHedged: true,
            caching: .perCaller(seconds: 1), codes: [.notFound])
    }
}
