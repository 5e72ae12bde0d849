import Values

/// A change of data that clients must notice.
public struct DataChange: Codable, Sendable {
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// The first lesson of `group`'s week is in another room and on another day, for its lecturer too.
        case lessonMoved = "lesson-moved"
        /// `list`, such as `student-groups`, has only its first `count` entries.
        case listShrank = "list-shrank"
        /// `group` no longer has a timetable.
        case timetableGone = "timetable-gone"
        /// Timetables have the format `shape`: `2022`, `2024`, `2026`, or `seconds` for times with seconds.
        case shape
        /// A further item with `title`, `summary`, `link` and `date` in `feed`: `bbc` or the code of a country.
        case feedItem = "feed-item"

        public init(from decoder: any Decoder) throws { self = try decoder.knownName() }
    }

    public var change: Kind
    public var group: String?
    public var list: String?
    public var count: Int?
    public var shape: String?
    public var feed: String?
    public var title: String?
    public var summary: String?
    public var link: String?
    /// The date as text in the feed; default: now.
    public var date: String?

    public init(_ change: Kind) { self.change = change }

    /// A copy with further members set.
    public func with(_ adjust: (inout DataChange) -> Void) -> DataChange {
        var change = self
        adjust(&change)
        return change
    }
}

/// All changes in effect.
struct DataChanges: Sendable {
    /// The largest number of added feed items.
    private static let maximumItems = 1000

    private(set) var timetable = TimetableChanges()
    private var items: [String: [FeedDocument.Item]] = [:]

    mutating func apply(_ change: DataChange, now: Instant) {
        switch change.change {
        case .lessonMoved:
            if let group = change.group { timetable.moveLesson(of: group) }
        case .timetableGone:
            if let group = change.group { timetable.remove(group) }
        case .listShrank:
            if let list = change.list { timetable.shrink(list, to: change.count ?? 0) }
        case .shape:
            timetable.shape = change.shape.flatMap(TimetableShape.init) ?? .of2026
        case .feedItem:
            let feed = change.feed?.lowercased() ?? "bbc"
            guard items.values.reduce(0, { $0 + $1.count }) < Self.maximumItems else { return }
            let link = change.link ?? "https://www.bbc.com/news/articles/added"
            items[feed, default: []].append(
                FeedDocument.Item(
                    title: change.title ?? "", summary: change.summary ?? "", link: link, guid: link,
                    date: change.date ?? now.feedDate))
        }
    }

    func items(of feed: String) -> [FeedDocument.Item] { items[feed.lowercased()] ?? [] }
}
