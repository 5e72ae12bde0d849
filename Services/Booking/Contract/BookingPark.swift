public import Contract
public import Values

/// The wake park: slots, bookings, passes, and the tools of its staff and administrators.
public enum Booking {
    /// A cable for one rider at a time.
    public struct Reverse: Codable, Sendable, Equatable {
        public var id: ReverseID
        public var name: String
        public var text: String
    }

    /// The opening hours on one day of the week; days without an entry are closed.
    public struct DayHours: Codable, Sendable, Equatable {
        public var weekday: Weekday
        public var opens: TimeOfDay
        public var closes: TimeOfDay
    }

    /// A price per set at certain times; the first band that matches replaces the usual price.
    public struct PriceBand: Codable, Sendable, Equatable {
        public var weekdays: [Weekday]
        public var from: TimeOfDay
        public var to: TimeOfDay
        public var price: Money
    }

    /// A pass that is for sale.
    public struct Product: Codable, Sendable, Equatable {
        public var id: ProductID
        public var name: String
        public var sets: Int
        public var price: Money
        /// Days after the purchase during which the sets can be used.
        public var validDays: Int
    }

    /// Returns the park's location, opening hours, reverses, prices and rules.
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
            /// The number of days ahead that can be booked, today included.
            public var horizonDays: Int
            public var setPrice: Money
            public var priceBands: [PriceBand]
            public var products: [Product]
            public var holdSeconds: Int
            /// Minutes before the start at which free cancellation ends.
            public var freeCancellationMinutes: Int
            public var rules: String
            public var language: Language
        }
        public static let declaration = MethodDeclaration(
            "booking.park", service: .booking, access: .anyone,
            http: .get("/v1/park"), idempotency: .idempotent, caching: .public(seconds: 60))
    }

    /// Lists the number of free slots on each day.
    public enum Days: Method {
        public struct Params: Codable, Sendable {
            /// The first day, in the park's time zone; defaults to today.
            public var from: LocalDate?
            /// Defaults to 14.
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

    /// The slots of a day on all reverses: how many there are and how many are free.
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

    /// Lists all slots of a day, by reverse and time.
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
