import RPC
import Synchronization
import Testing
import Values

@testable import MuseumsService

@Suite struct AnswerCacheTests {
    /// A clock that is moved by hand.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock = Clock()

    @Test func museumsAreReadAgainOnceTheAnswerIsTooOldAndForEachLanguage() async throws {
        let record = try museum("a", LocalizedText(english: "Old", russian: "Старый"))
        var other = record
        other.name = LocalizedText(english: "New", russian: "Новый")
        let changed = other
        try await MuseumDatabase.with([record], now: { [clock] in clock.now }) { database async throws in
            #expect(try await database.get("a").name == "Old")
            try await database.add([changed])
            #expect(try await database.get("a").name == "Old", "from the cache")
            #expect(try await database.get("a", in: .russian).name == "Новый", "not asked for in Russian before")
            clock.advance(by: .seconds(5))
            #expect(try await database.get("a").name == "New")
            await #expect(throws: RPCError.self) { try await database.get("b") }
            try await database.add([museum("b", LocalizedText(english: "B"))], as: "other")
            #expect(try await database.get("b").name == "B", "that there is none is not remembered")
        }
    }
}
