import MuseumsContract
import Values
import Wire

/// The museums bundled with the program: files with one JSON object per line.
///
/// The files are parsed only if the database does not hold them yet.
struct BundledCatalogue: Sendable {
    /// The source's name in the database.
    static let source = "catalogue"

    private let files: [CatalogueFile]
    /// A digest of the catalogue's content and the version of its search texts.
    let digest: UInt64

    /// The reason that a catalogue is rejected.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Creates a catalogue of files, in their order.
    init(_ files: [CatalogueFile] = CatalogueFile.bundled) {
        self.files = files
        var hash = StableHash()
        hash.addPart([UInt8(truncatingIfNeeded: MuseumSearchText.version)])
        for file in files {
            hash.addPart(file.name.utf8)
            hash.addPart(file.bytes)
        }
        digest = hash.value
    }

    /// Parses the museums of all files.
    ///
    /// - Throws: ``Fault`` that names file and line.
    func museums() throws(Fault) -> [MuseumRecord] {
        var museums: [MuseumRecord] = []
        var ids: [String: String] = [:]
        for file in files {
            for (index, line) in file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .enumerated()
            where !line.isEmpty {
                let place = "\(file.name), line \(index + 1)"
                let museum = try Self.museum(line, place)
                if let other = ids.updateValue(place, forKey: museum.id.text) {
                    throw Fault(description: "\(place): \(other) has the id \(museum.id) too")
                }
                museums.append(museum)
            }
        }
        return museums
    }

    private static func museum(_ line: ArraySlice<UInt8>, _ place: String) throws(Fault) -> MuseumRecord {
        do {
            return try JSONCoding.decode(Entry.self, from: Array(line)).museum()
        } catch let failure as JSONDecodingFailure {
            let problems = failure.problems.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ")
            throw Fault(description: "\(place): \(problems)")
        } catch {
            throw Fault(description: "\(place): \(error)")
        }
    }
}

extension BundledCatalogue {
    /// A line of a file.
    private struct Entry: Decodable {
        struct Text: Decodable {
            var en: String
            var ru: String
            var be: String

            var localized: LocalizedText { LocalizedText(english: en, russian: ru, belarusian: be) }
        }

        var id: MuseumID
        var category: MuseumCategory
        var country: CountryCode
        var location: Location
        var website: String?
        var founded: Int?
        var popularity: Int
        var name: Text
        var aliases: [String]?
        var city: Text
        var address: Text?
        var description: Text?

        func museum() throws(MuseumRecord.Fault) -> MuseumRecord {
            try MuseumRecord(
                id: id, category: category, country: country, location: location, website: website, founded: founded,
                popularity: popularity, name: name.localized, aliases: aliases ?? [], city: city.localized,
                address: address?.localized ?? LocalizedText(), description: description?.localized ?? LocalizedText())
        }
    }
}
