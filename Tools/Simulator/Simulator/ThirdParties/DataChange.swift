import Values

/// A change to the simulated data, which clients have to notice.
public struct DataChange: Codable, Sendable {
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// Moves the first lesson of `group`'s week to another room and day, in the lecturer's timetable, too.
        case lessonMoved = "lesson-moved"
        /// Cuts `list`, such as `student-groups`, to its first `count` entries.
        case listShrank = "list-shrank"
        /// Removes the timetable of `group`.
        case timetableGone = "timetable-gone"
        /// Writes timetables in the format `shape`: `2022`, `2024`, `2026`, or `seconds` for times with seconds.
        case shape
        /// Adds an item with `title`, `summary`, `link` and `date` to `feed`, which is `bbc` or a country code.
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
    /// The date as text in the feed; by default the current time.
    public var date: String?

    public init(_ change: Kind) { self.change = change }

    /// Returns a copy with further members set.
    public func with(_ adjust: (inout DataChange) -> Void) -> DataChange {
        var change = self
        adjust(&change)
        return change
    }
}

/// All changes to the simulated data that are in effect.
struct DataChanges: Sendable {
    /// The maximum number of added feed items.
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
