import Contract
import Database
import Postgres
import Synchronization
import Testing
import Values

@testable import BookingService
@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct AnnouncementTests {
    /// Runs `body` with the payloads that replicas hear, which begin once the listener has started.
    private static func withPayloads(
        _ body: @Sendable (BookingFixture, inout AsyncStream<ChannelEvent>.Iterator) async throws -> Void
    ) async throws {
        try await BookingFixture.with { fixture in
            let (events, event) = AsyncStream<ChannelEvent>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await fixture.client.listen(to: BookingChange.channel) { event.yield($0) } }
                var iterator = events.makeAsyncIterator()
                #expect(await iterator.next() == .started)
                try await body(fixture, &iterator)
                tasks.cancelAll()
                try await tasks.waitForAll()
            }
        }
    }

    private static func next(
        _ count: Int, of events: inout AsyncStream<ChannelEvent>.Iterator
    ) async -> Set<String> {
        var payloads: Set<String> = []
        for _ in 0..<count {
            if case .notified(let text)? = await events.next() {
                let words = text.split(separator: " ")
                #expect(Int64(words[0]) != nil)
                payloads.insert(words.dropFirst().joined(separator: " "))
            }
        }
        return payloads
    }

    @Test func `A booking and its cancellation are announced with the day and the account`() async throws {
        try await Self.withPayloads { fixture, events in
            let ada = fixture.person()
            let expected: Set = ["d2026-11-21", "c\(ada.account.text)"]
            let booking = try await fixture.book(ada, fixture.today(12))
            try await fixture.changes.publishPending()
            #expect(await Self.next(2, of: &events) == expected)
            _ = try await fixture.cancel(ada, booking)
            try await fixture.changes.publishPending()
            #expect(await Self.next(2, of: &events) == expected)
        }
    }

    @Test func `A booking that fails is not announced`() async throws {
        try await Self.withPayloads { fixture, events in
            let (ada, bob) = (fixture.person(), fixture.person())
            _ = try await fixture.book(ada, fixture.today(12))
            try await fixture.changes.publishPending()
            _ = await Self.next(2, of: &events)
            await #expect(throws: (any Error).self) { _ = try await fixture.book(bob, fixture.today(12)) }
            try await fixture.changes.publishPending()
            // The next thing heard is about another day, and nothing about Bob.
            fixture.changes.announce(.day(LocalDate(daysSince1970: 0)))
            try await fixture.changes.publishPending()
            #expect(await Self.next(1, of: &events) == ["d1970-01-01"])
        }
    }

    @Test func `A booking for a caller without an account is announced without one`() async throws {
        try await Self.withPayloads { fixture, events in
            _ = try await fixture.bookFor(fixture.today(12), by: fixture.person([.parkStaff]))
            try await fixture.changes.publishPending()
            #expect(await Self.next(2, of: &events) == ["d2026-11-21", "c"])
        }
    }

    @Test func `Changes survive a failed announcement`() async throws {
        let lost = BookingChange.day(LocalDate(daysSince1970: 1))
        try await BookingFixture.with { fixture in
            let dead = ChangePublisher<BookingChange>(client: fixture.client, logger: fixture.logger, timeout: .zero)
            dead.announce(lost)
            await #expect(throws: (any Error).self) { try await dead.publishPending() }
            #expect(dead.waiting == [lost])
        }
    }

    @Test func `More changes than a thousand become everything`() async throws {
        try await BookingFixture.with { fixture in
            let publisher = ChangePublisher<BookingChange>(client: fixture.client, logger: fixture.logger)
            publisher.announce((0..<1_000).map { .day(LocalDate(daysSince1970: $0)) })
            #expect(publisher.waiting.count == 1_000)
            publisher.announce(.day(LocalDate(daysSince1970: 1_000)))
            #expect(publisher.waiting == [.everything])
        }
    }

    @Test(arguments: [
        BookingChange.day(LocalDate(daysSince1970: 20_778)), .everything, .customer(account: nil),
        .customer(account: Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")),
    ])
    func `A change is read back from its payload`(change: BookingChange) {
        #expect(BookingChange(payload: change.payload) == change)
    }

    @Test(arguments: ["", "d", "dnever", "x1"])
    func `An unknown payload means that anything changed`(payload: String) {
        #expect(BookingChange(payload: payload) == .everything)
    }

    @Test func `A listener turns changes into hints, and a start into a gap`() async throws {
        try await BookingFixture.with { fixture in
            let hints = HintLog(epoch: "one")
            let heard = Mutex<[BookingChange]>([])
            let listener = ChangeListener<BookingChange>(
                client: fixture.client, hints: hints, logger: fixture.logger,
                heard: { change in heard.withLock { $0.append(change) } })
            let start = await hints.page(after: HintPosition(), until: .now).position
            listener.receive(.notified("7 d2026-11-23"))
            listener.receive(.notified("9 cada"))
            let page = await hints.page(after: start, until: .now)
            #expect(page.items == [Hint(topic: "slots:2026-11-23", version: 7), Hint(topic: "bookings", version: 9)])
            listener.receive(.notified("10 *"))
            #expect(await hints.page(after: page.position, until: .now).isIncomplete)
            let later = await hints.page(after: HintPosition(), until: .now).position
            listener.receive(.started)
            #expect(await hints.page(after: later, until: .now).isIncomplete)
            let day = BookingChange.day(try #require(LocalDate("2026-11-23")))
            #expect(heard.withLock(\.self) == [day, .customer(account: nil), .everything, .everything])
        }
    }

    @Test(arguments: ["d2026-11-23", "-1 d2026-11-23", "x d2026-11-23", ""])
    func `An announcement without a version is a gap`(text: String) async throws {
        try await BookingFixture.with { fixture in
            let hints = HintLog(epoch: "one")
            let listener = ChangeListener<BookingChange>(
                client: fixture.client, hints: hints, logger: fixture.logger, heard: { _ in })
            let start = await hints.page(after: HintPosition(), until: .now).position
            listener.receive(.notified(text))
            #expect(await hints.page(after: start, until: .now).isIncomplete)
        }
    }

    @Test func `A later announcement has a greater version`() async throws {
        try await Self.withPayloads { fixture, events in
            var versions: [Int64] = []
            for _ in 0..<3 {
                fixture.changes.announce(.everything)
                try await fixture.changes.publishPending()
                if case .notified(let text)? = await events.next(), let version = text.split(separator: " ").first {
                    versions.append(try #require(Int64(version)))
                }
            }
            #expect(versions.count == 3 && versions == Set(versions).sorted())
        }
    }
}
