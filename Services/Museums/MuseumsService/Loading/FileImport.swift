/// A CSV file of museums, read batch by batch.
struct FileImport: MuseumSource {
    /// The number of rows between two calls of `progress`.
    static let progressStep = 5_000
    private static let batch = 128

    /// The format that the header matches.
    let format: ImportFormat
    private(set) var report = SourceReport()
    private var table: CSVTable
    private let progress: @Sendable (Int) -> Void
    private var rows = 0

    /// Opens a file and reads its header.
    ///
    /// - Parameter progress: receives the number of rows read so far, every ``progressStep`` rows.
    /// - Throws: ``CSVTable/Fault`` if the header matches no known format, ``FileBytes/Fault`` if the file cannot be
    ///   read.
    init(_ path: String, progress: @escaping @Sendable (Int) -> Void = { _ in }) throws {
        table = try CSVTable(path)
        self.progress = progress
        guard let format = ImportFormat.matching(table.names) else {
            let known = ImportFormat.all.map { "\($0.name) (\($0.columns.joined(separator: ",")))" }
            throw CSVTable.Fault(
                description: """
                    \(path) does not have the columns of a known format. It begins with \(table.beginning); required \
                    are the columns of \(known.joined(separator: " or of "))
                    """)
        }
        self.format = format
    }

    mutating func next() throws -> [NumberedMuseum]? {
        var museums: [NumberedMuseum] = []
        while museums.count < Self.batch {
            guard let line = try table.next() else { return museums.isEmpty ? nil : museums }
            rows += 1
            if rows % Self.progressStep == 0 { progress(rows) }
            switch line {
            case .fault(let reason, let line): report.refuse(line: line, reason)
            case .row(let row, let line):
                do throws(MuseumRecord.Fault) {
                    museums.append(NumberedMuseum(line: line, museum: try format.museum(row)))
                    report.museums += 1
                } catch {
                    report.refuse(line: line, error.description)
                }
            }
        }
        return museums
    }
}
