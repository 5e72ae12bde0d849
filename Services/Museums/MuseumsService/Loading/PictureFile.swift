import MuseumsContract

/// A CSV file of pictures, read batch by batch.
struct PictureFile: PictureSource {
    /// The maximum number of lines of a file.
    static let maximumLines = 1_000_000

    private(set) var refusals: [SourceLineRefusal] = []
    private var table: CSVTable
    /// The lines of the museums read so far, by id.
    private var seen: [String: Int] = [:]

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``CSVTable/Fault`` if columns are missing, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String) throws {
        table = try CSVTable(path)
        guard Set(table.names).isSuperset(of: PictureRow.columns) else {
            throw CSVTable.Fault(
                description: """
                    \(path) is not a file of pictures. It begins with \(table.beginning); required are the columns \
                    \(PictureRow.columns.joined(separator: ","))
                    """)
        }
    }

    /// Returns the next usable lines, at most `count`, or `nil` at the end.
    ///
    /// - Throws: ``CSVTable/Fault`` if the file has more than ``maximumLines``.
    mutating func next(_ count: Int) throws -> [NumberedPicture]? {
        var pictures: [NumberedPicture] = []
        while pictures.count < count, let line = try table.next() {
            switch line {
            case .fault(let reason, let line): refusals.append(SourceLineRefusal(line: line, reason: reason))
            case .row(let row, let line):
                do throws(PictureRow.Fault) {
                    let picture = try MuseumPicture(row)
                    if let first = seen[picture.museum.text] {
                        refusals.append(
                            SourceLineRefusal(line: line, reason: "line \(first) has the picture of this museum"))
                        continue
                    }
                    seen[picture.museum.text] = line
                    pictures.append(NumberedPicture(line: line, picture: picture))
                } catch {
                    refusals.append(SourceLineRefusal(line: line, reason: error.description))
                }
            }
            if seen.count + refusals.count > Self.maximumLines {
                throw CSVTable.Fault(description: "more than \(Self.maximumLines) lines")
            }
        }
        return pictures.isEmpty ? nil : pictures
    }
}
