public import Contract
public import Values

extension Booking {
    /// Lists the cases that await a decision, oldest first, each with the customer's record.
    ///
    /// A customer's record counts late cancellations and no-shows of the last 90 days.
    public enum OpenCases: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Case>
        public static let declaration = MethodDeclaration(
            "booking.openCases", service: .booking, access: .role(.parkAdmin),
            http: .get("/v1/board/cases"), idempotency: .idempotent)
    }

    /// Lists the decided cases of all customers, the last decision first.
    ///
    /// A case stays in the list when its decision is reversed.
    public enum DecidedCases: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Case>
        public static let declaration = MethodDeclaration(
            "booking.decidedCases", service: .booking, access: .role(.parkAdmin),
            http: .get("/v1/board/cases/decided"), idempotency: .idempotent)
    }

    /// An administrator, as the administrators see each other.
    public struct Administrator: Codable, Sendable, Equatable {
        /// The id of the account.
        public var id: Identifier
        /// The name; absent if the account is deleted, or accounts cannot be read at the moment.
        public var name: CustomerName?
    }

    /// Decides a case and notifies the customer of the decision and its reason.
    ///
    /// A sanction may need `sets`, `fee` or `until`, and is rejected with members of another sanction.
    public enum Decide: Method {
        public struct Params: Codable, Sendable {
            /// The id of the case.
            public var id: Identifier
            /// The sanction.
            public var sanction: SanctionKind
            /// The reason that the customer is told.
            public var reason: NoteText
            /// The sets to charge, with `charge-sets`; defaults to those of the booking.
            public var sets: SetCount?
            /// The amount to charge; required with the sanction `fee`.
            public var fee: Payable?
            /// The end of the restriction; required with `prepay-only` and `suspension`.
            public var until: Instant?
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.decide", service: .booking, access: .role(.parkAdmin),
            http: .post("/v1/board/cases/{id}/decision"), idempotency: .keyed,
            reasons: [alreadyDecided, notEnoughSets])
    }

    /// Reverses a decision.
    ///
    /// Lifts restrictions and returns the sets and fees that were charged.
    public enum ReverseDecision: Method {
        public struct Params: Codable, Sendable {
            /// The id of the case.
            public var id: Identifier
            /// The reason that the customer is told.
            public var reason: NoteText
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.reverseDecision", service: .booking, access: .role(.parkAdmin),
            http: .post("/v1/board/cases/{id}/reversal"), idempotency: .idempotent,
            reasons: [notDecided])
    }

    /// A text in each supported language; a missing one falls back to another language.
    public struct Texts: Codable, Sendable, Equatable {
        /// The English text.
        public var en: String
        /// The Russian text.
        public var ru: String?
        /// The Belarusian text.
        public var be: String?
    }

    /// The settings of a reverse.
    public struct ReverseSettings: Codable, Sendable, Equatable {
        /// The id of the reverse; stays the same.
        public var id: ReverseID
        /// The name of the reverse.
        public var name: Texts
        /// The description of the reverse.
        public var text: Texts
        /// True if customers can book it.
        public var isBookable: Bool
    }

    /// The settings of a pass product.
    public struct ProductSettings: Codable, Sendable, Equatable {
        /// The id of the product; stays the same.
        public var id: ProductID
        /// The product's name.
        public var name: Texts
        /// The number of sets.
        public var sets: Int
        /// The price of the pass.
        public var price: Money
        /// Days after the purchase during which the sets can be used.
        public var validDays: Int
        /// True if customers can buy it.
        public var isSold: Bool
    }

    /// Dates on which the park has different hours or prices, or is closed: a holiday, a competition or a season.
    public struct SpecialDays: Codable, Sendable, Equatable {
        /// The first date.
        public var from: LocalDate
        /// The last date.
        public var to: LocalDate
        /// True if the park does not open.
        public var isClosed: Bool
        /// The opening time, together with `closes`; absent for the hours of the day of the week.
        public var opens: TimeOfDay?
        /// The closing time.
        public var closes: TimeOfDay?
        /// The price of every set; absent for the usual prices.
        public var setPrice: Money?
        /// The reverses that do not open.
        public var closedReverses: [ReverseID]
    }

    /// The park's settings, as its administrator edits them.
    public struct ParkSettings: Codable, Sendable, Equatable {
        /// The park's name.
        public var name: Texts
        /// The park's address.
        public var address: Texts
        /// The park's rules.
        public var rules: Texts
        /// The park's location.
        public var location: Location
        /// The park's time zone.
        public var timeZone: TimeZoneName
        /// The reverses, in the order in which they are shown.
        public var reverses: [ReverseSettings]
        /// The opening hours: at most one entry a day, at multiples of five minutes.
        public var hours: [DayHours]
        /// The length of a set in minutes: 5 to 120, a multiple of 5.
        public var setMinutes: Int
        /// The largest number of sets in one booking: 1 to 8.
        public var maximumSets: Int
        /// The number of days ahead that can be booked, today included: 1 to 366.
        public var horizonDays: Int
        /// The largest number of upcoming bookings of an account: 1 to 100.
        public var bookingsPerAccount: Int
        /// The usual price of a set.
        public var setPrice: Money
        /// Other prices at certain times.
        public var priceBands: [PriceBand]
        /// Different hours, prices and closed reverses on some dates; the first entry that contains a date applies.
        public var specialDays: [SpecialDays]?
        /// The passes.
        public var products: [ProductSettings]
        /// Minutes before the start at which free cancellation ends: 0 to 10080.
        public var freeCancellationMinutes: Int
        /// Minutes after booking during which cancelling is free, too: 0 to 60; defaults to 10.
        public var undoMinutes: Int?
    }

    /// Returns the park's settings with the texts in all languages.
    ///
    /// The version must be sent back with booking.configure.
    public enum Configuration: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The version of the settings, for booking.configure.
            public var version: Int
            /// The settings.
            public var park: ParkSettings
        }
        public static let declaration = MethodDeclaration(
            "booking.configuration", service: .booking, access: .role(.parkAdmin),
            http: .get("/v1/park/configuration"), idempotency: .idempotent)
    }

    /// Changes the park's settings.
    ///
    /// Existing bookings keep the rules under which they were made.
    public enum Configure: Method {
        public struct Params: Codable, Sendable {
            /// The version that the change is based on.
            public var version: Int
            /// All settings, the unchanged ones included.
            public var park: ParkSettings
        }
        public typealias Result = Configuration.Result
        public static let declaration = MethodDeclaration(
            "booking.configure", service: .booking, access: .role(.parkAdmin),
            http: .post("/v1/park/configuration"), idempotency: .none,
            reasons: [versionChanged])
    }
}
