import Values

/// A made-up picture of a building at dusk as a PNG, the same for the same name.
enum DrawnPicture {
    static let width = 1_280
    static let height = 854

    /// Returns a picture's bytes.
    static func png(of name: String, seed: UInt64) -> [UInt8] {
        var hash = StableHash()
        hash.addPart(name.utf8)
        let value = hash.value ^ seed
        let header: [UInt8] = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 3, 0, 0, 0]
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", header)
        bytes += chunk("PLTE", palette(value))
        bytes += chunk("IDAT", zlib(rows(value)))
        return bytes + chunk("IEND", [])
    }

    /// Returns 32 colours of the sky, then the wall, the windows and the ground.
    private static func palette(_ value: UInt64) -> [UInt8] {
        let warm = Int(value % 90)
        var colours: [UInt8] = []
        for step in 0..<32 { colours += [UInt8(60 + step * 5), UInt8(90 + step * 4), UInt8(200 - warm - step)] }
        let wall: [UInt8] = [92, 70, UInt8(60 + warm / 3)]
        return colours + wall + [250, 220, 150, 70, 84, 66]
    }

    private static func rows(_ value: UInt64) -> [UInt8] {
        let floors = 3 + Int((value >> 8) % 4)
        let left = 200 + Int((value >> 16) % 200)
        let wall = left..<(width - left)
        let top = height * 3 / 4 - floors * 110
        var bytes: [UInt8] = []
        bytes.reserveCapacity((width + 1) * height)
        for y in 0..<height {
            bytes.append(0)
            for x in 0..<width {
                let isWall = wall.contains(x) && y >= top && y < height * 3 / 4
                let isWindow = isWall && (x - left) % 90 > 30 && (y - top) % 110 > 35
                let colour = y >= height * 3 / 4 ? 34 : isWindow ? 33 : isWall ? 32 : y * 32 / height
                bytes.append(UInt8(colour))
            }
        }
        return bytes
    }

    /// Packs bytes as zlib does (RFC 1950), without compressing them.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let (one, two) = bytes.reduce(into: (UInt32(1), UInt32(0))) { sums, byte in
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        let head: [UInt8] = [0x78, 0x01]
        return head + Gzip.blocks(bytes) + bigEndian(two << 16 | one)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + named + bigEndian(Checksum.crc32(named))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
