import Upstream

/// Fetches and parses feeds.
enum FeedReader {
    /// The outcome of reading a feed.
    struct Reading: Sendable {
        var loaded: Loaded<[FeedItem]>
        /// The reason why the feed was not read in full.
        var fault: XMLFault?
    }

    static func read(
        _ feed: Feed, at host: any RemoteHost, validators: Validators
    ) async throws(UpstreamFailure) -> Reading {
        let request = UpstreamRequest(path: feed.path, query: feed.query, body: .xml, validators: validators)
        switch try await host.get(request, deadline: nil) {
        case .notModified: return Reading(loaded: .notModified)
        case .absent: throw .rejected(status: 404, body: [])
        case .body(let body, let validators, let charset):
            do {
                let reading = try FeedParser.read(body, charset: charset)
                // A feed that was read in part is fetched again instead of being revalidated.
                let known = reading.fault == nil ? validators : Validators()
                return Reading(loaded: .value(reading.items, known), fault: reading.fault)
            } catch {
                throw .unreadable("a feed: \(error)")
            }
        }
    }
}
