import Platform
import Values

/// A CSV file in UTF-8 with a header line.
struct CSVTable {
    /// The reason a file is refused.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// A row, or a line and its fault.
    enum Line {
        case row(ImportRow, line: Int)
        case fault(String, line: Int)
    }

    /// The column names, in order.
    let names: [String]
    private let columns: [String: Int]
    private let file: FileBytes
    private var parser = CSVParser()

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``Fault`` if the first line names no columns, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String) throws {
        file = try FileBytes(path)
        guard let outcome = try Self.next(&parser, file) else { throw Fault(description: "\(path) is empty") }
        guard case .record(let header) = outcome else {
            throw Fault(description: "\(path) does not begin with a line of CSV that names the columns")
        }
        names = header.fields.compactMap { String(validating: $0, as: UTF8.self) }
        guard names.count == header.fields.count else {
            throw Fault(description: "\(path) is not in UTF-8: its first line cannot be read")
        }
        columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// The beginning of the header for an error message: printable, at most 200 characters.
    var beginning: String {
        names.joined(separator: ",").prefix(200)
            .map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "?" : String($0) }.joined()
    }

    /// Returns the next line, or `nil` after the last.
    mutating func next() throws -> Line? {
        guard let outcome = try Self.next(&parser, file) else { return nil }
        switch outcome {
        case .fault(let line, let reason): return .fault(reason, line: line)
        case .record(let record):
            guard record.fields.count == names.count else {
                return .fault("\(record.fields.count) fields instead of \(names.count)", line: record.line)
            }
            let fields = record.fields.compactMap { String(validating: $0, as: UTF8.self) }
            guard fields.count == names.count else { return .fault("text that is not UTF-8", line: record.line) }
            return .row(ImportRow(columns: columns, fields: fields), line: record.line)
        }
    }

    private static func next(_ parser: inout CSVParser, _ file: FileBytes) throws -> CSVParser.Outcome? {
        while true {
            if let outcome = parser.next() { return outcome }
            if parser.isAtEnd { return nil }
            if let bytes = try file.next() { parser.feed(bytes) } else { parser.end() }
        }
    }
}
