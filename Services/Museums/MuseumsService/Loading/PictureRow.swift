import MuseumsContract
import Values

/// The columns of a file of pictures, and the limits on their texts; longer texts are rejected, not truncated.
enum PictureRow {
    /// The fault of a second picture of a museum.
    static let repetition = "has the picture of this museum"
    static let columns = ["museum", "url", "width", "height", "author", "licence"]

    /// The maximum length of a URL in Unicode code points.
    static let url = 1_000
    /// The maximum length of an author in Unicode code points.
    static let author = 300
    /// The maximum length of a licence in Unicode code points.
    static let licence = 120
    /// The allowed widths and heights.
    static let pixels = 1...20_000

    /// The reason that a row is rejected, as an English phrase.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

extension MuseumPicture {
    /// Reads and checks a row of a file; an empty URL removes the museum's picture.
    ///
    /// Author and licence are required, since a picture must not be shown without them.
    init(_ row: ImportRow) throws(PictureRow.Fault) {
        guard let museum = MuseumID(row["museum"]) else {
            throw PictureRow.Fault("museum is not the id of a museum")
        }
        self.init(museum: museum, picture: row["url"].isEmpty ? nil : try Self.picture(row))
    }

    private static func picture(_ row: ImportRow) throws(PictureRow.Fault) -> CreditedPicture {
        let url = try text(row, "url", PictureRow.url)
        // Apps do not load pictures over plain HTTP.
        guard url.hasPrefix("https://"), url.utf8.count > 8, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw PictureRow.Fault("url is not an https address in ASCII")
        }
        return CreditedPicture(
            url: url, width: try pixels(row, "width"), height: try pixels(row, "height"),
            author: try text(row, "author", PictureRow.author), licence: try text(row, "licence", PictureRow.licence))
    }

    private static func pixels(_ row: ImportRow, _ name: String) throws(PictureRow.Fault) -> Int {
        let allowed = PictureRow.pixels
        guard let pixels = Int(row[name]), allowed.contains(pixels) else {
            throw PictureRow.Fault("\(name) is not within \(allowed.lowerBound) to \(allowed.upperBound) pixels")
        }
        return pixels
    }

    /// Reads a required text of a row.
    static func text(
        _ row: ImportRow, _ name: String, _ maximumLength: Int
    ) throws(PictureRow.Fault) -> String {
        let text = row[name]
        let scalars = text.unicodeScalars
        if scalars.isEmpty { throw PictureRow.Fault("\(name) is empty") }
        if scalars.count > maximumLength {
            throw PictureRow.Fault("\(name) is longer than \(maximumLength) characters")
        }
        if scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw PictureRow.Fault("\(name) holds a control character")
        }
        return text
    }
}
