import Upstream
import Values

/// A client for NewsAPI, which needs a key.
///
/// The free plan lags by a day, so it never contains today's articles.
struct NewsAPIClient: Sendable {
    let host: any RemoteHost
    /// The key, sent in the query and never logged.
    let key: String
    static let publisher = "NewsAPI"
    static let attribution = "Powered by NewsAPI.org"

    /// Finds articles that contain a phrase, published within a day, whose end is excluded.
    func articles(about phrase: String, of day: Range<Instant>) async throws(UpstreamFailure) -> Loaded<[FeedItem]> {
        try await host.load(
            UpstreamRequest(
                path: "/v2/everything",
                query: [
                    ("q", "\"\(phrase.filter { $0 != "\"" })\""), ("from", Self.time(day.lowerBound)),
                    ("to", Self.time(day.upperBound.advanced(bySeconds: -1))), ("sortBy", "publishedAt"),
                    ("pageSize", "50"),
                ], secrets: [("apiKey", key)]), read: Self.read)
    }

    /// Formats an instant as the provider expects: in UTC, without a zone.
    private static func time(_ instant: Instant) -> String { String(instant.description.prefix(19)) }

    static func read(_ json: UntrustedJSON) throws(UpstreamFailure) -> [FeedItem]? {
        guard json["status"]?.text == "ok", let articles = json["articles"]?.array else { return nil }
        return articles.prefix(FeedParser.maximumItems).compactMap { article in
            guard let title = article["title"]?.text.map({ XMLText.plain($0, maximum: FeedParser.maximumTitle) }),
                !title.isEmpty, title != "[Removed]", let link = article["url"]?.text.flatMap(FeedParser.address)
            else { return nil }
            let summary = article["description"]?.text.map { XMLText.plain($0, maximum: FeedParser.maximumSummary) }
            return FeedItem(
                title: title, link: link, summary: summary.flatMap { $0.isEmpty ? nil : $0 },
                date: String((article["publishedAt"]?.text ?? "").prefix(FeedParser.maximumDate)),
                picture: article["urlToImage"]?.text.flatMap(FeedParser.address),
                publisher: BoundedText.line(article["source"]?["name"]?.text))
        }
    }
}
