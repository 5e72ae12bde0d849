import MuseumsContract
import Values

/// What a file says about the picture of a museum, checked.
struct PictureRecord: Equatable, Sendable {
    /// Limits on what a file may say; longer texts are refused, not cut.
    ///
    /// Lengths in Unicode code points, sizes in pixels.
    enum Limits {
        static let url = 1_000
        static let author = 300
        static let licence = 120
        static let pixels = 1...20_000
    }

    /// Why a record is not usable.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    var museum: MuseumID
    /// `nil`: the museum has none, or no longer.
    var picture: Museums.Picture?

    /// The columns that a file needs.
    static let columns = ["museum", "url", "width", "height", "author", "licence"]

    /// Makes a record of a row.
    ///
    /// An author and a licence are asked for: without them a picture may not be shown.
    /// - Throws: ``Fault`` with what is wrong, as an English phrase.
    init(_ row: ImportRow) throws(Fault) {
        guard let museum = MuseumID(row["museum"]) else { throw Fault("museum is no id of a museum") }
        self.museum = museum
        if row["url"].isEmpty { return }
        let url = try Self.text(row, "url", Limits.url)
        // Apps do not load pictures over plain HTTP.
        guard url.hasPrefix("https://"), url.utf8.count > 8, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Fault("url is no https address in ASCII")
        }
        picture = Museums.Picture(
            url: url, width: try Self.pixels(row, "width"), height: try Self.pixels(row, "height"),
            author: try Self.text(row, "author", Limits.author),
            licence: try Self.text(row, "licence", Limits.licence))
    }

    private static func pixels(_ row: ImportRow, _ name: String) throws(Fault) -> Int {
        guard let pixels = Int(row[name]), Limits.pixels.contains(pixels) else {
            throw Fault("\(name) is not within \(Limits.pixels.lowerBound) to \(Limits.pixels.upperBound) pixels")
        }
        return pixels
    }

    private static func text(_ row: ImportRow, _ name: String, _ maximumLength: Int) throws(Fault) -> String {
        let text = row[name]
        let scalars = text.unicodeScalars
        if scalars.isEmpty { throw Fault("\(name) is empty") }
        if scalars.count > maximumLength { throw Fault("\(name) is longer than \(maximumLength) characters") }
        if scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw Fault("\(name) holds a control character")
        }
        return text
    }
}
