/// A CSV file of museums that is being read.
struct FileImport: MuseumSource {
    /// The format that the file's first line shows.
    let format: ImportFormat
    private(set) var report = SourceReport()
    private var table: CSVTable
    private let progress: @Sendable (Int) -> Void
    private var rows = 0

    /// After how many rows `progress` is called.
    static let progressStep = 5_000

    /// Opens a file and reads its header.
    /// - Parameter progress: told how many rows were read, every ``progressStep`` rows.
    /// - Throws: ``CSVTable/Fault`` if the header is of no format that we know, ``FileBytes/Fault`` if the file cannot
    ///   be read.
    init(_ path: String, progress: @escaping @Sendable (Int) -> Void = { _ in }) throws {
        table = try CSVTable(path)
        self.progress = progress
        guard let format = ImportFormat.matching(table.names) else {
            let wanted = ImportFormat.all.map { "\($0.name) (\($0.columns.joined(separator: ",")))" }
            throw CSVTable.Fault(
                description: """
                    \(path) has not the columns of any format that is known. It begins with \(table.beginning); wanted \
                    are the columns of \(wanted.joined(separator: " or of "))
                    """)
        }
        self.format = format
    }

    mutating func nextRows() throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < 128 * 1024 {
            guard let line = try table.next() else { return bytes.isEmpty ? nil : bytes }
            rows += 1
            if rows % Self.progressStep == 0 { progress(rows) }
            switch line {
            case .fault(let reason, let line): report.refuse(line: line, reason)
            case .row(let row, let line): take(row, line: line, into: &bytes)
            }
        }
        return bytes
    }

    private mutating func take(_ row: ImportRow, line: Int, into bytes: inout [UInt8]) {
        do throws(MuseumRecord.Fault) {
            CopyRow.append(try format.museum(row), line: line, to: &bytes)
            report.museums += 1
        } catch {
            report.refuse(line: line, error.description)
        }
    }
}
