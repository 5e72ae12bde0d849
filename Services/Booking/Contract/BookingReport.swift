public import Contract
public import Values

extension Booking {
    /// The bookings and revenue of a reverse on a day; or, without a reverse, the revenue that belongs to none.
    public struct ReportRow: Codable, Sendable, Equatable {
        /// The date, in the park's time zone.
        public var date: LocalDate
        /// The reverse; absent for passes, fees and other money that belongs to no booking.
        public var reverseId: ReverseID?
        /// The bookings that begin on the date and are not cancelled.
        public var bookings: Int
        /// Their sets.
        public var sets: Int
        /// The sets among them that are paid with passes.
        public var passSets: Int
        /// The bookings whose customers did not come.
        public var noShows: Int
        /// The bookings for the date that were cancelled late.
        public var lateCancellations: Int
        /// The money received on the date, at the till and from the payment provider, less the money paid back.
        public var revenue: Money
        /// The sets that begin on the date while the reverse is open, by the park's present settings and without closed
        /// times; 0 without a reverse.
        public var availableSets: Int
    }

    /// Reports occupancy and revenue by day and reverse.
    ///
    /// Bookings count on the date on which they begin, money on the date on which it is received.
    public enum Report: Method {
        public struct Params: Codable, Sendable {
            /// The first date, in the park's time zone.
            public var from: LocalDate
            /// The number of days.
            public var days: DayCount
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The park's time zone.
            public var timeZone: TimeZoneName
            /// The rows, by date and reverse.
            ///
            /// A reverse has a row if it is open on the date or has bookings. Money without a reverse has its own row.
            public var items: [ReportRow]
            /// The totals of all rows.
            public var total: ReportTotal
        }
        public static let declaration = MethodDeclaration(
            "booking.report", service: .booking, access: .role(.parkAdmin), http: .get("/v1/board/report"), cost: 5,
            idempotency: .idempotent)
    }

    /// Returns the rows of `booking.report` as comma-separated values (RFC 4180), for a spreadsheet.
    ///
    /// The first line names the columns: `date`, `reverseId`, `bookings`, `sets`, `passSets`, `noShows`,
    /// `lateCancellations`, `revenue` in whole units with two decimals such as `240.00`, `currency`, and
    /// `availableSets`.
    public enum ReportFile: Method {
        public typealias Params = Report.Params
        public typealias Result = RawResult
        public static let declaration = MethodDeclaration(
            "booking.reportFile", service: .booking, access: .role(.parkAdmin),
            http: .get("/v1/board/report.csv", .raw([.csv])), cost: 5, idempotency: .idempotent)
    }

    /// The totals of a report.
    public struct ReportTotal: Codable, Sendable, Equatable {
        /// The bookings that are not cancelled.
        public var bookings: Int
        /// Their sets.
        public var sets: Int
        /// The sets among them that are paid with passes.
        public var passSets: Int
        /// The bookings whose customers did not come.
        public var noShows: Int
        /// The bookings that were cancelled late.
        public var lateCancellations: Int
        /// The money received, less the money paid back.
        public var revenue: Money
        /// The sets that begin while their reverse is open.
        public var availableSets: Int
    }
}

extension Booking.Report: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["from": "2026-07-18", "days": 1],
            result: [
                "timeZone": "Europe/Minsk",
                "items": [
                    [
                        "date": "2026-07-18", "reverseId": "big", "bookings": 12, "sets": 20, "passSets": 8,
                        "noShows": 1, "lateCancellations": 1, "revenue": ["amount": 24000, "currency": "BYN"],
                        "availableSets": 48,
                    ],
                    [
                        "date": "2026-07-18", "bookings": 0, "sets": 0, "passSets": 0, "noShows": 0,
                        "lateCancellations": 0, "revenue": ["amount": 40000, "currency": "BYN"],
                        "availableSets": 0,
                    ],
                ],
                "total": [
                    "bookings": 12, "sets": 20, "passSets": 8, "noShows": 1, "lateCancellations": 1,
                    "revenue": ["amount": 64000, "currency": "BYN"], "availableSets": 48,
                ],
            ])
    }
}

extension Booking.ReportFile: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["from": "2026-07-18", "days": 1],
            result: [
                "mediaType": "text/csv",
                "bodyBase64": """
                ZGF0ZSxyZXZlcnNlSWQsYm9va2luZ3Msc2V0cyxwYXNzU2V0cyxub1Nob3dzLGxhdGVDYW5jZWxsYXRpb25zLHJldmVudWUsY3Vy\
                cmVuY3ksYXZhaWxhYmxlU2V0cw0KMjAyNi0wNy0xOCxiaWcsMTIsMjAsOCwxLDEsMjQwLjAwLEJZTiw0OA0K
                """,
            ])
    }
}
