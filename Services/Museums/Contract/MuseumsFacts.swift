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
        /// The origin: a web address, a name, or words for the catalogue's editors in the caller's language.
        public var source: String
        /// The day on which the source stated it.
        public var date: LocalDate
    }

    /// The facts about a museum, as editors see them.
    public struct StatedFacts: Codable, Sendable, Equatable {
        /// The opening hours in the syntax of OpenStreetMap, even if they are not understood as a whole.
        public var openingHours: Fact?
        /// The telephone number.
        public var telephone: Fact?
        /// Access by wheelchair: `yes`, `limited` or `no`.
        public var wheelchair: Fact?
        /// The price of admission: `free`, or an amount with its currency, such as `12.50 BYN`.
        public var price: Fact?
        /// The time zone, for museums in countries with several.
        public var timeZone: Fact?
    }

    /// The facts that an editor sets: an absent one stays as it is, an empty text removes it.
    ///
    /// A fact that changes has the catalogue's editors as its source, and the day of the change in the museum's zone as
    /// its date. A fact with the same value keeps both.
    public struct FactValues: Codable, Sendable, Equatable {
        /// The opening hours in the syntax of OpenStreetMap, such as `Tu-Su 10:00-18:00; PH off`.
        public var openingHours: FactValue?
        /// The telephone number with the country's code.
        public var telephone: FactValue?
        /// Access by wheelchair: `yes`, `limited` or `no`.
        public var wheelchair: FactValue?
        /// The price of admission: `free`, or an amount with its currency, such as `12.50 BYN`.
        public var price: FactValue?
        /// The time zone, for museums in countries with several.
        public var timeZone: FactValue?
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
