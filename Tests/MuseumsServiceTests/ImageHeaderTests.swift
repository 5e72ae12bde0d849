import Testing

@testable import MuseumsService

@Suite struct ImageHeaderTests {
    /// Returns a JPEG's bytes up to its frame.
    static func jpeg(width: Int, height: Int, before segments: [UInt8] = [], marker: UInt8 = 0xC2) -> [UInt8] {
        let sides = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return [0xFF, 0xD8] + segments + [0xFF, 0xFF, marker, 0, 17, 8] + sides + [
            3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
        ]
    }

    /// Returns an Exif segment with an orientation.
    static func exif(orientation: UInt8, isLittleEndian: Bool = false) -> [UInt8] {
        func number(_ bytes: [UInt8]) -> [UInt8] { isLittleEndian ? bytes.reversed() : bytes }
        func entry(_ tag: UInt8, _ value: UInt8) -> [UInt8] {
            let type: [UInt8] = number([1, tag]) + number([0, 3]) + number([0, 0, 0, 1])
            return type + number([0, value]) + [0, 0]
        }
        let entries = entry(0x0F, 3) + entry(0x12, orientation)
        let tiff = Array((isLittleEndian ? "II" : "MM").utf8) + number([0, 42]) + number([0, 0, 0, 8])
        let content = Array("Exif\0\0".utf8) + tiff + number([0, 2]) + entries
        return [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
    }

    private static func png(width: Int, height: Int) -> [UInt8] {
        let sides = [width, height].flatMap { side in (0..<4).map { UInt8(side >> (24 - 8 * $0) & 0xFF) } }
        return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + sides + [8, 2, 0, 0, 0]
    }

    private static func webp(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
        Array("RIFF\0\0\0\0WEBP\(chunk)\0\0\0\0".utf8) + content
    }

    @Test func `Type and size are read from the headers of each kind`() throws {
        let cases: [([UInt8], ImageHeader.Kind, Int, Int)] = [
            (Self.jpeg(width: 1_600, height: 1_200), .jpeg, 1_600, 1_200),
            (Self.jpeg(width: 640, height: 480, before: [0xFF, 0xC4, 0, 4, 1, 2], marker: 0xC0), .jpeg, 640, 480),
            (Self.png(width: 300, height: 7_000), .png, 300, 7_000),
            (Self.webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x40, 0x01, 0xF0, 0x40]), .webp, 320, 240),
            (Self.webp("VP8L", [0x2F, 0x3F, 0xC1, 0x3B, 0x00]), .webp, 320, 240),
            (Self.webp("VP8X", [0, 0, 0, 0, 0x3F, 1, 0, 0xEF, 0, 0]), .webp, 320, 240),
        ]
        for (bytes, kind, width, height) in cases {
            let header = try ImageHeader(bytes)
            #expect(header.kind == kind && header.width == width && header.height == height, "\(header)")
            #expect(header.orientation == 1)
            // Cut off anywhere, the header names no picture, and nothing traps.
            for end in bytes.indices { _ = try? ImageHeader(Array(bytes[..<end])) }
        }
    }

    @Test(arguments: [false, true])
    func `The orientation comes from Exif in either order of bytes`(isLittleEndian: Bool) throws {
        for orientation in 1...8 {
            let segment = Self.exif(orientation: UInt8(orientation), isLittleEndian: isLittleEndian)
            let header = try ImageHeader(Self.jpeg(width: 4, height: 3, before: segment))
            #expect(header.orientation == orientation && header.isTurned == (orientation > 4))
        }
        for other: UInt8 in [0, 9] {
            let segment = Self.exif(orientation: other, isLittleEndian: isLittleEndian)
            #expect(try ImageHeader(Self.jpeg(width: 4, height: 3, before: segment)).orientation == 1)
        }
        var lost = Self.exif(orientation: 6, isLittleEndian: isLittleEndian)
        // A directory far outside the segment.
        lost.replaceSubrange(14..<18, with: [0x7F, 0x7F, 0x7F, 0x7F])
        #expect(try ImageHeader(Self.jpeg(width: 4, height: 3, before: lost)).orientation == 1)
    }

    @Test func `Anything else, and pictures beyond the limits, are refused before they are decoded`() {
        func fault(_ bytes: [UInt8]) -> String? {
            #expect(throws: ImageHeader.Fault.self) { try ImageHeader(bytes) }?.description
        }
        for bytes in [[], Array("<svg/>".utf8), [0xFF, 0xD8, 0xFF, 0xDA, 0, 2], Array("GIF89a".utf8)] as [[UInt8]] {
            #expect(fault(bytes) == "it is no JPEG, PNG or WebP picture")
        }
        #expect(fault(Self.png(width: 8_000, height: 5_001))?.contains("more than 40 million") == true)
        #expect(fault(Self.png(width: 100_000, height: 1)) != nil)
        #expect(fault(Self.png(width: 0, height: 9)) == "the picture is empty")
        let long = Self.png(width: 1, height: 1) + [UInt8](repeating: 0, count: ImageHeader.maximumBytes)
        #expect(fault(long) == "the picture has more than 20 MiB")
    }
}
