import MuseumsContract
import Values

/// Writes opening hours as callers see them.
enum OpeningHoursWriter {
    /// The number of days of an answer.
    private static let days = 7

    /// Returns the hours of a museum; `nil` unless their rules, zone and holidays are known.
    static func hours(of museum: MuseumDetails, in language: Language, at now: Instant) -> Museums.OpeningHours? {
        guard let statement = museum.facts[.openingHours], let rules = OpeningRules(statement.value),
            let zone = MuseumZone.of(museum.country, stated: museum.facts[.timeZone]?.value),
            let plan = OpeningPlan(rules, zone: zone, country: museum.country)
        else { return nil }
        let today = zone.date(at: now)
        return Museums.OpeningHours(
            statement: statement.view(in: language), timeZone: TimeZoneName(unchecked: zone.identifier),
            days: (0..<days).map { view(plan.day(today.advanced(byDays: $0))) },
            status: view(plan.status(at: now), at: now))
    }

    private static func view(_ day: OpeningPlan.Day) -> Museums.OpeningDay {
        Museums.OpeningDay(
            date: day.date, isHoliday: day.isHoliday,
            spans: day.spans.map { Museums.OpeningSpan(opensAt: $0.lowerBound, closesAt: $0.upperBound) },
            closedBecause: day.closed.map { reason -> MuseumClosing in
                switch reason {
                case .holiday: .holiday
                case .dayOff: .dayOff
                case .season: .season
                }
            })
    }

    private static func view(_ status: OpeningPlan.Status, at now: Instant) -> Museums.OpeningStatus {
        switch status {
        case .open(let until): return Museums.OpeningStatus(at: now, isOpen: true, changesAt: until)
        case .closed(let opensAt, let reason):
            let because: MuseumClosing =
                switch reason {
                case .hours: .hours
                case .holiday: .holiday
                case .dayOff: .dayOff
                case .season: .season
                }
            return Museums.OpeningStatus(at: now, isOpen: false, changesAt: opensAt, closedBecause: because)
        }
    }
}

extension MuseumFact {
    private static let editors = UserText(
        "the editors of this catalogue", ru: "редакторы каталога", be: "рэдактары каталога")

    /// Returns the fact for readers, to whom editors are known by their role alone.
    func view(in language: Language) -> Museums.Fact {
        Museums.Fact(
            value: value, source: source == EditableMuseum.source ? Self.editors[language] : source, date: date)
    }
}
