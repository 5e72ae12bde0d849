import MuseumsContract

/// A CSV file of pictures that is being read.
struct PictureFile {
    /// A usable line.
    struct Entry: Sendable {
        var line: Int
        var record: PictureRecord
    }

    /// What was left out so far.
    private(set) var refusals: [PictureSummary.Refusal] = []
    private var table: CSVTable
    private var seen: [String: Int] = [:]

    /// Opens a file and reads its header.
    /// - Throws: ``CSVTable/Fault`` if columns are missing, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String) throws {
        table = try CSVTable(path)
        guard Set(table.names).isSuperset(of: PictureRecord.columns) else {
            throw CSVTable.Fault(
                description: """
                    \(path) is no file of pictures. It begins with \(table.beginning); wanted are the columns \
                    \(PictureRecord.columns.joined(separator: ","))
                    """)
        }
    }

    /// The next usable lines, `count` at most; `nil` after the last.
    /// - Throws: ``CSVTable/Fault`` if the file has more than ``MuseumStore/maximumPictures``.
    mutating func next(_ count: Int) throws -> [Entry]? {
        var entries: [Entry] = []
        while entries.count < count, let line = try table.next() {
            switch line {
            case .fault(let reason, let line): refusals.append(.init(line: line, reason: reason))
            case .row(let row, let line):
                do throws(PictureRecord.Fault) {
                    let record = try PictureRecord(row)
                    if let first = seen[record.museum.text] {
                        refusals.append(.init(line: line, reason: "line \(first) has the picture of this museum"))
                        continue
                    }
                    seen[record.museum.text] = line
                    entries.append(Entry(line: line, record: record))
                } catch {
                    refusals.append(.init(line: line, reason: error.description))
                }
            }
            if seen.count + refusals.count > MuseumStore.maximumPictures {
                throw CSVTable.Fault(description: "more than \(MuseumStore.maximumPictures) lines")
            }
        }
        return entries.isEmpty ? nil : entries
    }
}
