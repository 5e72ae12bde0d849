/// A point in millionths of a degree.
struct ZoneMapPoint {
    var x: Int64
    var y: Int64
}

/// The sections of a map's file, and its records; `deploy/zones/build` describes them.
struct ZoneMapLayout: Sendable {
    static let headerBytes = 24
    private static let zoneBytes = 40
    private static let nameBytes = 38
    private static let polygonBytes = 28
    private static let blockBytes = 20

    private let zoneCount: Int
    let polygonCount: Int
    let blockCount: Int

    private var polygons: Int { Self.headerBytes + zoneCount * Self.zoneBytes }
    private var blocks: Int { polygons + polygonCount * Self.polygonBytes }
    /// The offset of the first word.
    var words: Int { blocks + blockCount * Self.blockBytes }

    /// Reads a header; `nil` if it is none, or if the file has another length.
    init?(_ head: UnsafeRawBufferPointer, fileBytes: Int) {
        guard head.count == Self.headerBytes, head.prefix(8).elementsEqual("VOKZONE1".utf8) else { return nil }
        let numbers = (0..<4).map { Int(Self.number(head, 8 + 4 * $0)) }
        (zoneCount, polygonCount, blockCount) = (numbers[0], numbers[1], numbers[2])
        guard (1...10_000).contains(zoneCount), (1...100_000).contains(polygonCount),
            (1...10_000_000).contains(blockCount), fileBytes == words + 4 * numbers[3]
        else { return nil }
    }

    /// Reads the zones.
    func entries(in tables: UnsafeRawBufferPointer) -> [ZoneMap.Entry] {
        (0..<zoneCount).map { index in
            let start = Self.headerBytes + index * Self.zoneBytes
            func text(_ range: Range<Int>) -> String {
                String(decoding: tables[range].prefix { $0 != 0 }, as: UTF8.self)
            }
            let country = text(start + Self.nameBytes..<start + Self.zoneBytes)
            return ZoneMap.Entry(
                identifier: text(start..<start + Self.nameBytes), country: country.isEmpty ? nil : country)
        }
    }

    /// Reads a polygon.
    func polygon(_ index: Int, in tables: UnsafeRawBufferPointer) -> ZoneMapPolygon {
        let start = polygons + index * Self.polygonBytes
        func signed(_ offset: Int) -> Int64 { Int64(Int32(bitPattern: Self.number(tables, start + offset))) }
        let first = Int(Self.number(tables, start + 20))
        let count = (Int(Self.number(tables, start + 24)) + ZoneMapBlock.vertices - 1) / ZoneMapBlock.vertices
        return ZoneMapPolygon(
            box: ZoneMapPolygon.Box(west: signed(0), east: signed(4), south: signed(8), north: signed(12)),
            zone: Int(Self.number(tables, start + 16)), blocks: first..<first + count)
    }

    /// Reads a block.
    func block(_ index: Int, in tables: UnsafeRawBufferPointer) -> ZoneMapBlock {
        let start = blocks + index * Self.blockBytes
        func signed(_ offset: Int) -> Int64 { Int64(Int32(bitPattern: Self.number(tables, start + offset))) }
        let sizes = Self.number(tables, start + 16)
        return ZoneMapBlock(
            south: signed(0), north: signed(4), west: signed(8), firstWord: Int(Self.number(tables, start + 12)),
            width: Int(sizes & 0xFF), height: Int(sizes >> 8 & 0xFF), count: Int(sizes >> 16))
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

/// A polygon of one zone.
struct ZoneMapPolygon {
    struct Box {
        var west: Int64
        var east: Int64
        var south: Int64
        var north: Int64

        func contains(_ point: ZoneMapPoint) -> Bool {
            west <= point.x && point.x <= east && south <= point.y && point.y <= north
        }
    }

    var box: Box
    var zone: Int
    var blocks: Range<Int>
}

/// A part of a polygon's border: vertices, as bits counted from its west and south.
struct ZoneMapBlock {
    /// The vertices of a full block, without the first of the next one.
    static let vertices = 128
    /// The words of the longest block, and one after its last field.
    static let maximumWords = 2 * (vertices + 1) + 1

    var south: Int64
    var north: Int64
    var west: Int64
    var firstWord: Int
    /// The bits of an x.
    var width: Int
    /// The bits of a y.
    var height: Int
    /// The number of vertices, the first of the next block included.
    var count: Int

    private var wordsOfX: Int { (count * width + 31) / 32 }
    /// The words to read.
    var wordCount: Int { wordsOfX + (count * height + 31) / 32 + 1 }

    /// Returns false if no edge can cross a ray to the east.
    func isCrossed(byRayFrom point: ZoneMapPoint) -> Bool {
        guard width <= 32, height <= 32, south <= point.y, point.y < north else { return false }
        return west + (Int64(1) << Int64(width)) > point.x
    }

    /// Returns true if an odd number of edges crosses a ray to the east.
    func isCrossedOddly(byRayFrom point: ZoneMapPoint, _ words: UnsafeBufferPointer<UInt32>) -> Bool {
        let (x, y, offset) = (point.x - west, point.y - south, wordsOfX)
        var isOdd = false
        var before = Self.field(0, height, from: offset, words)
        for index in 1..<max(count, 1) {
            let after = Self.field(index, height, from: offset, words)
            if (before > y) != (after > y) {
                let start = Self.field(index - 1, width, from: 0, words)
                let end = Self.field(index, width, from: 0, words)
                // The point is west of the edge: x < start + (y - before) * (end - start) / (after - before).
                let (left, right) = ((x - start) * (after - before), (y - before) * (end - start))
                if after > before ? left < right : left > right { isOdd.toggle() }
            }
            before = after
        }
        return isOdd
    }

    /// Returns a field of a stream of bits.
    private static func field(
        _ index: Int, _ width: Int, from word: Int, _ words: UnsafeBufferPointer<UInt32>
    ) -> Int64 {
        let bit = index * width
        let (position, shift) = (word + bit / 32, UInt64(bit % 32))
        let both =
            UInt64(UInt32(littleEndian: words[position]))
            | UInt64(UInt32(littleEndian: words[min(position + 1, words.count - 1)])) << 32
        return Int64(both >> shift & (UInt64(1) << UInt64(width) - 1))
    }
}
