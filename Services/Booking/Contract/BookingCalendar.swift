public import Contract
public import Values

extension Booking {
    /// Tells whether the caller's bookings have a calendar feed.
    ///
    /// A lost address cannot be shown again: create another one.
    public enum Calendar: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The time at which the feed's address was created; absent without a feed.
            public var madeAt: Instant?
        }
        public static let declaration = MethodDeclaration(
            "booking.calendar", service: .booking, access: .signedIn, http: .get("/v1/park/calendar"),
            idempotency: .idempotent)
    }

    /// Creates the calendar feed of the caller's bookings, or replaces its address.
    ///
    /// The address contains a secret and is returned once: the server keeps only a digest of it. An earlier address is
    /// unknown from then on. Texts are in the language of this call.
    public enum MakeCalendar: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The path of the feed on this server, with its secret; anyone who knows it can read the feed.
            public var path: String
            /// The time at which the address was created.
            public var madeAt: Instant
        }
        public static let declaration = MethodDeclaration(
            "booking.makeCalendar", service: .booking, access: .signedIn, http: .post("/v1/park/calendar"),
            idempotency: .none)
    }

    /// Revokes the calendar feed of the caller's bookings: its address is unknown from then on.
    ///
    /// Succeeds even if there is no feed.
    public enum RemoveCalendar: Method {
        public typealias Params = Empty
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "booking.removeCalendar", service: .booking, access: .signedIn,
            http: .delete("/v1/park/calendar", .noContent), idempotency: .idempotent)
    }

    /// Returns the calendar feed of an account's bookings in the format of RFC 5545.
    ///
    /// Calendar programs call it without signing in. It contains the bookings of the last 90 days and all that are
    /// ahead, without those that were cancelled.
    public enum CalendarFile: Method {
        public struct Params: Codable, Sendable {
            /// The secret of the address, with or without `.ics` after it.
            public var secret: CalendarSecret
        }
        public typealias Result = RawResult
        public static let declaration = MethodDeclaration(
            "booking.calendarFile", service: .booking, access: .anyone,
            http: .get("/v1/park/calendars/{secret}", .raw([.calendar])), cost: 2, idempotency: .idempotent,
            caching: .private(seconds: 0), codes: [.notFound])
    }
}

extension Booking.Calendar: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: .object([]), result: ["madeAt": "2026-05-02T09:30:00Z"])
    }
}

extension Booking.MakeCalendar: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: [
                "path": "/v1/park/calendars/q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA.ics",
                "madeAt": "2026-05-02T09:30:00Z",
            ])
    }
}

extension Booking.RemoveCalendar: ExampledMethod {
    public static var example: MethodExample { MethodExample(params: .object([]), result: .object([])) }
}

extension Booking.CalendarFile: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["secret": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"],
            result: [
                "mediaType": "text/calendar",
                "bodyBase64": "QkVHSU46VkNBTEVOREFSDQpFTkQ6VkNBTEVOREFSDQo",
            ])
    }
}
