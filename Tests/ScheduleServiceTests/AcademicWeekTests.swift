import Testing
import Values

@testable import ScheduleService

@Suite struct AcademicWeekTests {
    static func day(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

    @Test(arguments: [
        // 1 September 2026 is a Tuesday: its week begins on 31 August.
        ("2026-08-30", 4), ("2026-08-31", 1), ("2026-09-01", 1), ("2026-09-06", 1), ("2026-09-07", 2),
        ("2026-10-05", 2), ("2026-10-11", 2), ("2026-10-12", 3),
        // 1 September 2024 is a Sunday: week 1 has only that day of lessons.
        ("2024-08-25", 4), ("2024-08-26", 1), ("2024-09-01", 1), ("2024-09-02", 2),
        // 1 September 2025 is a Monday.
        ("2025-08-31", 1), ("2025-09-01", 1), ("2025-09-08", 2),
        // Weeks continue across New Year and between the terms.
        ("2026-12-31", 2), ("2027-01-01", 2), ("2027-01-03", 2), ("2027-01-04", 3), ("2027-02-08", 4),
    ])
    func `The week counts from the Monday of the week of 1 September`(_ text: String, _ number: Int) throws {
        #expect(AcademicWeek(of: try Self.day(text)).number == number, "\(text)")
    }

    @Test func `The week number cycles through four and restarts in the week of 1 September`() throws {
        var date = try Self.day("2019-09-02")
        let end = try Self.day("2045-01-01")
        while date < end {
            let next = date.advanced(byDays: 7)
            let holdsFirst = (0..<7).contains {
                next.advanced(byDays: $0).month == 9 && next.advanced(byDays: $0).day == 1
            }
            let expected = holdsFirst ? 1 : AcademicWeek(of: date).number % 4 + 1
            #expect(AcademicWeek(of: next).number == expected, "\(next)")
            #expect(AcademicWeek(of: next.advanced(byDays: 6)) == AcademicWeek(of: next))
            date = next
        }
    }

    @Test func `July and August are out of term up to and including 31 August`() throws {
        let expected = [
            "2026-06-30": true, "2026-07-01": false, "2026-08-31": false, "2026-09-01": true, "2027-01-01": true,
        ]
        for (day, isInTerm) in expected { #expect(AcademicWeek.isInTerm(try Self.day(day)) == isInTerm, "\(day)") }
    }

    @Test func `The first and the last possible day have a week`() {
        for day in [LocalDate.range.lowerBound, LocalDate.range.upperBound] {
            #expect((1...4).contains(AcademicWeek(of: LocalDate(daysSince1970: day)).number))
        }
    }

    @Test func `The day changes at midnight in Minsk, three hours before UTC`() throws {
        let time = try MinskTime()
        let before = try #require(Instant("2026-08-31T20:59:59.999Z"))
        let after = try #require(Instant("2026-08-31T21:00:00Z"))
        #expect(time.date(at: before).description == "2026-08-31")
        #expect(time.date(at: after).description == "2026-09-01")
        #expect(time.instant(of: time.date(at: after), minuteOfDay: 0) == after)
    }
}
