import MuseumsContract
import Values

/// A CSV file of facts, read batch by batch.
struct FactFile: FactSource {
    static let columns = ["museum", "fact", "value", "source", "date"]
    /// The maximum number of lines of a file.
    static let maximumLines = 1_000_000
    /// The maximum length of a source in bytes.
    static let maximumSource = 500

    private(set) var refusals: [SourceLineRefusal] = []
    private var table: CSVTable
    /// The lines of the facts read so far, by museum and kind.
    private var seen: [String: Int] = [:]

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``CSVTable/Fault`` if columns are missing, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String) throws {
        table = try CSVTable(path)
        guard Set(table.names).isSuperset(of: Self.columns) else {
            throw CSVTable.Fault(
                description: """
                    \(path) is not a file of facts. It begins with \(table.beginning); required are the columns \
                    \(Self.columns.joined(separator: ","))
                    """)
        }
    }

    mutating func next(_ count: Int) throws -> [FileFact]? {
        var facts: [FileFact] = []
        while facts.count < count, let line = try table.next() {
            switch line {
            case .fault(let reason, let line): refusals.append(SourceLineRefusal(line: line, reason: reason))
            case .row(let row, let line):
                do throws(FactFault) {
                    let fact = try FileFact(row, line: line)
                    if let first = seen.updateValue(line, forKey: "\(fact.museum) \(fact.kind)") {
                        throw FactFault("line \(first) states the same fact")
                    }
                    facts.append(fact)
                } catch {
                    refusals.append(SourceLineRefusal(line: line, reason: error.description))
                }
            }
            if seen.count + refusals.count > Self.maximumLines {
                throw CSVTable.Fault(description: "more than \(Self.maximumLines) lines")
            }
        }
        return facts.isEmpty ? nil : facts
    }
}

/// The reason that a fact is rejected, as an English phrase.
struct FactFault: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension FileFact {
    /// Reads and checks a row of a file; an empty value removes the fact.
    init(_ row: ImportRow, line: Int) throws(FactFault) {
        guard let museum = MuseumID(row["museum"]) else { throw FactFault("museum is not the id of a museum") }
        guard let kind = FactKind(rawValue: row["fact"]) else {
            throw FactFault("fact is none of \(FactKind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.init(line: line, museum: museum, kind: kind, fact: nil)
        let value = row["value"]
        guard !value.isEmpty else { return }
        if let fault = kind.fault(in: value) { throw FactFault("value \(fault.words.english)") }
        let source = row["source"]
        guard !source.isEmpty, source.utf8.count <= FactFile.maximumSource else {
            throw FactFault("source is empty or longer than \(FactFile.maximumSource) bytes")
        }
        guard source != EditableMuseum.source else { throw FactFault("source names the catalogue's editors") }
        guard let date = LocalDate(row["date"]) else { throw FactFault("date is not a date such as 2026-11-27") }
        fact = MuseumFact(kind: kind, value: value, source: source, date: date)
    }
}
