import Platform
import Testing

@testable import Values

/// Maps of a few squares, in the form that `deploy/zones/build` writes.
@Suite struct ZoneMapTests {
    /// A square with its zone; coordinates are whole degrees.
    private struct Square {
        var zone: UInt32
        var west: Int32
        var south: Int32
        var size: Int32
    }

    private static let small = Square(zone: 1, west: 24, south: 51, size: 2)
    private static let large = Square(zone: 0, west: 20, south: 50, size: 10)

    /// Returns a map of squares, the smallest first, each a block of four vertices.
    private static func file(_ squares: [Square]) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        func bytes(_ degrees: Int32) -> [UInt8] { bytes(UInt32(bitPattern: degrees * 1_000_000)) }
        func name(_ text: String, _ country: String) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: 38 - text.utf8.count) + Array(country.utf8)
        }
        var (polygons, blocks, words): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for (index, square) in squares.enumerated() {
            let (east, north) = (square.west + square.size, square.south + square.size)
            polygons += bytes(square.west) + bytes(east) + bytes(square.south) + bytes(north)
            polygons += bytes(square.zone) + bytes(UInt32(index)) + bytes(UInt32(4))
            blocks += bytes(square.south) + bytes(north) + bytes(square.west) + bytes(UInt32(words.count / 4))
            blocks += [32, 32, 5, 0]
            let side = UInt32(square.size * 1_000_000)
            words += [0, side, side, 0, 0].flatMap { bytes(UInt32($0)) }
            words += [0, 0, side, side, 0].flatMap { bytes(UInt32($0)) }
        }
        words += [UInt8](repeating: 0, count: 8)
        let head = Array("VOKZONE1".utf8) + bytes(UInt32(2)) + bytes(UInt32(squares.count))
        let counts = bytes(UInt32(squares.count)) + bytes(UInt32(words.count / 4))
        return head + counts + name("Europe/Minsk", "BY") + name("Etc/GMT-2", "\0\0") + polygons + blocks + words
    }

    private static func with(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        var template = Array("/tmp/zone-map-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        try body(path)
    }

    private static func at(_ latitude: Double, _ longitude: Double) -> Location {
        Location(latitude: Latitude(unchecked: latitude), longitude: Longitude(unchecked: longitude))
    }

    @Test func `A point has the zone and the country of the smallest polygon around it`() throws {
        try Self.with(Self.file([Self.small, Self.large])) { path in
            let map = try ZoneMap(path)
            #expect(map.entry(at: Self.at(55, 21)) == ZoneMap.Entry(identifier: "Europe/Minsk", country: "BY"))
            #expect(map.entry(at: Self.at(52, 25)) == ZoneMap.Entry(identifier: "Etc/GMT-2", country: nil))
            #expect(map.entry(at: Self.at(52, 26.5))?.identifier == "Europe/Minsk", "east of the small one")
            #expect(map.entry(at: Self.at(52, 23.999999))?.identifier == "Europe/Minsk", "west of the small one")
            #expect(map.entry(at: Self.at(52, 24.000001))?.identifier == "Etc/GMT-2")
            for outside in [Self.at(49, 25), Self.at(61, 25), Self.at(55, 19), Self.at(55, 31), Self.at(-90, -180)] {
                #expect(map.entry(at: outside) == nil)
            }
        }
    }

    @Test func `A file that is cut, longer or none is refused, and damaged numbers find nothing`() throws {
        let whole = Self.file([Self.small])
        for bytes in [[], Array(whole.dropLast()), whole + [0], [UInt8](repeating: 7, count: whole.count)] {
            try Self.with(bytes) { path in _ = #expect(throws: ZoneMap.Fault.self) { try ZoneMap(path) } }
        }
        _ = #expect(throws: ZoneMap.Fault.self) { try ZoneMap("/nonexistent") }
        // Each byte of the tables in turn: no look-up may trap.
        for index in 24..<whole.count {
            var damaged = whole
            damaged[index] ^= 0xFF
            try Self.with(damaged) { path in _ = try ZoneMap(path).entry(at: Self.at(52, 25)) }
        }
    }
}
