import Contract
import Values

/// The BBC's feeds, and one public feed for each known country.
struct Feeds: Sendable {
    let generator: NewsGenerator

    /// The number of stories in a feed.
    static let length = 50
    private static let sections = [
        "world", "world/europe", "world/asia", "world/africa", "world/middle_east", "world/latin_america",
        "world/us_and_canada", "uk", "england", "scotland", "wales", "northern_ireland", "business", "technology",
        "politics", "health", "science_and_environment", "entertainment_and_arts",
    ]

    /// Answers `/news/rss.xml` and `/news/SECTION/rss.xml`.
    func bbc(_ request: Request, extra: [FeedDocument.Item], now: Instant) -> Answer {
        var path = request.path
        if path == "/news/rss.xml" { path = "/news//rss.xml" }
        guard path.hasPrefix("/news/"), path.hasSuffix("/rss.xml") else { return .html(404, ErrorPage.error(404)) }
        let section = String(path.dropFirst("/news/".count).dropLast("/rss.xml".count))
        guard section.isEmpty || Self.sections.contains(section) else { return .html(404, ErrorPage.error(404)) }
        let stories = generator.stories(of: "bbc/\(section)", country: nil, now: now, count: Self.length)
        var items = extra
        for (index, story) in stories.enumerated() {
            // Some entries are not articles and a few are months old, as in the real feed.
            let kind = story.number % 11 == 3 ? "videos" : story.number % 17 == 5 ? "live" : "articles"
            let link = "https://www.bbc.com/news/\(kind)/\(story.slug)"
            let age: Int64 = story.number % 23 == 7 ? 420 * 86_400 : 0
            items.append(
                FeedDocument.Item(
                    title: story.title, summary: story.summary, link: "\(link)?at_medium=RSS&amp;at_campaign=rss",
                    guid: "\(link)#0", date: story.published.advanced(bySeconds: -age).feedDate))
            // Some stories appear twice under different numbers.
            if index % 13 == 4 {
                items.append(
                    FeedDocument.Item(
                        title: story.title, summary: story.summary,
                        link: "\(link)?at_medium=RSS&amp;at_campaign=rss",
                        guid: "\(link)#\(index)", date: story.published.feedDate))
            }
        }
        return .xml(
            FeedDocument(
                title: "BBC News", link: "https://www.bbc.co.uk/news", language: "en-gb", built: now, items: items
            ).text)
    }

    /// Answers `/COUNTRY`, with any path after it.
    func national(_ request: Request, extra: [FeedDocument.Item], now: Instant) -> Answer {
        let code = request.path.split(separator: "/").first.map { $0.uppercased() } ?? ""
        guard let country = SimulatedCountry.all[code] else { return .html(404, ErrorPage.error(404)) }
        let stories = generator.stories(of: request.path, country: country, now: now, count: Self.length)
        let site = "https://news.example/\(code.lowercased())"
        let items = stories.map { story in
            FeedDocument.Item(
                title: story.title, summary: story.summary, link: "\(site)/\(story.slug)",
                guid: "\(site)/\(story.slug)", date: story.published.feedDate)
        }
        let isRussian = ["BY", "RU"].contains(code)
        return .xml(
            FeedDocument(
                title: isRussian ? "Новости: \(country.russian)" : "News of \(country.english)", link: site,
                language: isRussian ? "ru" : "en", built: now, items: extra + items
            ).text)
    }
}
