public import Values

/// The reason that a museum is closed.
public enum MuseumClosing: String, CaseIterable, Codable, Hashable, Sendable {
    /// It opens earlier or later on this day.
    case hours
    /// The day is a public holiday.
    case holiday
    /// It does not open on this day.
    case dayOff = "day-off"
    /// It does not open in this part of the year.
    case season
}

extension Museums {
    /// A fact about a museum, with its origin.
    public struct Fact: Codable, Sendable, Equatable {
        /// The value as the source states it.
        public var value: String
        /// The origin: a web address or a name.
        public var source: String
        /// The day on which the source stated it.
        public var date: LocalDate
    }

    /// The credit of a museum's texts.
    public struct SourceCredit: Codable, Sendable, Equatable {
        /// The source, as it asks to be named.
        public var attribution: String
        /// The licence of its data; absent if the source states none.
        public var licence: String?
    }

    /// A time during which a museum is open.
    public struct OpeningSpan: Codable, Sendable, Equatable {
        /// The beginning.
        public var opensAt: Instant
        /// The end; may be on the next day.
        public var closesAt: Instant
    }

    /// The hours of a day in the museum's zone.
    public struct OpeningDay: Codable, Sendable, Equatable {
        /// The day.
        public var date: LocalDate
        /// True on a public holiday, as far as they are known.
        public var isHoliday: Bool
        /// The times in order; empty if the museum is closed.
        public var spans: [OpeningSpan]
        /// The reason that there are no times.
        public var closedBecause: OpenEnum<MuseumClosing>?
    }

    /// The state of a museum when the answer was made; for a later moment, derive it from `days`.
    public struct OpeningStatus: Codable, Sendable, Equatable {
        /// The moment that the status describes.
        public var at: Instant
        /// True if the museum is open.
        public var isOpen: Bool
        /// The next closing or opening; absent if no closing follows within a week, or no opening within a year.
        public var changesAt: Instant?
        /// The reason that the museum is closed.
        public var closedBecause: OpenEnum<MuseumClosing>?
    }

    /// The opening hours of a museum.
    public struct OpeningHours: Codable, Sendable, Equatable {
        /// The hours as the source states them, in the syntax of OpenStreetMap.
        public var statement: Fact
        /// The museum's time zone.
        public var timeZone: TimeZoneName
        /// Today and the six days after it.
        public var days: [OpeningDay]
        /// The status at the moment of the answer.
        public var status: OpeningStatus
    }
}
