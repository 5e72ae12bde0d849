import Foundation
import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct BundledCatalogueTests {
    @Test func `The catalogue contains the promised museums in three languages`() throws {
        let museums = try BundledCatalogue().museums()
        #expect(museums.count >= 150)
        #expect(museums.filter { $0.country.text == "BY" }.count >= 50)
        #expect(Set(museums.map(\.id)).count == museums.count)
        for museum in museums {
            #expect(museum.name.all.count == 3 && museum.city.all.count == 3, "\(museum.id)")
            #expect(museum.description.all.count == 3, "\(museum.id)")
            #expect(museum.id.text.hasPrefix(museum.country.text.lowercased() + "-"), "\(museum.id)")
            let place = museum.location
            if museum.country.text == "BY" {
                let isInBelarus =
                    (51.2...56.2).contains(place.latitude.value) && (23.1...32.8).contains(place.longitude.value)
                #expect(isInBelarus, "\(museum.id)")
            }
        }
    }

    @Test func `The program contains the files of the source tree`() throws {
        let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Services/Museums/Catalogue").standardizedFileURL.path
        #expect(try BundledCatalogue(CatalogueFile.read(directory: directory)).digest == BundledCatalogue().digest)
    }

    private static let line = """
        {"id":"by-a","category":"art","country":"BY","location":{"latitude":53,"longitude":27},"popularity":5,\
        "name":{"en":"A","ru":"А","be":"А"},"city":{"en":"Minsk","ru":"Минск","be":"Мінск"}}
        """

    private func withFiles<Value>(_ files: [String: String], _ body: (String) throws -> Value) throws -> Value {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for (name, text) in files {
            try Data(text.utf8).write(to: directory.appendingPathComponent(name))
        }
        return try body(directory.path)
    }

    @Test func `The digest changes with the names and contents of the files`() throws {
        func digest(_ files: [String: String]) throws -> UInt64 {
            try withFiles(files) { try BundledCatalogue(CatalogueFile.read(directory: $0)).digest }
        }
        let first = try digest(["a.jsonl": Self.line + "\n"])
        #expect(try digest(["a.jsonl": Self.line + "\n", "README.md": "x"]) == first)
        #expect(try digest(["b.jsonl": Self.line + "\n"]) != first)
        #expect(try digest(["a.jsonl": Self.line.replacing("53", with: "54") + "\n"]) != first)
    }

    @Test(arguments: [
        ("{}", "a.jsonl, line 2: /id is missing"),
        (line, "a.jsonl, line 2: a.jsonl, line 1 has the id by-a too"),
        (
            line.replacing("by-a", with: "By"),
            "a.jsonl, line 2: /id must contain lower-case Latin letters, digits and hyphens only"
        ),
        (
            line.replacing("\"popularity\":5", with: "\"popularity\":0"),
            "a.jsonl, line 2: the popularity is not within 1 to 100"
        ),
        (line.replacing("\"art\"", with: "\"arts\""), "a.jsonl, line 2: /category is not one of the known values"),
        (
            line.replacing("\"category\"", with: "\"kind\":1,\"category\""),
            "a.jsonl, line 2: /kind is not a known member"
        ),
        ("nonsense", "a.jsonl, line 2: "),
    ])
    func `The error of an invalid line names file and line`(second: String, message: String) throws {
        let fault = #expect(throws: BundledCatalogue.Fault.self) {
            try withFiles(["a.jsonl": Self.line + "\n" + second + "\n"]) {
                try BundledCatalogue(CatalogueFile.read(directory: $0)).museums()
            }
        }
        #expect(fault?.description.hasPrefix(message) == true, "\(fault?.description ?? "")")
    }

    @Test func `A directory without a catalogue is refused`() throws {
        #expect(throws: BundledCatalogue.Fault.self) { try CatalogueFile.read(directory: "/nowhere") }
        #expect(throws: BundledCatalogue.Fault.self) {
            try withFiles(["a.txt": ""]) {
                try BundledCatalogue(CatalogueFile.read(directory: $0)).museums()
            }
        }
    }
}
