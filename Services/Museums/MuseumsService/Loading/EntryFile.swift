import MuseumsContract

/// The entries of a CSV file, read batch by batch; no two may have the same key.
struct EntryFile {
    /// The lines that cannot be used.
    private(set) var refusals: [SourceLineRefusal] = []
    private let maximumLines: Int
    private var table: CSVTable
    /// The lines of the entries read so far, by key.
    private var seen: [String: Int] = [:]

    /// Opens a file and reads its header.
    ///
    /// - Parameters:
    ///   - content: the entries, as the operator calls them.
    ///   - headers: the sets of columns of which the file has at least one.
    /// - Throws: ``CSVTable/Fault`` if columns are missing, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String, of content: String, headers: [[String]], maximumLines: Int) throws {
        self.maximumLines = maximumLines
        table = try CSVTable(path)
        guard headers.contains(where: has) else {
            throw CSVTable.Fault(
                description: """
                    \(path) is not a file of \(content). It begins with \(table.beginning); required are the columns \
                    \(headers.map { $0.joined(separator: ",") }.joined(separator: " or "))
                    """)
        }
    }

    /// Returns true if the file has all of these columns.
    func has(_ columns: [String]) -> Bool { Set(table.names).isSuperset(of: columns) }

    /// Returns the next usable entries, at most `count`, or `nil` at the end.
    ///
    /// - Parameters:
    ///   - repetition: the fault of an entry whose key another line has, after the number of that line.
    ///   - read: reads and checks a row.
    /// - Throws: ``CSVTable/Fault`` if the file has too many lines.
    mutating func next<Entry, Fault: Error & CustomStringConvertible>(
        _ count: Int, key: (Entry) -> String, repetition: String,
        _ read: (ImportRow, _ line: Int) throws(Fault) -> Entry
    ) throws -> [Entry]? {
        var entries: [Entry] = []
        while entries.count < count, let line = try table.next() {
            switch line {
            case .fault(let reason, let line): refusals.append(SourceLineRefusal(line: line, reason: reason))
            case .row(let row, let line):
                do throws(Fault) {
                    let entry = try read(row, line)
                    if let first = seen[key(entry)] {
                        refusals.append(SourceLineRefusal(line: line, reason: "line \(first) \(repetition)"))
                    } else {
                        seen[key(entry)] = line
                        entries.append(entry)
                    }
                } catch {
                    refusals.append(SourceLineRefusal(line: line, reason: error.description))
                }
            }
            if seen.count + refusals.count > maximumLines {
                throw CSVTable.Fault(description: "more than \(maximumLines) lines")
            }
        }
        return entries.isEmpty ? nil : entries
    }
}
