import Testing
import Values

@testable import AggregatorService

@Suite struct NewsSelectionCacheTests {
    private let calendar = LocalCalendar.offset(0)
    private let question = NewsSelectionCache.Key(
        city: "minsk-by", country: "BY", timeZone: "Europe/Minsk", date: LocalDate(daysSince1970: 20_778))

    /// Requests a selection and returns true if the cache made a new one.
    private func isChosen(
        _ cache: NewsSelectionCache, _ question: NewsSelectionCache.Key, read: [Instant?], now: Instant
    ) -> Bool {
        var isChosen = false
        _ = cache.selection(for: question, read: read, now: now) {
            isChosen = true
            let subject = NewsSubject(city: NameMatcher([]), country: NameMatcher([]))
            return NewsSelection([], about: subject, today: question.date, calendar: calendar, now: now)
        }
        return isChosen
    }

    @Test func `The same articles are selected from once a minute`() {
        let cache = NewsSelectionCache()
        let now = ManualTime.start
        #expect(isChosen(cache, question, read: [now, nil], now: now))
        #expect(!isChosen(cache, question, read: [now, nil], now: now.advanced(bySeconds: 59)))
        #expect(isChosen(cache, question, read: [now, nil], now: now.advanced(bySeconds: 60)))
    }

    @Test func `Other articles, another day and another city need another selection`() {
        let cache = NewsSelectionCache()
        let now = ManualTime.start
        #expect(isChosen(cache, question, read: [now, nil], now: now))
        #expect(isChosen(cache, question, read: [now, now], now: now))
        var tomorrow = question
        tomorrow.date = question.date.advanced(byDays: 1)
        #expect(isChosen(cache, tomorrow, read: [now, now], now: now))
        #expect(!isChosen(cache, question, read: [now, now], now: now))
    }

    @Test func `The number of cached selections is bounded`() {
        let cache = NewsSelectionCache()
        let now = ManualTime.start
        for number in 0..<300 {
            var other = question
            other.city = "\(number)"
            #expect(isChosen(cache, other, read: [now], now: now))
        }
        var first = question
        first.city = "0"
        #expect(isChosen(cache, first, read: [now], now: now))
    }
}
