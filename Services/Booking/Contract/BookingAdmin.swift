public import Contract
public import Values

extension Booking {
    /// A case to decide, with the customer's record.
    public struct OpenCase: Codable, Sendable, Equatable {
        public var sanctionCase: Case
        public var customer: Customer
        public var charge: Charge
    }

    /// Lists the cases that await a decision, oldest first, each with the customer's record.
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

    /// Decides a case and notifies the customer of the decision and its reason.
    public enum Decide: Method {
        public struct Params: Codable, Sendable {
            public var id: Identifier
            public var sanction: SanctionKind
            public var reason: NoteText
            /// The sets to charge, with `chargeSets`; defaults to those of the booking.
            public var sets: SetCount?
            /// The amount to charge; required with `fee`.
            public var fee: Money?
            /// The end of the restriction; required with `prepayOnly` and `suspension`.
            public var until: Instant?
        }
        public typealias Result = Case
        public static let declaration = MethodDeclaration(
            "booking.decide", service: .booking, access: .role(.admin),
            http: .post("/v1/board/cases/{id}/decision"), idempotency: .keyed,
            reasons: [
                ErrorReason(.conflict, "already-decided", "The case has already been decided"),
                notEnoughSets,
            ])
    }

    /// Reverses a decision.
    ///
    /// Lifts restrictions and returns the sets and fees that were charged.
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
                ErrorReason(.conflict, "not-decided", "The case has no decision to reverse")
            ])
    }

    /// A text in each supported language; a missing one falls back to another language.
    public struct Texts: Codable, Sendable, Equatable {
        public var en: String
        public var ru: String?
        public var be: String?
    }

    /// The settings of a reverse.
    public struct ReverseSettings: Codable, Sendable, Equatable {
        public var id: ReverseID
        public var name: Texts
        public var text: Texts
        public var isBookable: Bool
    }

    /// The settings of a pass product.
    public struct ProductSettings: Codable, Sendable, Equatable {
        public var id: ProductID
        public var name: Texts
        public var sets: Int
        public var price: Money
        public var validDays: Int
        public var isSold: Bool
    }

    /// The park's settings, as its administrator edits them.
    public struct ParkSettings: Codable, Sendable, Equatable {
        public var name: Texts
        public var address: Texts
        public var rules: Texts
        public var location: Location
        public var timeZone: TimeZoneName
        public var reverses: [ReverseSettings]
        public var hours: [DayHours]
        /// 5 to 120, a multiple of 5.
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

    /// Returns the park's settings with the texts in all languages.
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

    /// Changes the park's settings.
    ///
    /// Existing bookings keep the rules under which they were made.
    public enum Configure: Method {
        public struct Params: Codable, Sendable {
            /// The version that the change is based on.
            public var version: Int
            public var park: ParkSettings
        }
        public typealias Result = Configuration.Result
        public static let declaration = MethodDeclaration(
            "booking.configure", service: .booking, access: .role(.admin),
            http: .post("/v1/park/configuration"), idempotency: .none,
            reasons: [
                ErrorReason(.conflict, "version-changed", "The settings have changed since that version")
            ])
    }
}
