import Upstream

/// A feed: who publishes it, about which country, and where.
struct Feed: Sendable, Equatable {
    var publisher: String
    /// Its country, if it writes about that; else its articles have to name a place.
    var country: String?
    /// `https://host`, with the port if it is another one.
    var base: String
    var path: String
    var query: [(name: String, value: String)]

    /// Names it among all.
    var key: String { base + path + query.map { "&\($0.name)=\($0.value)" }.joined() }

    static func == (left: Feed, right: Feed) -> Bool { left.publisher == right.publisher && left.key == right.key }

    /// - Parameter address: of the web, with host and path; `nil` for anything else.
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

    /// The same feed below another address: `<base>/<country>/<host><path>`.
    func moved(below newBase: String) -> Feed {
        var moved = self
        moved.base = newBase
        let host = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
        moved.path = "/\((country ?? "").lowercased())/\(host)\(path)"
        return moved
    }
}

/// Reads feeds of news.
enum FeedReader {
    /// What asking for a feed led to.
    struct Reading: Sendable {
        var loaded: Loaded<[FeedItem]>
        /// Why it could not be read to its end, if it could not.
        var fault: XMLFault?
    }

    static func read(
        _ feed: Feed, at host: any RemoteHost, validators: Validators
    ) async throws(UpstreamFailure) -> Reading {
        let request = UpstreamRequest(path: feed.path, query: feed.query, body: .xml, validators: validators)
        switch try await host.get(request, deadline: nil) {
        case .notModified: return Reading(loaded: .notModified)
        case .absent: throw .refused(status: 404, body: [])
        case .body(let body, let validators, let charset):
            do {
                let reading = try FeedParser.read(body, charset: charset)
                // What came in part is not to be confirmed as it is, but asked for again.
                let known = reading.fault == nil ? validators : Validators()
                return Reading(loaded: .value(reading.items, known), fault: reading.fault)
            } catch {
                throw .unreadable("a feed: \(error)")
            }
        }
    }
}
