import Contract
import Foundation
import Testing
import Values
import Wire

@Suite struct LocalDateTests {
    @Test(
        arguments: [
            ("1970-01-01", 1970, 1, 1, 0, 4), ("1969-12-31", 1969, 12, 31, -1, 3),
            ("2000-02-29", 2000, 2, 29, 11_016, 2),
            ("2026-11-21", 2026, 11, 21, 20_778, 6), ("1900-03-01", 1900, 3, 1, -25_508, 4),
            ("0000-01-01", 0, 1, 1, -719_528, 6), ("9999-12-31", 9999, 12, 31, 2_932_896, 5),
            ("2026-08-02", 2026, 8, 2, 20_667, 7), ("2026-08-03", 2026, 8, 3, 20_668, 1),
        ] as [(String, Int, Int, Int, Int, Int)])
    func `A date has its parts, its weekday and its day number`(
        text: String, year: Int, month: Int, day: Int, days: Int, weekday: Int
    ) throws {
        let date = try #require(LocalDate(text))
        #expect((date.year, date.month, date.day) == (year, month, day))
        #expect(date.daysSince1970 == days)
        #expect(date.weekday == weekday)
        #expect(date.description == text)
        #expect(LocalDate(year: year, month: month, day: day) == date)
        #expect(LocalDate(daysSince1970: days) == date)
    }

    @Test(arguments: [
        "", "2023-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31", "2026-1-1",
        "26-01-01", "2026-01-01 ", " 2026-01-01", "2026-01-01T00:00:00Z", "20260101", "-001-01-01", "+2026-01-01",
        "2026/01/01", "２０２６-01-01",
    ])
    func `A date that does not exist is refused`(text: String) { #expect(LocalDate(text) == nil) }

    @Test func `Invalid parts are refused at any magnitude`() {
        for (year, month, day) in [
            (-1, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 2, 29),
            (Int.max, Int.max, Int.max), (Int.min, Int.min, Int.min),
        ] {
            #expect(LocalDate(year: year, month: month, day: day) == nil)
        }
    }

    @Test func `Moving by days stops at the years 0 and 9999`() throws {
        let date = try #require(LocalDate("2024-02-28"))
        #expect(date.advanced(byDays: 2).description == "2024-03-01")
        #expect(date.advanced(byDays: -59).description == "2023-12-31")
        #expect(date.advanced(byDays: 0) == date)
        #expect(date < date.advanced(byDays: 1))
        for days in [3_000_000, .max] { #expect(date.advanced(byDays: days).description == "9999-12-31") }
        for days in [-3_000_000, .min] { #expect(date.advanced(byDays: days).description == "0000-01-01") }
        #expect(LocalDate(daysSince1970: .max).description == "9999-12-31")
        #expect(LocalDate(daysSince1970: .min).description == "0000-01-01")
    }

    @Test func `Dates match Foundation's calendar`() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for days in stride(from: -100_000, through: 200_000, by: 97) {
            let date = LocalDate(daysSince1970: days)
            let expected = calendar.dateComponents(
                [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            #expect((date.year, date.month, date.day) == (expected.year, expected.month, expected.day))
            // Foundation counts from 1 for Sunday.
            #expect(date.weekday % 7 + 1 == expected.weekday)
        }
    }

    @Test func `A date is encoded as a string, and a fault names the format`() throws {
        func decode(_ json: String) throws -> LocalDate {
            try Array(json.utf8).withUnsafeBytes { try JSONCoding.decode(LocalDate.self, from: $0) }
        }
        #expect(try decode("\"2026-11-21\"") == LocalDate.example)
        #expect(try String(decoding: JSONEncoder().encode([LocalDate.example]), as: UTF8.self) == "[\"2026-11-21\"]")
        #expect(LocalDate.schema == ["type": "string", "format": "date", "description": "YYYY-MM-DD"])
        #expect(throws: JSONDecodingFailure.self) { try decode("20778") }
        do {
            _ = try decode("\"2023-02-29\"")
            Issue.record("a day that does not exist was read")
        } catch {
            let detail = (error as? JSONDecodingFailure)?.problems.first?.detail
            #expect(detail == "must be a date that exists, such as 2026-11-23")
        }
    }
}
