import Upstream
import Values

/// The feeds and services that publish news, and the cached articles.
struct NewsSources: Sendable {
    /// The articles of one publisher.
    struct Reading: Sendable {
        /// The provider's name in answers.
        var provider: String
        var publisher: String
        var attribution: String
        /// True if the publisher covers the country.
        var isOfCountry: Bool
        /// The articles; `nil` if the publisher could not be read.
        var items: Cached<[FeedItem]>?
    }

    static let freshness = Freshness(
        fresh: .seconds(900), revalidate: .seconds(1_800), ifError: .seconds(6 * 3_600), absent: .seconds(900))

    let table: FeedTable
    let bbcBase: String
    let newsAPI: NewsAPIClient?
    let cache: UpstreamCache<[FeedItem]>
    let hosts: FeedHosts
    let health: FeedHealth
    /// The wait for all publishers; after it, the first that has answered is enough.
    ///
    /// Finding the place, choosing among the articles and the way to the caller take up to 0.3 s.
    var patience: Duration = .milliseconds(1_200)
    static let attribution = UserText(
        "The articles belong to the publishers that the links lead to",
        ru: "Ссылки ведут на сайты изданий, которым принадлежат статьи",
        be: "Спасылкі вядуць на сайты выданняў, якім належаць артыкулы")

    /// Reads every publisher that may cover a place.
    ///
    /// - Parameters:
    ///   - phrase: the text that NewsAPI searches for.
    ///   - day: the place's day, whose articles NewsAPI searches.
    func all(
        country: Country?, phrase: String, day: Range<Instant>, deadline: ContinuousClock.Instant
    ) async throws(CancellationError) -> [Reading] {
        let bbc = FeedTable.bbc(region: country?.region, base: bbcBase)
        let national = country.map { table.national($0.code) } ?? []
        let patience = patience
        let all = await withTaskGroup(of: (Int, Reading)?.self) { group in
            var waiting = 0
            for (index, feed) in (bbc + national).enumerated() {
                waiting += 1
                group.addTask { (index, await read(feed, isBBC: index < bbc.count, deadline)) }
            }
            if let newsAPI {
                waiting += 1
                group.addTask { (Int.max, await read(newsAPI, phrase, day, deadline)) }
            }
            var all: [(Int, Reading)] = []
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            var isLate = false
            while waiting > 0, let event = await group.next() {
                if let event {
                    waiting -= 1
                    all.append(event)
                } else {
                    isLate = true
                }
                // The publishers that have not answered end at once, without articles; their requests continue.
                if isLate, all.contains(where: { $0.1.items != nil }) { group.cancelAll() }
            }
            group.cancelAll()
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
        if Task.isCancelled { throw CancellationError() }
        return all
    }

    private func read(_ feed: Feed, isBBC: Bool, _ deadline: ContinuousClock.Instant) async -> Reading {
        var reading = Reading(
            provider: isBBC ? "bbc" : "feeds", publisher: feed.publisher, attribution: feed.publisher,
            isOfCountry: feed.country != nil)
        let host: any RemoteHost
        do {
            host = try hosts.host(of: feed)
        } catch {
            health.record(feed, .failed, error: "\(error)")
            return reading
        }
        reading.items = try? await cache.value(for: feed.key, deadline: deadline) {
            (validators) throws(UpstreamFailure) in
            try await health.recording(feed) { () throws(UpstreamFailure) in
                try await FeedReader.read(feed, at: host, validators: validators)
            }
        }
        return reading
    }

    private func read(
        _ newsAPI: NewsAPIClient, _ phrase: String, _ day: Range<Instant>, _ deadline: ContinuousClock.Instant
    ) async -> Reading {
        var reading = Reading(
            provider: "newsapi", publisher: NewsAPIClient.publisher, attribution: NewsAPIClient.attribution,
            isOfCountry: false)
        reading.items = try? await cache.value(for: "newsapi:\(day.lowerBound):\(phrase)", deadline: deadline) {
            (_) throws(UpstreamFailure) in try await newsAPI.articles(about: phrase, of: day)
        }
        return reading
    }
}
