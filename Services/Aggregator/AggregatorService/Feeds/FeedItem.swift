/// An article of a feed, not yet checked.
struct FeedItem: Codable, Equatable, Sendable {
    var title: String
    var link: String
    var summary: String?
    /// The date as the feed writes it.
    var date: String
    var picture: String?
    /// The article's own publisher; `nil` in a feed, which has one for all.
    var publisher: String?
}
