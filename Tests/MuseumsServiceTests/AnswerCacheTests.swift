import Synchronization
import Testing

@testable import MuseumsService

@Suite struct AnswerCacheTests {
    /// A clock that stands still unless told otherwise.
    private final class Clock: Sendable {
        private let instant = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { instant.withLock { $0 } }
        func advance(by duration: Duration) { instant.withLock { $0 += duration } }
    }

    private func key(_ id: String) -> AnswerCache.Key { AnswerCache.Key(id: id, language: .russian) }

    @Test func anAnswerIsGivenAgainUntilItIsTooOld() {
        let clock = Clock()
        let cache = AnswerCache(maximumBytes: 10_000, lifetime: .seconds(5)) { clock.now }
        cache.keep([1, 2], for: key("a"))
        #expect(cache.answer(for: key("a")) == [1, 2])
        #expect(cache.answer(for: AnswerCache.Key(id: "a", language: .english)) == nil)
        clock.advance(by: .milliseconds(4_999))
        #expect(cache.answer(for: key("a")) == [1, 2])
        clock.advance(by: .milliseconds(1))
        #expect(cache.answer(for: key("a")) == nil)
        cache.keep([3], for: key("a"))
        #expect(cache.answer(for: key("a")) == [3])
    }

    @Test func theOldestMakeRoomAndTheLimitHolds() {
        let cache = AnswerCache(maximumBytes: 4_000, lifetime: .seconds(5))
        for number in 0..<5_000 {
            cache.keep([UInt8](repeating: 7, count: 500), for: key("\(number)"))
            #expect(cache.bytes <= 4_000)
        }
        #expect(cache.answer(for: key("4999")) != nil && cache.answer(for: key("0")) == nil)
        cache.keep([UInt8](repeating: 7, count: 5_000), for: key("large"))
        #expect(cache.answer(for: key("large")) == nil && cache.answer(for: key("4999")) != nil)
    }

    @Test func aCacheWithoutRoomKeepsNothing() {
        let cache = AnswerCache(maximumBytes: 0, lifetime: .seconds(5))
        cache.keep([1], for: key("a"))
        #expect(cache.answer(for: key("a")) == nil)
    }
}
