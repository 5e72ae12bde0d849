/// A CSV file of museums that is being read.
struct FileImport: MuseumSource {
    /// Why a file is no import.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// The format that the file's first line shows.
    let format: ImportFormat
    private(set) var report = SourceReport()
    private let file: FileBytes
    private let columns: [String: Int]
    private let columnCount: Int
    private var parser = CSVParser()
    private let progress: @Sendable (Int) -> Void
    private var rows = 0

    /// After how many rows `progress` is called.
    static let progressStep = 5_000

    /// Opens a file and reads its header.
    /// - Parameter progress: told how many rows were read, every ``progressStep`` rows.
    /// - Throws: ``Fault`` if the header is of no format that we know, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String, progress: @escaping @Sendable (Int) -> Void = { _ in }) throws {
        file = try FileBytes(path)
        self.progress = progress
        guard let outcome = try Self.next(&parser, file) else { throw Fault(description: "\(path) is empty") }
        guard case .record(let header) = outcome else {
            throw Fault(description: "\(path) does not begin with a line of CSV that names the columns")
        }
        let names = header.fields.compactMap { String(validating: $0, as: UTF8.self) }
        guard names.count == header.fields.count else {
            throw Fault(description: "\(path) is not in UTF-8: its first line cannot be read")
        }
        guard let format = ImportFormat.matching(names) else {
            throw Fault(
                description: "\(path) has not the columns of any format that is known. " + Self.columns(of: names))
        }
        self.format = format
        columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        columnCount = names.count
    }

    /// What a file begins with, and what the formats ask for.
    private static func columns(of names: [String]) -> String {
        let found = names.joined(separator: ",").prefix(200)
            .map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "?" : String($0) }.joined()
        let wanted = ImportFormat.all.map { "\($0.name) (\($0.columns.joined(separator: ",")))" }
        return "It begins with \(found); wanted are the columns of \(wanted.joined(separator: " or of "))"
    }

    mutating func nextRows() throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < 128 * 1024 {
            guard let outcome = try Self.next(&parser, file) else {
                return bytes.isEmpty ? nil : bytes
            }
            rows += 1
            if rows % Self.progressStep == 0 { progress(rows) }
            switch outcome {
            case .fault(let line, let reason): report.refuse(line: line, reason)
            case .record(let record): take(record, into: &bytes)
            }
        }
        return bytes
    }

    private mutating func take(_ record: CSVParser.Record, into bytes: inout [UInt8]) {
        guard record.fields.count == columnCount else {
            return report.refuse(line: record.line, "\(record.fields.count) fields instead of \(columnCount)")
        }
        var fields: [String] = []
        for field in record.fields {
            guard let text = String(validating: field, as: UTF8.self) else {
                return report.refuse(line: record.line, "text that is not UTF-8")
            }
            fields.append(text)
        }
        do throws(MuseumRecord.Fault) {
            CopyRow.append(
                try format.museum(ImportRow(columns: columns, fields: fields)), line: record.line, to: &bytes)
            report.museums += 1
        } catch {
            report.refuse(line: record.line, error.description)
        }
    }

    private static func next(_ parser: inout CSVParser, _ file: FileBytes) throws -> CSVParser.Outcome? {
        while true {
            if let outcome = parser.next() { return outcome }
            if parser.isAtEnd { return nil }
            let bytes = try file.next()
            if bytes.isEmpty { parser.end() } else { parser.feed(bytes) }
        }
    }
}
