import Contracts
import Upstream

@testable import AggregatorService

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Payloads of third parties that lie beside the project, where there are any.
enum Shared {
    /// The directory beside the project.
    private static let directory: String = {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/shared"
    }()

    /// The bytes of a captured payload, such as `nominatim/reverse_paris_jsonv2.json`; `nil`, with a word on standard
    /// output, where it is not there.
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

/// The JSON of a text.
func json(_ text: String) -> ForeignJSON { ForeignJSON.read(Array(text.utf8)) ?? .null }

/// The JSON of a captured payload.
func payload(_ bytes: [UInt8]) -> ForeignJSON { ForeignJSON.read(bytes) ?? .null }

extension Location {
    static func at(_ latitude: Double, _ longitude: Double) -> Location {
        Location(latitude: Latitude(unchecked: latitude), longitude: Longitude(unchecked: longitude))
    }

    static let minsk = at(53.9, 27.5667)
}

extension Instant {
    /// An instant of a test, which is well-formed.
    static func of(_ text: String) -> Instant { Instant(text) ?? Instant(milliseconds: 0) }
}
