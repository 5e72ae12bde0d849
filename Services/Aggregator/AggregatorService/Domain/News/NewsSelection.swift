import AggregatorContract
import Contract
import Values

/// An article to select from.
struct Candidate: Sendable {
    var item: FeedItem
    var publisher: String
    /// True if the publisher covers the country, so that the article need not name it.
    var isOfCountry: Bool
}

/// The news of a day about a place.
struct NewsSelection: Sendable {
    static let maximumItems = 10
    /// The tolerated clock skew of publishers, in seconds.
    private static let tolerance: Int64 = 600

    var articles: [News.Article]
    var scope: NewsScope

    /// Selects the articles: those about the city, or else those about the country.
    ///
    /// - Parameters:
    ///   - candidates: the articles of all publishers.
    ///   - today: the day on the place's calendar.
    init(_ candidates: [Candidate], about subject: NewsSubject, today: LocalDate, calendar: LocalCalendar, now: Instant)
    {
        var ofCity: [News.Article] = []
        var ofCountry: [News.Article] = []
        for candidate in candidates {
            guard ArticleLink.isArticle(candidate.item.link), let at = NewsDate.instant(candidate.item.date),
                at <= now.advanced(bySeconds: Self.tolerance), calendar.date(at: at) == today
            else { continue }
            let words = NewsWord.words(of: candidate.item.title + " " + (candidate.item.summary ?? ""))
            if subject.city.matches(words) {
                ofCity.append(Self.article(candidate, at))
            } else if candidate.isOfCountry || subject.country.matches(words) {
                ofCountry.append(Self.article(candidate, at))
            }
        }
        if !ofCity.isEmpty {
            (articles, scope) = (Self.newest(ofCity), .city)
        } else if !ofCountry.isEmpty {
            (articles, scope) = (Self.newest(ofCountry), .country)
        } else {
            (articles, scope) = ([], .none)
        }
    }

    private static func article(_ candidate: Candidate, _ at: Instant) -> News.Article {
        News.Article(
            title: candidate.item.title, summary: candidate.item.summary,
            url: ArticleLink.normalized(candidate.item.link), publisher: candidate.publisher, publishedAt: at,
            picture: candidate.item.picture.map { Picture(url: $0) })
    }

    /// Returns the newest articles; articles with the same link or title count as one.
    private static func newest(_ articles: [News.Article]) -> [News.Article] {
        let sorted = articles.sorted {
            ($1.publishedAt, $0.url) < ($0.publishedAt, $1.url)
        }
        var links: Set<String> = []
        var titles: Set<String> = []
        var chosen: [News.Article] = []
        for article in sorted where chosen.count < maximumItems {
            let link = ArticleLink.identity(article.url)
            let title = Folding.fold(article.title)
            guard !links.contains(link), title.isEmpty || !titles.contains(title) else { continue }
            links.insert(link)
            titles.insert(title)
            chosen.append(article)
        }
        return chosen
    }
}
