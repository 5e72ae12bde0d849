/// A feed: its publisher, its country and its address.
struct Feed: Sendable, Equatable {
    var publisher: String
    /// The country that the feed covers; `nil` for a feed whose articles must name a place.
    var country: String?
    /// The scheme and host, with the port if it is not the default one.
    var base: String
    var path: String
    var query: [(name: String, value: String)]

    /// A unique key of the feed.
    var key: String { base + path + query.map { "&\($0.name)=\($0.value)" }.joined() }

    static func == (left: Feed, right: Feed) -> Bool { left.publisher == right.publisher && left.key == right.key }

    /// Parses the URL of a feed; returns `nil` for any other text.
    ///
    /// - Parameter address: an http or https URL with a host.
    init?(publisher: String, country: String?, address: String) {
        guard let scheme = address.firstRange(of: "://"), !publisher.isEmpty,
            ["https", "http"].contains(address[..<scheme.lowerBound]),
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        let rest = address[scheme.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        guard slash != rest.startIndex else { return nil }
        let target = rest[slash...].prefix { $0 != "#" }
        let question = target.firstIndex(of: "?") ?? target.endIndex
        self.publisher = publisher
        self.country = country
        base = String(address[..<slash])
        path = question == target.startIndex ? "/" : String(target[..<question])
        query = target[question...].dropFirst().split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// Returns the feed with its URL moved below another one: `<base>/<country>/<host><path>`.
    func moved(below newBase: String) -> Feed {
        var moved = self
        moved.base = newBase
        let host = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
        moved.path = "/\((country ?? "").lowercased())/\(host)\(path)"
        return moved
    }
}
