import Upstream
import Values

/// NewsAPI, for those who have a key.
///
/// The free plan is a day late, so it never has anything of today.
struct NewsAPI: Sendable {
    let host: any RemoteHost
    /// Travels in the query; never logged.
    let key: String
    static let publisher = "NewsAPI"
    static let attribution = "Powered by NewsAPI.org"

    /// Articles that hold a phrase, of a day on.
    func articles(about phrase: String, since date: LocalDate) async throws(UpstreamFailure) -> Loaded<[FeedItem]> {
        try await host.load(
            UpstreamRequest(
                path: "/v2/everything",
                query: [
                    ("q", "\"\(phrase.filter { $0 != "\"" })\""), ("from", date.description),
                    ("sortBy", "publishedAt"), ("pageSize", "50"),
                ], secrets: [("apiKey", key)]), read: Self.read)
    }

    static func read(_ json: ForeignJSON) throws(UpstreamFailure) -> [FeedItem]? {
        guard json["status"]?.text == "ok", case .array(let articles)? = json["articles"] else { return nil }
        return articles.prefix(FeedParser.maximumItems).compactMap { article in
            guard let title = article["title"]?.text.map({ XMLText.plain($0, maximum: FeedParser.maximumTitle) }),
                !title.isEmpty, title != "[Removed]", let link = article["url"]?.text.flatMap(FeedParser.address)
            else { return nil }
            let summary = article["description"]?.text.map { XMLText.plain($0, maximum: FeedParser.maximumSummary) }
            return FeedItem(
                title: title, link: link, summary: summary.flatMap { $0.isEmpty ? nil : $0 },
                date: String((article["publishedAt"]?.text ?? "").prefix(FeedParser.maximumDate)),
                picture: article["urlToImage"]?.text.flatMap(FeedParser.address))
        }
    }
}
