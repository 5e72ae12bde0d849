import MuseumsContract
import Values

/// A CSV file of pictures to fetch, each by its address or by the item of Wikidata that it belongs to.
struct FetchFile {
    static let addressColumns = ["museum", "url", "author", "licence", "page"]
    static let itemColumns = ["museum", "wikidata"]

    let rows: [PictureToFetch]
    /// The lines that cannot be used.
    let refusals: [SourceLineRefusal]

    /// Reads a file.
    ///
    /// - Throws: ``CSVTable/Fault`` if columns are missing or lines are too many, ``FileBytes/Fault`` if the file
    ///   cannot be read.
    init(_ path: String) throws {
        var file = try EntryFile(
            path, of: "pictures to fetch", headers: [Self.addressColumns, Self.itemColumns], maximumLines: 100_000)
        let hasItems = file.has(Self.itemColumns)
        let read: [PictureToFetch]? = try file.next(.max, key: { $0.museum.text }, repetition: PictureRow.repetition) {
            row, line throws(PictureRow.Fault) in try PictureToFetch(row, line: line, hasItems: hasItems)
        }
        (rows, refusals) = (read ?? [], file.refusals)
    }
}

extension PictureToFetch {
    fileprivate init(_ row: ImportRow, line: Int, hasItems: Bool) throws(PictureRow.Fault) {
        guard let museum = MuseumID(row["museum"]) else {
            throw PictureRow.Fault("museum is not the id of a museum")
        }
        let source: Source = hasItems ? .item(try Self.item(row)) : .address(try PictureAddress(row))
        self.init(line: line, museum: museum, source: source)
    }

    private static func item(_ row: ImportRow) throws(PictureRow.Fault) -> String {
        let item = row["wikidata"]
        guard item.first == "Q", (2...12).contains(item.utf8.count),
            item.utf8.dropFirst().allSatisfy({ (48...57).contains($0) })
        else { throw PictureRow.Fault("wikidata is not an item such as Q42") }
        return item
    }
}

extension PictureAddress {
    /// Reads and checks a row of a file; the server of the address is checked when the picture is fetched.
    fileprivate init(_ row: ImportRow) throws(PictureRow.Fault) {
        let page = try MuseumPicture.text(row, "page", PictureRow.url)
        guard page.hasPrefix("https://"), page.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw PictureRow.Fault("page is not an https address in ASCII")
        }
        self.init(
            url: try MuseumPicture.text(row, "url", PictureRow.url),
            author: try MuseumPicture.text(row, "author", PictureRow.author),
            licence: try MuseumPicture.text(row, "licence", PictureRow.licence), page: page)
    }
}
