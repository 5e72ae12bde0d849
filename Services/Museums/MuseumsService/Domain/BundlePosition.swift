import MuseumsContract

/// The position at which a page of a bundle begins.
struct BundlePosition: Equatable, Sendable {
    /// The change that the caller knows; 0 for a whole bundle.
    var since: Int64
    /// The latest change that the bundle covers.
    var latest: Int64
    /// The change and the museum of the entry before the page.
    var number: Int64 = 0
    var id = ""

    init(since: Int64, latest: Int64) {
        self.since = since
        self.latest = latest
    }

    /// Reads the texts in a cursor; returns `nil` if they are no position.
    init?(texts: [String]) {
        guard texts.count == 4, let since = Int64(texts[0]), let latest = Int64(texts[1]), let number = Int64(texts[2])
        else { return nil }
        self.init(since: since, latest: latest)
        self.number = number
        id = texts[3]
    }

    /// Returns the texts for a cursor of the page after an entry.
    func texts(after number: Int64, _ museum: MuseumID) -> [String] {
        ["\(since)", "\(latest)", "\(number)", museum.text]
    }
}
