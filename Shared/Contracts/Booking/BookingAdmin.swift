extension Booking {
    /// A case with what is known of the customer, for whoever decides.
    public struct OpenCase: Codable, Sendable, Equatable {
        public var sanctionCase: Case
        public var customer: Customer
        public var charge: Charge

        public init(sanctionCase: Case, customer: Customer, charge: Charge) {
            self.sanctionCase = sanctionCase
            self.customer = customer
            self.charge = charge
        }
    }

    /// Cases that wait for a decision, the oldest first, with each customer's history as a suggestion.
    public enum OpenCases: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?

            public init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
                self.cursor = cursor
                self.limit = limit
            }
        }
        public typealias Result = Page<OpenCase>
        public static let declaration = MethodDeclaration(
            "booking.openCases", service: .booking, summary: "Cases that wait for a decision, the oldest first",
            access: .role(.admin),
            http: .get("/v1/board/cases"), idempotency: .idempotent)
    }

    /// Decides a case; the customer is told what and why.
    public enum Decide: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var id: Identifier
            public var sanction: SanctionKind
            public var reason: NoteText
            public var sets: SetCount?
            public var fee: Money?
            public var until: Instant?

            public init(
                id: Identifier, sanction: SanctionKind, reason: NoteText, sets: SetCount? = nil, fee: Money? = nil,
                until: Instant? = nil
            ) {
                self.id = id
                self.sanction = sanction
                self.reason = reason
                self.sets = sets
                self.fee = fee
                self.until = until
            }

            public static let memberSummaries = [
                "sets": "With `chargeSets`: how many; the booking's if not given",
                "fee": "With `fee`",
                "until": "With `prepayOnly` and `suspension`",
            ]
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.decide", service: .booking, summary: "Decides a case; the customer is told what and why",
            access: .role(.admin),
            http: .post("/v1/board/cases/{id}/decision"), idempotency: .keyed,
            reasons: [
                ErrorReason(.conflict, "already-decided", "Somebody has decided it"),
                notEnoughSets,
            ])
    }

    /// Takes a decision back: restrictions end, sets and fees return.
    public enum ReverseDecision: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var reason: NoteText

            public init(id: Identifier, reason: NoteText) {
                self.id = id
                self.reason = reason
            }
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.reverseDecision", service: .booking, summary: "Takes a decision back", access: .role(.admin),
            http: .post("/v1/board/cases/{id}/reversal"), idempotency: .idempotent,
            reasons: [
                ErrorReason(.conflict, "not-decided", "There is nothing to take back")
            ])
    }

    /// A text in our languages; one that is missing is shown in the next best.
    public struct Texts: Codable, Sendable, Equatable {
        public var en: String
        public var ru: String?
        public var be: String?

        public init(en: String, ru: String? = nil, be: String? = nil) {
            self.en = en
            self.ru = ru
            self.be = be
        }
    }

    /// A reverse as it is configured.
    public struct ReverseSettings: Codable, Sendable, Equatable {
        public var id: ReverseID
        public var name: Texts
        public var text: Texts
        public var isBookable: Bool

        public init(id: ReverseID, name: Texts, text: Texts, isBookable: Bool) {
            self.id = id
            self.name = name
            self.text = text
            self.isBookable = isBookable
        }
    }

    /// A pass as it is configured.
    public struct ProductSettings: Codable, Sendable, Equatable {
        public var id: ProductID
        public var name: Texts
        public var sets: Int
        public var price: Money
        public var validDays: Int
        public var isSold: Bool

        public init(id: ProductID, name: Texts, sets: Int, price: Money, validDays: Int, isSold: Bool) {
            self.id = id
            self.name = name
            self.sets = sets
            self.price = price
            self.validDays = validDays
            self.isSold = isSold
        }
    }

    /// Everything about the park that its administrator decides.
    public struct ParkSettings: Codable, Sendable, Equatable, DocumentedMembers {
        public var name: Texts
        public var address: Texts
        public var rules: Texts
        public var location: Location
        public var timeZone: TimeZoneName
        public var reverses: [ReverseSettings]
        public var hours: [DayHours]
        public var setMinutes: Int
        public var maximumSets: Int
        public var horizonDays: Int
        /// Coming bookings that one account may have.
        public var bookingsPerAccount: Int
        public var setPrice: Money
        public var priceBands: [PriceBand]
        public var products: [ProductSettings]
        public var freeCancellationMinutes: Int

        public init(
            name: Texts, address: Texts, rules: Texts, location: Location, timeZone: TimeZoneName,
            reverses: [ReverseSettings], hours: [DayHours], setMinutes: Int, maximumSets: Int, horizonDays: Int,
            bookingsPerAccount: Int, setPrice: Money, priceBands: [PriceBand], products: [ProductSettings],
            freeCancellationMinutes: Int
        ) {
            self.name = name
            self.address = address
            self.rules = rules
            self.location = location
            self.timeZone = timeZone
            self.reverses = reverses
            self.hours = hours
            self.setMinutes = setMinutes
            self.maximumSets = maximumSets
            self.horizonDays = horizonDays
            self.bookingsPerAccount = bookingsPerAccount
            self.setPrice = setPrice
            self.priceBands = priceBands
            self.products = products
            self.freeCancellationMinutes = freeCancellationMinutes
        }

        public static let memberSummaries = [
            "setMinutes": "5 to 120, whole multiples of 5",
            "maximumSets": "1 to 8",
            "horizonDays": "1 to 366",
            "bookingsPerAccount": "1 to 100",
            "freeCancellationMinutes": "0 to 10080",
        ]
    }

    /// The park as it is configured, all languages.
    public enum Configuration: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            public var version: Int
            public var park: ParkSettings

            public init(version: Int, park: ParkSettings) {
                self.version = version
                self.park = park
            }
        }
        public static let declaration = MethodDeclaration(
            "booking.configuration", service: .booking, summary: "The park as it is configured", access: .role(.admin),
            http: .get("/v1/park/configuration"), idempotency: .idempotent)
    }

    /// Changes the park; bookings that were made keep the rules that they were made under.
    public enum Configure: Method {
        public struct Params: Codable, Sendable, DocumentedMembers {
            public var version: Int
            public var park: ParkSettings

            public init(version: Int, park: ParkSettings) {
                self.version = version
                self.park = park
            }

            public static let memberSummaries = [
                "version": "The version that was read; the change makes the next one"
            ]
        }
        public typealias Result = Configuration.Result
        public static let declaration = MethodDeclaration(
            "booking.configure", service: .booking, summary: "Changes the park", access: .role(.admin),
            http: .post("/v1/park/configuration"), idempotency: .none,
            reasons: [
                ErrorReason(.conflict, "version-changed", "Somebody has changed it since that version")
            ])
    }
}
