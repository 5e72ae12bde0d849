import Testing
import Values

@testable import AggregatorService

@Suite struct NewsMemoTests {
    private let calendar = LocalCalendar.offset(0)
    private let question = NewsMemo.Question(
        city: "minsk-by", country: "BY", timeZone: "Europe/Minsk", date: LocalDate(daysSince1970: 20_778))

    /// Asks, and says whether a choice had to be made.
    private func isChosen(
        _ memo: NewsMemo, _ question: NewsMemo.Question, read: [Instant?], now: Instant
    ) -> Bool {
        var isChosen = false
        _ = memo.selection(for: question, read: read, now: now) {
            isChosen = true
            let subject = NewsSubject(city: NameMatcher([]), country: NameMatcher([]))
            return NewsSelection([], about: subject, today: question.date, calendar: calendar, now: now)
        }
        return isChosen
    }

    @Test func theSameArticlesAreGoneThroughOnceAMinute() {
        let memo = NewsMemo()
        let now = ManualTime.start
        #expect(isChosen(memo, question, read: [now, nil], now: now))
        #expect(!isChosen(memo, question, read: [now, nil], now: now.advanced(bySeconds: 59)))
        #expect(isChosen(memo, question, read: [now, nil], now: now.advanced(bySeconds: 60)))
    }

    @Test func otherArticlesAnotherDayOrAnotherCityAreAnotherChoice() {
        let memo = NewsMemo()
        let now = ManualTime.start
        #expect(isChosen(memo, question, read: [now, nil], now: now))
        #expect(isChosen(memo, question, read: [now, now], now: now))
        var tomorrow = question
        tomorrow.date = question.date.advanced(byDays: 1)
        #expect(isChosen(memo, tomorrow, read: [now, now], now: now))
        #expect(!isChosen(memo, question, read: [now, now], now: now))
    }

    @Test func noMoreThanSomeChoicesAreKept() {
        let memo = NewsMemo()
        let now = ManualTime.start
        for number in 0..<300 {
            var other = question
            other.city = "\(number)"
            #expect(isChosen(memo, other, read: [now], now: now))
        }
        var first = question
        first.city = "0"
        #expect(isChosen(memo, first, read: [now], now: now))
    }
}
