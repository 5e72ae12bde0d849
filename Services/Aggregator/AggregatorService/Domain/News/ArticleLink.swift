/// The address of an article, and what it is known by.
enum ArticleLink {
    /// What two addresses of one article have in common.
    ///
    /// That is the address without scheme, query, fragment and a slash at the end, the host in lower case and without
    /// `www.`; of a query what numbers the article stays.
    static func identity(_ link: String) -> String {
        var rest = link[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        while rest.last == "/" { rest.removeLast() }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        var host = rest[..<slash].lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        return host + rest[slash...] + number(in: link)
    }

    /// The address as it is given on: without query and fragment.
    static func normalized(_ link: String) -> String {
        String(link.prefix { $0 != "?" && $0 != "#" }) + number(in: link)
    }

    /// The part of a query without which the article would not be found, with its `?`: some sites number their articles
    /// there.
    private static func number(in link: String) -> String {
        guard let question = link.firstIndex(of: "?") else { return "" }
        let parameters = link[question...].dropFirst().prefix { $0 != "#" }.split(separator: "&")
        let number = parameters.first { parameter in
            ["id", "p", "article", "newsid", "story"].contains(parameter.prefix { $0 != "=" }.lowercased())
        }
        return number.map { "?\($0)" } ?? ""
    }

    /// Whether the address leads to something to watch, to hear or to bet on rather than to read.
    static func isArticle(_ link: String) -> Bool {
        let path = identity(link) + "/"
        return !excluded.contains { path.contains($0) }
    }

    private static let excluded = [
        "/iplayer/", "/sounds/", "/news/videos/", "/news/av/", "/sport/", "/programmes/", "/video/", "/podcasts/",
    ]
}
