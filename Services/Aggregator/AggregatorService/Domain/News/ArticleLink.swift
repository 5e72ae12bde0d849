/// Rules for the URLs of articles.
enum ArticleLink {
    /// Returns the part that all URLs of one article share.
    ///
    /// That is the URL without scheme, fragment and trailing slashes, with the host in lower case and without `www.`;
    /// the query keeps its parameters in alphabetical order, except tracking parameters.
    static func identity(_ link: String) -> String {
        var rest = link[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        while rest.last == "/" { rest.removeLast() }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        var host = rest[..<slash].lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        return host + rest[slash...] + query(parameters(of: link).sorted())
    }

    /// Returns the URL for clients, without the fragment and tracking parameters.
    static func normalized(_ link: String) -> String {
        String(link.prefix { $0 != "?" && $0 != "#" }) + query(parameters(of: link))
    }

    private static func query(_ parameters: [Substring]) -> String {
        parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    }

    /// Returns the query parameters except those for tracking.
    ///
    /// Many sites identify articles in the query, each in its own way, so all others stay.
    private static func parameters(of link: String) -> [Substring] {
        guard let question = link.prefix(while: { $0 != "#" }).firstIndex(of: "?") else { return [] }
        return link[question...].dropFirst().prefix { $0 != "#" }.split(separator: "&").filter { parameter in
            let name = parameter.prefix { $0 != "=" }.lowercased()
            return !trackers.contains(name) && !trackerBeginnings.contains { name.hasPrefix($0) }
        }
    }

    private static let trackers: Set<String> = [
        "utm", "from", "ref", "rss", "source", "src", "cmp", "cmpid", "fbclid", "gclid", "dclid", "yclid", "ysclid",
        "msclkid", "twclid", "igshid", "_openstat", "ocid", "smid", "xtor",
    ]
    private static let trackerBeginnings = ["utm_", "at_", "mc_", "mtm_", "pk_", "ns_"]

    /// Returns true unless the URL leads to video, audio or sport.
    static func isArticle(_ link: String) -> Bool {
        let path = identity(String(link.prefix { $0 != "?" && $0 != "#" })) + "/"
        return !excluded.contains { path.contains($0) }
    }

    private static let excluded = [
        "/iplayer/", "/sounds/", "/news/videos/", "/news/av/", "/sport/", "/programmes/", "/video/", "/podcasts/",
    ]
}
