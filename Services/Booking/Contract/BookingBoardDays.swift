public import Contract
public import Values

extension Booking {
    /// The sets of a reverse that begin within an hour; those that are neither booked, held nor closed are free.
    public struct BoardHour: Codable, Sendable, Equatable {
        /// The start of the hour.
        public var startsAt: Instant
        /// The number of sets.
        public var sets: Int
        /// The sets that are booked.
        public var booked: Int
        /// The sets that customers are confirming at present.
        public var held: Int
        /// The sets that nobody can book, because of a closure or because the reverse does not open on the date.
        public var closed: Int
    }

    /// The hours of a reverse.
    public struct BoardReverse: Codable, Sendable, Equatable {
        /// The reverse.
        public var reverseId: ReverseID
        /// The hours with sets, by time.
        public var hours: [BoardHour]
    }

    /// The occupancy of a day.
    public struct BoardDay: Codable, Sendable, Equatable {
        /// The date, in the park's time zone.
        public var date: LocalDate
        /// The time at which the park opens; absent if it does not open on this date.
        public var opensAt: Instant?
        /// The time at which the park closes.
        public var closesAt: Instant?
        /// The number of bookings that are not cancelled.
        public var bookings: Int
        /// The bookable reverses, in the order of the configuration; empty if the park does not open.
        public var reverses: [BoardReverse]
    }

    /// Returns the occupancy of several days, by reverse and hour.
    ///
    /// For an overview; booking.board has the bookings of a day.
    public enum BoardDays: Method {
        public struct Params: Codable, Sendable {
            /// The first day; defaults to today.
            public var from: LocalDate?
            /// The number of days.
            public var days: BoardDayCount?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The park's time zone.
            public var timeZone: TimeZoneName
            /// The days in order.
            public var items: [BoardDay]
        }
        public static let declaration = MethodDeclaration(
            "booking.boardDays", service: .booking, access: .role(.parkStaff), http: .get("/v1/board/days"), cost: 3,
            idempotency: .idempotent)
    }
}

extension Booking.BoardDays: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["from": "2026-07-18", "days": 1],
            result: [
                "timeZone": "Europe/Minsk",
                "items": [
                    [
                        "date": "2026-07-18",
                        "opensAt": "2026-07-18T07:00:00Z",
                        "closesAt": "2026-07-18T18:00:00Z",
                        "bookings": 2,
                        "reverses": [
                            [
                                "reverseId": "big",
                                "hours": [
                                    [
                                        "startsAt": "2026-07-18T07:00:00Z", "sets": 2, "booked": 2, "held": 0,
                                        "closed": 0,
                                    ],
                                    [
                                        "startsAt": "2026-07-18T08:00:00Z", "sets": 2, "booked": 0, "held": 1,
                                        "closed": 1,
                                    ],
                                ],
                            ]
                        ],
                    ]
                ],
            ])
    }
}
