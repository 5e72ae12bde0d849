import MuseumsContract
import Platform
import Values
import Wire

/// The museums bundled with the program: files with one JSON object per line.
struct BundledCatalogue: Sendable {
    /// The source's name in the database.
    static let source = "catalogue"
    /// The maximum number of files, and of the bytes of all files together.
    private static let maximumFiles = 64
    private static let maximumBytes = 32 * 1024 * 1024

    /// The museums of all files, in the order of the file names.
    let museums: [MuseumRecord]
    /// A digest of the catalogue's content and the version of its search texts.
    let digest: UInt64

    /// The reason that a catalogue is rejected.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the files `*.jsonl` of a directory.
    /// - Throws: ``Fault`` that names file and line.
    init(directory: String) throws(Fault) {
        let names = try Self.files(in: directory)
        guard !names.isEmpty else { throw Fault(description: "\(directory) contains no .jsonl files") }
        var museums: [MuseumRecord] = []
        var ids: [String: String] = [:]
        var hash = StableHash()
        hash.addPart([UInt8(truncatingIfNeeded: MuseumSearchText.version)])
        var bytesLeft = Self.maximumBytes
        for name in names {
            guard let bytes = FileBytes.read("\(directory)/\(name)", maximum: bytesLeft) else {
                throw Fault(description: "\(directory)/\(name) cannot be read, or the files are too large")
            }
            bytesLeft -= bytes.count
            hash.addPart(name.utf8)
            hash.addPart(bytes)
            for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .enumerated()
            where !line.isEmpty {
                let place = "\(name), line \(index + 1)"
                let museum = try Self.museum(line, place)
                if let other = ids.updateValue(place, forKey: museum.id.text) {
                    throw Fault(description: "\(place): \(other) has the id \(museum.id) too")
                }
                museums.append(museum)
            }
        }
        self.museums = museums
        digest = hash.value
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

    private static func files(in directory: String) throws(Fault) -> [String] {
        guard let handle = opendir(directory) else {
            throw Fault(description: "the catalogue's directory \(directory) cannot be read")
        }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".jsonl"), !name.hasPrefix(".") { names.append(name) }
        }
        guard names.count <= maximumFiles else { throw Fault(description: "\(directory) contains too many files") }
        return names.sorted()
    }

    /// The directory next to the program, in which the build puts the files; `nil` if the program's path is unknown.
    static var standardDirectory: String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
        }
        guard length > 0, length < buffer.count else { return nil }
        let program = String(decoding: buffer[..<length], as: UTF8.self)
        guard let slash = program.lastIndex(of: "/") else { return nil }
        return program[..<slash] + "/vokol_MuseumsService.resources/Catalogue"
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
