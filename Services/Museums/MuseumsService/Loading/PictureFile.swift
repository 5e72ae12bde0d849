import MuseumsContract

/// A CSV file of pictures, read batch by batch.
struct PictureFile: PictureSource {
    private var file: EntryFile
    var refusals: [SourceLineRefusal] { file.refusals }

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``CSVTable/Fault`` if columns are missing, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String) throws {
        file = try EntryFile(path, of: "pictures", headers: [PictureRow.columns], maximumLines: 1_000_000)
    }

    mutating func next(_ count: Int) throws -> [NumberedPicture]? {
        try file.next(count, key: { $0.picture.museum.text }, repetition: PictureRow.repetition) {
            row, line throws(PictureRow.Fault) in NumberedPicture(line: line, picture: try MuseumPicture(row))
        }
    }
}
