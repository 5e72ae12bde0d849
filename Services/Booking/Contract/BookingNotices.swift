public import Contract
public import Values

extension Booking {
    /// The caller's choices about confirmations and reminders.
    public struct NoticeSettings: Codable, Sendable, Equatable {
        /// The channel of all notices, also of closures and decisions.
        public var channel: OpenEnum<NoticeChannel>
        /// The channels for which the account has a proven number or address; notices go by another one otherwise.
        public var channels: [OpenEnum<NoticeChannel>]
        /// True if bookings are confirmed.
        public var hasConfirmation: Bool
        /// True if the customer is reminded the day before.
        public var hasDayReminder: Bool
        /// True if the customer is reminded two hours before.
        public var hasHourReminder: Bool
        /// The start of the quiet hours, in the park's time zone; equal to `quietTo` for none.
        public var quietFrom: TimeOfDay
        /// The end of the quiet hours; a reminder that falls into them is sent then, unless the booking has begun.
        public var quietTo: TimeOfDay
    }

    /// Returns the caller's choices about confirmations and reminders.
    ///
    /// An account that has made none gets all notices, by SMS if the account has a number.
    public enum Notices: Method {
        public typealias Params = Empty
        public typealias Result = NoticeSettings
        public static let declaration = MethodDeclaration(
            "booking.notices", service: .booking, access: .signedIn, http: .get("/v1/park/notices"),
            idempotency: .idempotent)
    }

    /// Changes the caller's choices about confirmations and reminders.
    ///
    /// Closures and decisions are always told, and at once.
    public enum SetNotices: Method {
        public struct Params: Codable, Sendable {
            /// The channel of all notices.
            public var channel: NoticeChannel
            /// True to confirm bookings.
            public var hasConfirmation: Bool
            /// True to remind the day before.
            public var hasDayReminder: Bool
            /// True to remind two hours before.
            public var hasHourReminder: Bool
            /// The start of the quiet hours, in the park's time zone; equal to `quietTo` for none.
            public var quietFrom: TimeOfDay
            /// The end of the quiet hours.
            public var quietTo: TimeOfDay
        }
        public typealias Result = NoticeSettings
        public static let declaration = MethodDeclaration(
            "booking.setNotices", service: .booking, access: .signedIn, http: .post("/v1/park/notices"),
            idempotency: .idempotent)
    }
}

/// A channel of notices.
public enum NoticeChannel: String, CaseIterable, Codable, Hashable, Sendable {
    case sms, email
}

extension Booking.Notices: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(params: .object([]), result: BookingExample.notices)
    }
}

extension Booking.SetNotices: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: BookingExample.notices.removing("channels"), result: BookingExample.notices)
    }
}

extension BookingExample {
    fileprivate static let notices: JSONNode = [
        "channel": "sms",
        "channels": ["sms", "email"],
        "hasConfirmation": true,
        "hasDayReminder": true,
        "hasHourReminder": false,
        "quietFrom": "22:00",
        "quietTo": "08:00",
    ]
}
