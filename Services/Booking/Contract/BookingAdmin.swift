public import Contract
public import Values

extension Booking {
    /// A case with what is known of the customer, for whoever decides.
    public struct OpenCase: Codable, Sendable, Equatable {
        public var sanctionCase: Case
        public var customer: Customer
        public var charge: Charge
    }

    /// Cases that wait for a decision, the oldest first.
    ///
    /// With each customer's history as a suggestion.
    public enum OpenCases: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<OpenCase>
        public static let declaration = MethodDeclaration(
            "booking.openCases", service: .booking, access: .role(.admin),
            http: .get("/v1/board/cases"), idempotency: .idempotent)
    }

    /// Decides a case; the customer is told what and why.
    public enum Decide: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var sanction: SanctionKind
            public var reason: NoteText
            /// With `chargeSets`: how many; the booking's if not given.
            public var sets: SetCount?
            /// With `fee`.
            public var fee: Money?
            /// With `prepayOnly` and `suspension`.
            public var until: Instant?
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.decide", service: .booking, access: .role(.admin),
            http: .post("/v1/board/cases/{id}/decision"), idempotency: .keyed,
            reasons: [
                ErrorReason(.conflict, "already-decided", "Somebody has decided it"),
                notEnoughSets,
            ])
    }

    /// Takes a decision back.
    ///
    /// Restrictions end, sets and fees return.
    public enum ReverseDecision: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var reason: NoteText
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.reverseDecision", service: .booking, access: .role(.admin),
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
    }

    /// A reverse as it is configured.
    public struct ReverseSettings: Codable, Sendable, Equatable {
        public var id: ReverseID
        public var name: Texts
        public var text: Texts
        public var isBookable: Bool
    }

    /// A pass as it is configured.
    public struct ProductSettings: Codable, Sendable, Equatable {
        public var id: ProductID
        public var name: Texts
        public var sets: Int
        public var price: Money
        public var validDays: Int
        public var isSold: Bool
    }

    /// Everything about the park that its administrator decides.
    public struct ParkSettings: Codable, Sendable, Equatable {
        public var name: Texts
        public var address: Texts
        public var rules: Texts
        public var location: Location
        public var timeZone: TimeZoneName
        public var reverses: [ReverseSettings]
        public var hours: [DayHours]
        /// 5 to 120, whole multiples of 5.
        public var setMinutes: Int
        /// 1 to 8.
        public var maximumSets: Int
        /// 1 to 366.
        public var horizonDays: Int
        /// 1 to 100.
        public var bookingsPerAccount: Int
        public var setPrice: Money
        public var priceBands: [PriceBand]
        public var products: [ProductSettings]
        /// 0 to 10080.
        public var freeCancellationMinutes: Int
    }

    /// The park as it is configured.
    ///
    /// All languages.
    public enum Configuration: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            public var version: Int
            public var park: ParkSettings
        }
        public static let declaration = MethodDeclaration(
            "booking.configuration", service: .booking, access: .role(.admin),
            http: .get("/v1/park/configuration"), idempotency: .idempotent)
    }

    /// Changes the park.
    ///
    /// Bookings that were made keep the rules that they were made under.
    public enum Configure: Method {
        public struct Params: Codable, Sendable {
            /// The version that was read; the change makes the next one.
            public var version: Int
            public var park: ParkSettings
        }
        public typealias Result = Configuration.Result
        public static let declaration = MethodDeclaration(
            "booking.configure", service: .booking, access: .role(.admin),
            http: .post("/v1/park/configuration"), idempotency: .none,
            reasons: [
                ErrorReason(.conflict, "version-changed", "Somebody has changed it since that version")
            ])
    }
}
