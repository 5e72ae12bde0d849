/// Reads the orientation in the Exif segment of a JPEG.
enum ExifOrientation {
    private static let tag = 0x0112

    /// Returns the orientation, 1 to 8; `nil` if the segment states none.
    static func read(_ segment: ArraySlice<UInt8>) -> Int? {
        guard BoundedBytes(segment).begins(Array("Exif\0\0".utf8)) else { return nil }
        let tiff = segment.dropFirst(6)
        let isLittleEndian = BoundedBytes(tiff).begins(Array("II".utf8))
        guard isLittleEndian || BoundedBytes(tiff).begins(Array("MM".utf8)) else { return nil }
        let reader = BoundedBytes(tiff, isLittleEndian: isLittleEndian)
        guard let directory = reader.integer(at: 4, bytes: 4), let count = reader.integer(at: directory, bytes: 2)
        else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard let found = reader.integer(at: entry, bytes: 2) else { return nil }
            guard found == tag else { continue }
            return reader.integer(at: entry + 8, bytes: 2).flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}

/// Numbers and texts at places of untrusted bytes; `nil` beyond their end.
struct BoundedBytes {
    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool = false) {
        self.bytes = bytes
        self.isLittleEndian = isLittleEndian
    }

    /// Returns the unsigned number of 1 to 4 bytes at a place.
    func integer(at place: Int, bytes count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        let part = bytes.dropFirst(place).prefix(count)
        return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns true if `prefix` stands at a place.
    func begins(_ prefix: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: prefix) }
}
