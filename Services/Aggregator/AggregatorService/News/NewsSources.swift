import Synchronization
import Upstream
import Values

/// Who is asked for news, and what they wrote.
struct NewsSources: Sendable {
    /// What one of them gave; `nil` if nothing that can be read.
    struct Told: Sendable {
        /// Short, as answers say it.
        var provider: String
        var publisher: String
        var attribution: String
        var isOfCountry: Bool
        var items: Cached<[FeedItem]>?
    }

    static let freshness = Freshness(
        fresh: .seconds(900), revalidate: .seconds(1_800), ifError: .seconds(6 * 3_600), absent: .seconds(900))

    let table: FeedTable
    let bbcBase: String
    let newsAPI: NewsAPI?
    let cache: UpstreamCache<[FeedItem]>
    let hosts: FeedHosts
    let watch: FeedWatch
    let attribution = "Links lead to the publishers, whose articles these are"

    /// What everybody who may write about a place wrote.
    /// - Parameters:
    ///   - phrase: what NewsAPI is asked for.
    ///   - today: since when it is asked.
    func all(
        country: Country?, phrase: String, today: LocalDate, deadline: ContinuousClock.Instant
    ) async throws(CancellationError) -> [Told] {
        let bbc = FeedTable.bbc(region: country?.region, base: bbcBase)
        let national = country.map { table.national($0.code) } ?? []
        let all = await withTaskGroup(of: (Int, Told).self) { group in
            for (index, feed) in (bbc + national).enumerated() {
                group.addTask { (index, await told(feed, isBBC: index < bbc.count, deadline)) }
            }
            if let newsAPI {
                group.addTask { (Int.max, await told(newsAPI, phrase, today, deadline)) }
            }
            var all: [(Int, Told)] = []
            for await one in group { all.append(one) }
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
        if Task.isCancelled { throw CancellationError() }
        return all
    }

    private func told(_ feed: Feed, isBBC: Bool, _ deadline: ContinuousClock.Instant) async -> Told {
        var told = Told(
            provider: isBBC ? "bbc" : "feeds", publisher: feed.publisher, attribution: feed.publisher,
            isOfCountry: feed.country != nil)
        let host: any RemoteHost
        do {
            host = try hosts.host(of: feed)
        } catch {
            watch.note(feed, .failed, error: "\(error)")
            return told
        }
        told.items = try? await cache.value(for: feed.key, deadline: deadline) { (validators) throws(UpstreamFailure) in
            try await watch.noting(feed) { () throws(UpstreamFailure) in
                try await FeedReader.read(feed, at: host, validators: validators)
            }
        }
        return told
    }

    private func told(
        _ newsAPI: NewsAPI, _ phrase: String, _ today: LocalDate, _ deadline: ContinuousClock.Instant
    ) async -> Told {
        var told = Told(
            provider: "newsapi", publisher: NewsAPI.publisher, attribution: NewsAPI.attribution, isOfCountry: false)
        told.items = try? await cache.value(for: "newsapi:\(today):\(phrase)", deadline: deadline) {
            (_) throws(UpstreamFailure) in try await newsAPI.articles(about: phrase, since: today)
        }
        return told
    }
}

/// The hosts of feeds, made when the first of their feeds is read: a table names many, and few are asked for.
final class FeedHosts: Sendable {
    private let hosts = Mutex<[String: any RemoteHost]>([:])
    private let make: @Sendable (String) throws -> any RemoteHost

    /// - Parameter make: the host at a base address.
    init(make: @escaping @Sendable (String) throws -> any RemoteHost) { self.make = make }

    /// - Throws: what `make` throws: the address is none that is called.
    func host(of feed: Feed) throws -> any RemoteHost {
        if let host = hosts.withLock({ $0[feed.base] }) { return host }
        let made = try make(feed.base)
        return hosts.withLock { hosts in
            if let first = hosts[feed.base] { return first }
            // No more than the table has feeds.
            hosts[feed.base] = made
            return made
        }
    }
}
