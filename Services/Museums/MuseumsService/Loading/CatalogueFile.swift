import CMuseumCatalogue
import Platform

/// A file of a catalogue: one JSON object per line.
struct CatalogueFile: Sendable {
    /// The maximum number of files in a catalogue; below, the maximum size of all of them together.
    private static let maximumFiles = 64
    private static let maximumBytes = 32 * 1024 * 1024

    let name: String
    let bytes: [UInt8]

    /// The files embedded in the program, in the order of their names.
    static var bundled: [CatalogueFile] {
        var files: [CatalogueFile] = []
        while let file = museum_catalogue_file_at(files.count)?.pointee {
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            files.append(CatalogueFile(name: String(cString: file.name), bytes: Array(bytes)))
        }
        return files
    }

    /// Reads the files `*.jsonl` of a directory, in the order of their names.
    ///
    /// - Throws: ``BundledCatalogue/Fault`` if there are none or more than 64, if they exceed 32 MiB together, or if
    ///   one cannot be read.
    static func read(directory: String) throws(BundledCatalogue.Fault) -> [CatalogueFile] {
        var bytesLeft = maximumBytes
        var files: [CatalogueFile] = []
        for name in try names(in: directory) {
            guard let bytes = try? FileBytes.read("\(directory)/\(name)", maximum: bytesLeft) else {
                throw BundledCatalogue.Fault(
                    description: "\(directory)/\(name) cannot be read, or the files are too large")
            }
            bytesLeft -= bytes.count
            files.append(CatalogueFile(name: name, bytes: bytes))
        }
        guard !files.isEmpty else {
            throw BundledCatalogue.Fault(description: "\(directory) contains no .jsonl files")
        }
        return files
    }

    private static func names(in directory: String) throws(BundledCatalogue.Fault) -> [String] {
        guard let handle = opendir(directory) else {
            throw BundledCatalogue.Fault(description: "the catalogue's directory \(directory) cannot be read")
        }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".jsonl"), !name.hasPrefix(".") { names.append(name) }
        }
        guard names.count <= maximumFiles else {
            throw BundledCatalogue.Fault(description: "\(directory) contains too many files")
        }
        return names.sorted()
    }
}
