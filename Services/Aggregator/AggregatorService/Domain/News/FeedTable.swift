import Values

/// The feeds of each country.
struct FeedTable: Sendable {
    /// The maximum number of feeds of a country.
    static let maximumPerCountry = 5
    static let maximumFeeds = 1_000

    private let national: [String: [Feed]]

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - text: a line for each feed: country, publisher and address, separated by `|`.
    ///   - below: a base address that replaces the feeds' own; see ``Feed/moved(below:)``.
    init(_ text: String, name: String, below: String?) throws(TableFault) {
        var national: [String: [Feed]] = [:]
        var count = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0).trimmedLine }
            guard fields.count == 3, CountryCode.firstFault(in: fields[0]) == nil,
                let feed = Feed(publisher: fields[1], country: fields[0], address: fields[2])
            else { throw TableFault(name, line: index + 1, "is not COUNTRY|PUBLISHER|ADDRESS") }
            count += 1
            guard count <= Self.maximumFeeds, national[fields[0], default: []].count < Self.maximumPerCountry else {
                throw TableFault(name, line: index + 1, "is one feed too many")
            }
            national[fields[0], default: []].append(below.map(feed.moved) ?? feed)
        }
        self.national = national
    }

    var countries: [String] { national.keys.sorted() }

    /// Returns the feeds of a country's publishers.
    func national(_ country: String) -> [Feed] { national[country] ?? [] }

    /// Returns the BBC's feeds that may name a place: its region, the world and the front page.
    static func bbc(region: String?, base: String) -> [Feed] {
        var paths = ["/news/rss.xml", "/news/world/rss.xml"]
        switch region {
        case nil: break
        case "uk": paths.append("/news/uk/rss.xml")
        case .some(let region): paths.append("/news/world/\(region)/rss.xml")
        }
        return paths.compactMap { Feed(publisher: "BBC News", country: nil, address: base + $0) }
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmedLine: String {
        let rest = drop { $0.isWhitespace }
        return String(rest.reversed().drop { $0.isWhitespace }.reversed())
    }
}
