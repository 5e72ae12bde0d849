import Logging
import ServiceRuntime
import Synchronization
import TestSupport
import Testing
import Upstream

@testable import AggregatorService

/// A publisher's server whose answers the test sets.
private final class Publisher: RemoteHost {
    private let answer = Mutex<Result<UpstreamAnswer, UpstreamFailure>>(.failure(.timedOut))

    func setAnswer(_ new: Result<UpstreamAnswer, UpstreamFailure>) { answer.withLock { $0 = new } }

    func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> UpstreamAnswer { try answer.withLock { $0 }.get() }
}

@Suite struct FeedHealthTests {
    private let publisher = Publisher()
    private let log = LogRecorder()
    private let metrics = AggregatorMetrics(Metrics())

    private static let item = "<item><title>\u{0401}</title><link>https://a.example/1</link></item>"
    private static let validators = Validators(entityTag: "\"1\"")

    private func feed() throws -> Feed {
        try #require(Feed(publisher: "БелТА", country: "BY", address: "https://a.example/rss?key=secret"))
    }

    private func read(_ health: FeedHealth) async throws -> Loaded<[FeedItem]> {
        let feed = try feed()
        return try await health.recording(feed) { () throws(UpstreamFailure) in
            try await FeedReader.read(feed, at: publisher, validators: Validators())
        }
    }

    private func health() -> FeedHealth { FeedHealth(logger: log.logger, count: metrics.feeds.count) }

    @Test func `A feed is read in the character set of its response`() async throws {
        let text =
            Array("<rss><item><title>".utf8) + [0xA8]
            + Array("</title><link>https://a.example/1</link></item></rss>".utf8)
        publisher.setAnswer(.success(.body(text, Self.validators, charset: "windows-1251")))
        guard case .value(let items, let validators) = try await read(health()) else { return #expect(Bool(false)) }
        #expect(items.map(\.title) == ["\u{0401}"] && validators == Self.validators)
    }

    @Test func `The intact part of a broken feed is served, and the feed is fetched again unconditionally`()
        async throws
    {
        publisher.setAnswer(.success(.body(Array("<rss>\(Self.item)<item>".utf8), Self.validators, charset: nil)))
        guard case .value(let items, let validators) = try await read(health()) else { return #expect(Bool(false)) }
        #expect(items.count == 1 && validators == Validators())
        #expect(metrics.feeds[.inPart] == 1)
    }

    @Test func `A change of a feed's health is logged with publisher and reason, without the query`() async throws {
        let health = health()
        let whole = UpstreamAnswer.body(Array("<rss>\(Self.item)</rss>".utf8), Validators(), charset: nil)
        let cut = UpstreamAnswer.body(Array("<rss>\(Self.item)".utf8), Validators(), charset: nil)
        let answers: [Result<UpstreamAnswer, UpstreamFailure>] = [
            .success(whole), .failure(.timedOut), .failure(.rejected(status: 500, body: [])), .success(.absent([])),
            .failure(.cancelled), .failure(.suspended(retryAfter: .seconds(1))),
            .failure(.localLimit(retryAfter: .zero)),
            .success(cut), .success(cut), .success(whole), .success(.notModified),
        ]
        for answer in answers {
            publisher.setAnswer(answer)
            _ = try? await read(health)
        }
        #expect(
            log.lines.map(\.message) == [
                "a feed cannot be read", "a feed is broken and read in part", "a feed can be read again",
            ])
        #expect(log.lines.map { $0.metadata["error"] } == ["timedOut", "malformed", nil])
        #expect(log.lines.allSatisfy { $0.metadata["publisher"] == "БелТА" && $0.metadata["path"] == "/rss" })
        #expect(log.lines.allSatisfy { !"\($0.metadata)".contains("secret") })
        #expect(metrics.feeds[.whole] == 3 && metrics.feeds[.inPart] == 2 && metrics.feeds[.failed] == 3)
    }
}
