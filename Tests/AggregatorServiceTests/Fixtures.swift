import Upstream
import Values

@testable import AggregatorService

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Captured payloads of third parties, in an optional directory beside the project.
enum ReferenceFiles {
    /// The directory beside the project.
    private static let directory: String = {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/shared"
    }()

    /// Returns the bytes of a captured payload, such as `nominatim/reverse_paris_jsonv2.json`.
    ///
    /// Prints a note and returns `nil` if it is missing.
    static func payload(_ name: String) -> [UInt8]? { file("fixtures/upstreams/\(name)") }

    static func file(_ name: String) -> [UInt8]? {
        let path = "\(directory)/\(name)"
        guard let bytes = try? TableFile.read(path) else {
            print("skipped: \(name) is not beside the project")
            return nil
        }
        return bytes
    }
}

/// Parses a text as JSON; malformed text gives null.
func json(_ text: String) -> UntrustedJSON { payload(Array(text.utf8)) }

/// Parses a captured payload as JSON; malformed bytes give null.
func payload(_ bytes: [UInt8]) -> UntrustedJSON { UntrustedJSON.read(bytes) ?? json("null") }

extension Location {
    static func at(_ latitude: Double, _ longitude: Double) -> Location {
        Location(latitude: Latitude(unchecked: latitude), longitude: Longitude(unchecked: longitude))
    }

    static let minsk = at(53.9, 27.5667)
}

extension Instant {
    /// Parses an instant that is known to be well-formed.
    static func of(_ text: String) -> Instant { Instant(text) ?? Instant(milliseconds: 0) }
}

/// Creates a temporary directory.
func temporaryDirectory() throws -> String {
    var template = Array((#"\#(environment("TMPDIR") ?? "/tmp")/aggregatorXXXXXX"#).utf8CString)
    guard mkdtemp(&template) != nil else { throw TableFile.Fault(description: "no temporary directory") }
    return template.withUnsafeBufferPointer {
        String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Removes a directory that contains only files.
func removeDirectory(_ path: String) {
    if let directory = opendir(path) {
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink("\(path)/\(name)")
        }
        closedir(directory)
    }
    rmdir(path)
}

private func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
