import MuseumsContract
import Values

/// A CSV file of facts, read batch by batch.
struct FactFile: FactSource {
    static let columns = ["museum", "fact", "value", "source", "date"]
    /// The maximum length of a source in bytes.
    static let maximumSource = 500

    private var file: EntryFile
    var refusals: [SourceLineRefusal] { file.refusals }

    /// Opens a file and reads its header.
    ///
    /// - Throws: ``CSVTable/Fault`` if columns are missing, ``FileBytes/Fault`` if the file cannot be read.
    init(_ path: String) throws {
        file = try EntryFile(path, of: "facts", headers: [Self.columns], maximumLines: 1_000_000)
    }

    mutating func next(_ count: Int) throws -> [FileFact]? {
        try file.next(count, key: { "\($0.museum) \($0.kind)" }, repetition: "states the same fact") {
            row, line throws(FactFault) in try FileFact(row, line: line)
        }
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
