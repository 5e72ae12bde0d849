import Foundation
import MuseumsContract
import Platform
import Testing

@testable import MuseumsService

@Suite struct FileImportTests {
    private static let header = "id,name,alt_name,address,city,state,zip,website,discipline_code,lat,lon"

    private func row(_ id: String, _ name: String, latitude: String = "33.1") -> String {
        "\(id),\(name),,1 MAIN ST,MOBILE,AL,36601,,ART,\(latitude),-87.1"
    }

    private func withFile<Value>(_ bytes: [UInt8], _ body: (String) async throws -> Value) async throws -> Value {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file.path)
    }

    /// Imports a file and returns the report.
    private func load(_ bytes: [UInt8], into database: MuseumDatabase) async throws -> ImportReport {
        try await withFile(bytes) { path in
            let format = try FileImport(path).format
            let result = try await database.catalogue.load(format.name, replacesAll: false) {
                try FileImport(path)
            }
            return ImportReport(format: format, summary: result.summary, source: result.report)
        }
    }

    @Test func `An invalid row is reported with its line, and the rest is loaded`() async throws {
        let lines = [
            Self.header, row("1", "GOOD MUSEUM"), row("2", "NOWHERE", latitude: "91"), "3,short,row",
            row("4", "BAD \u{0}"),
            row("5", "\"TWO\nLINES\""), "", row("6", "\"unclosed"), row("1", "GOOD MUSEUM"), row("1", "OTHER MUSEUM"),
            row("7", "LAST"),
        ]
        var bytes = Array(lines.joined(separator: "\n").utf8)
        bytes += Array("\n8".utf8) + [0xFF] + Array(row("", "BROKEN").utf8)
        let file = bytes
        try await MuseumDatabase.with { database async throws in
            let report = try await load(file, into: database)
            #expect(
                report.warnings == [
                    "3: skipped: lat is not a latitude: “91”", "4: skipped: 3 fields instead of 11",
                    "5: skipped: the name holds a control character", "9: skipped: a quote that is never closed",
                    "13: skipped: text that is not UTF-8", "10: skipped: the same as line 2",
                    "11: an earlier line has this id, so it is us-1-2",
                ])
            #expect(
                report.totals
                    == "us-mudf: 10 rows read: 4 museums added, 0 changed, 0 unchanged, 6 rows skipped")
            #expect(report.exitCode == 3)
            #expect(try await database.allIDs(limit: 10).sorted() == ["us-1", "us-1-2", "us-5", "us-7"])
            #expect(try await database.get("us-5").name == "Two Lines")

            let again = try await load(file, into: database)
            #expect(again.totals.hasSuffix("4 unchanged, 6 rows skipped; nothing was changed"))
        }
    }

    @Test func `A file with a byte order mark and CRLF is read`() async throws {
        let text = "\u{FEFF}" + [Self.header, row("1", "ONE"), row("2", "TWO")].joined(separator: "\r\n")
        try await MuseumDatabase.with { database async throws in
            let report = try await load(Array(text.utf8), into: database)
            #expect(report.exitCode == 0 && report.warnings == [] && report.summary.added == 2)
        }
    }

    @Test func `Many complaints are shortened and counted`() {
        var source = SourceReport(museums: 1)
        for line in 1...1_500 { source.refuse(line: line, "bad") }
        let report = ImportReport(format: .mudf, summary: LoadSummary(added: 1), source: source)
        #expect(report.warnings.count == 101 && report.warnings.last == " … and 1400 more like these")
        #expect(source.refusals.count == SourceReport.maximumRefusals && source.refused == 1_500)
    }

    @Test func `Progress is reported every few thousand rows`() async throws {
        let step = FileImport.progressStep
        let text = ([Self.header] + (1...(2 * step + 1)).map { row("\($0)", "A") }).joined(separator: "\n")
        try await withFile(Array(text.utf8)) { path in
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            var file = try FileImport(path) { continuation.yield($0) }
            while try file.next() != nil {}
            continuation.finish()
            #expect(await stream.reduce(into: []) { $0.append($1) } == [step, 2 * step])
            #expect(file.report.museums == 2 * step + 1)
        }
    }

    @Test(
        arguments: [
            ([], "is empty"), (Array("\n\n".utf8), "is empty"),
            (Array("a\"b\n".utf8), "does not begin with a line of CSV that names the columns"),
            ([0xFF, 0xFE, 0x69, 0, 0x64, 0, 0x0A, 0], "is not in UTF-8: its first line cannot be read"),
            (Array("id,na\u{7}me\n1,2".utf8), "It begins with id,na?me; required are the columns of us-mudf (id,name,"),
        ] as [([UInt8], String)])
    func `A file of an unknown format is refused with the reason`(bytes: [UInt8], reason: String) async throws {
        try await withFile(bytes) { path in
            let fault = #expect(throws: CSVTable.Fault.self) { try FileImport(path) }
            let text = fault?.description ?? ""
            #expect(text.hasPrefix(path) && text.contains(reason), "\(text)")
        }
    }

    @Test func `The error of an unreadable file names it`() {
        let missing = #expect(throws: FileBytes.Fault.self) { try FileImport("/nowhere/museums.csv") }
        #expect(missing?.description == "/nowhere/museums.csv: No such file or directory")
        let directory = #expect(throws: FileBytes.Fault.self) { try FileImport("/tmp") }
        #expect(directory?.description == "/tmp: Is a directory")
    }
}
