/// The wake park: slots, bookings, passes, and what its staff and administrators do.
public enum Booking {
    /// A cable on which one rider rides at a time.
    public struct Reverse: Codable, Sendable, Equatable {
        public var id: ReverseID
        public var name: String
        public var text: String

        public init(id: ReverseID, name: String, text: String) {
            self.id = id
            self.name = name
            self.text = text
        }
    }

    /// When the park is open on a day of the week; no entry: closed.
    public struct DayHours: Codable, Sendable, Equatable {
        public var weekday: Weekday
        public var opens: TimeOfDay
        public var closes: TimeOfDay

        public init(weekday: Weekday, opens: TimeOfDay, closes: TimeOfDay) {
            self.weekday = weekday
            self.opens = opens
            self.closes = closes
        }
    }

    /// What a set costs at certain times instead of the usual price; the first that fits counts.
    public struct PriceBand: Codable, Sendable, Equatable {
        public var weekdays: [Weekday]
        public var from: TimeOfDay
        public var to: TimeOfDay
        public var price: Money

        public init(weekdays: [Weekday], from: TimeOfDay, to: TimeOfDay, price: Money) {
            self.weekdays = weekdays
            self.from = from
            self.to = to
            self.price = price
        }
    }

    /// A pass that can be bought.
    public struct Product: Codable, Sendable, Equatable, DocumentedMembers {
        public var id: ProductID
        public var name: String
        public var sets: Int
        public var price: Money
        public var validDays: Int

        public init(id: ProductID, name: String, sets: Int, price: Money, validDays: Int) {
            self.id = id
            self.name = name
            self.sets = sets
            self.price = price
            self.validDays = validDays
        }

        public static let memberSummaries = [
            "validDays": "Days from the purchase in which the sets can be ridden"
        ]
    }

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

            public init(
                name: String, address: String, location: Location, timeZone: TimeZoneName, reverses: [Reverse],
                hours: [DayHours], setMinutes: Int, maximumSets: Int, horizonDays: Int, setPrice: Money,
                priceBands: [PriceBand], products: [Product], holdSeconds: Int, freeCancellationMinutes: Int,
                rules: String, language: Language
            ) {
                self.name = name
                self.address = address
                self.location = location
                self.timeZone = timeZone
                self.reverses = reverses
                self.hours = hours
                self.setMinutes = setMinutes
                self.maximumSets = maximumSets
                self.horizonDays = horizonDays
                self.setPrice = setPrice
                self.priceBands = priceBands
                self.products = products
                self.holdSeconds = holdSeconds
                self.freeCancellationMinutes = freeCancellationMinutes
                self.rules = rules
                self.language = language
            }
        }
        public static let declaration = MethodDeclaration(
            "booking.park", service: .booking, summary: "The park: place, hours, reverses, prices, rules",
            access: .anyone,
            http: .get("/v1/park"), idempotency: .idempotent, caching: .public(seconds: 60))
    }

    /// How much is free on each day.
    public enum Days: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var from: LocalDate?
            public var days: DayCount?

            public init(from: LocalDate? = nil, days: DayCount? = nil) {
                self.from = from
                self.days = days
            }

            public static let memberSummaries = [
                "from": "The first day at the park; today if not given",
                "days": "14 if not given",
            ]
        }
        public struct Result: Codable, Sendable, Equatable {
            public var timeZone: TimeZoneName
            public var items: [Day]

            public init(timeZone: TimeZoneName, items: [Day]) {
                self.timeZone = timeZone
                self.items = items
            }
        }
        public static let declaration = MethodDeclaration(
            "booking.days", service: .booking, summary: "How much is free on each day", access: .anyone,
            http: .get("/v1/park/days"), idempotency: .idempotent, caching: .private(seconds: 1))
    }

    /// A day at the park: all its slots on all reverses, and how many of them are free.
    public struct Day: Codable, Sendable, Equatable {
        public var date: LocalDate
        public var opensAt: Instant?
        public var closesAt: Instant?
        public var slots: Int
        public var free: Int

        public init(date: LocalDate, opensAt: Instant? = nil, closesAt: Instant? = nil, slots: Int, free: Int) {
            self.date = date
            self.opensAt = opensAt
            self.closesAt = closesAt
            self.slots = slots
            self.free = free
        }
    }

    /// One set on one reverse.
    public struct Slot: Codable, Sendable, Equatable {
        public var reverseId: ReverseID
        public var startsAt: Instant
        public var endsAt: Instant
        public var state: SlotState
        public var price: Money

        public init(reverseId: ReverseID, startsAt: Instant, endsAt: Instant, state: SlotState, price: Money) {
            self.reverseId = reverseId
            self.startsAt = startsAt
            self.endsAt = endsAt
            self.state = state
            self.price = price
        }
    }

    /// All slots of a day, by reverse and time.
    public enum Slots: Method {
        public struct Params: Codable, Sendable {
            public var date: LocalDate
            public var reverseId: ReverseID?

            public init(date: LocalDate, reverseId: ReverseID? = nil) {
                self.date = date
                self.reverseId = reverseId
            }
        }
        public struct Result: Codable, Sendable, Equatable {
            public var date: LocalDate
            public var timeZone: TimeZoneName
            public var items: [Slot]

            public init(date: LocalDate, timeZone: TimeZoneName, items: [Slot]) {
                self.date = date
                self.timeZone = timeZone
                self.items = items
            }
        }
        public static let declaration = MethodDeclaration(
            "booking.slots", service: .booking, summary: "All slots of a day, by reverse and time", access: .anyone,
            http: .get("/v1/park/slots"), idempotency: .idempotent, caching: .private(seconds: 1))
    }
}
