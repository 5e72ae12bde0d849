public import Contract
public import Values

/// The wake park: slots, bookings, passes, and what its staff and administrators do.
public enum Booking {
    /// A cable on which one rider rides at a time.
    public struct Reverse: Codable, Sendable, Equatable {
        public var id: ReverseID
        public var name: String
        public var text: String
    }

    /// When the park is open on a day of the week; no entry: closed.
    public struct DayHours: Codable, Sendable, Equatable {
        public var weekday: Weekday
        public var opens: TimeOfDay
        public var closes: TimeOfDay
    }

    /// What a set costs at certain times instead of the usual price; the first that fits counts.
    public struct PriceBand: Codable, Sendable, Equatable {
        public var weekdays: [Weekday]
        public var from: TimeOfDay
        public var to: TimeOfDay
        public var price: Money
    }

    /// A pass that can be bought.
    public struct Product: Codable, Sendable, Equatable {
        public var id: ProductID
        public var name: String
        public var sets: Int
        public var price: Money
        /// Days from the purchase in which the sets can be ridden.
        public var validDays: Int
    }

    /// The park: place, hours, reverses, prices, rules.
    ///
    /// The park: where it is, when it is open, what it costs and which rules hold.
    public enum Park: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            public var name: String
            public var address: String
            public var location: Location
            public var timeZone: TimeZoneName
            public var reverses: [Reverse]
            public var hours: [DayHours]
            public var setMinutes: Int
            public var maximumSets: Int
            /// How many days ahead can be booked, today included.
            public var horizonDays: Int
            public var setPrice: Money
            public var priceBands: [PriceBand]
            public var products: [Product]
            public var holdSeconds: Int
            /// A booking can be cancelled without consequences for longer than this before its start.
            public var freeCancellationMinutes: Int
            public var rules: String
            public var language: Language
        }
        public static let declaration = MethodDeclaration(
            "booking.park", service: .booking, access: .anyone,
            http: .get("/v1/park"), idempotency: .idempotent, caching: .public(seconds: 60))
    }

    /// How much is free on each day.
    public enum Days: Method {
        public struct Params: Codable, Sendable {
            /// The first day at the park; today if not given.
            public var from: LocalDate?
            /// 14 if not given.
            public var days: DayCount?
        }
        public struct Result: Codable, Sendable, Equatable {
            public var timeZone: TimeZoneName
            public var items: [Day]
        }
        public static let declaration = MethodDeclaration(
            "booking.days", service: .booking, access: .anyone,
            http: .get("/v1/park/days"), idempotency: .idempotent, caching: .private(seconds: 1))
    }

    /// A day at the park: all its slots on all reverses, and how many of them are free.
    public struct Day: Codable, Sendable, Equatable {
        public var date: LocalDate
        public var opensAt: Instant?
        public var closesAt: Instant?
        public var slots: Int
        public var free: Int
    }

    /// One set on one reverse.
    public struct Slot: Codable, Sendable, Equatable {
        public var reverseId: ReverseID
        public var startsAt: Instant
        public var endsAt: Instant
        public var state: SlotState
        public var price: Money
    }

    /// All slots of a day, by reverse and time.
    public enum Slots: Method {
        public struct Params: Codable, Sendable {
            public var date: LocalDate
            public var reverseId: ReverseID?
        }
        public struct Result: Codable, Sendable, Equatable {
            public var date: LocalDate
            public var timeZone: TimeZoneName
            public var items: [Slot]
        }
        public static let declaration = MethodDeclaration(
            "booking.slots", service: .booking, access: .anyone,
            http: .get("/v1/park/slots"), idempotency: .idempotent, caching: .private(seconds: 1))
    }
}
