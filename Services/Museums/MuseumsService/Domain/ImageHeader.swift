/// The type and the dimensions of a picture, read from its headers: nothing is decoded.
struct ImageHeader: Equatable, Sendable {
    enum Kind: String, Sendable { case jpeg, png, webp }

    /// The reason that a picture is not decoded, as an English phrase.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// The largest picture that is decoded, in bytes.
    static let maximumBytes = 20 << 20
    /// The largest picture that is decoded, in pixels.
    static let maximumPixels = 40_000_000
    /// The largest width and height that WebP's programs read.
    static let maximumSide = 16_383

    let kind: Kind
    /// Pixels, as is the height; as stored, before ``orientation``.
    let width: Int
    let height: Int
    /// The Exif orientation, 1 to 8: 1 for a picture that is stored as it is shown.
    var orientation = 1

    /// True if width and height are exchanged when the picture is shown.
    var isTurned: Bool { orientation >= 5 }

    /// Reads the headers of a picture.
    ///
    /// - Throws: ``Fault`` for bytes that are no picture of a known kind, and for one beyond the limits.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.maximumBytes else {
            throw Fault("the picture has more than \(Self.maximumBytes >> 20) MiB")
        }
        guard let header = Self.jpeg(bytes) ?? Self.png(bytes) ?? Self.webp(bytes) else {
            throw Fault("it is no JPEG, PNG or WebP picture")
        }
        self = header
        guard width > 0, height > 0 else { throw Fault("the picture is empty") }
        guard width <= Self.maximumSide, height <= Self.maximumSide, width * height <= Self.maximumPixels else {
            throw Fault(
                "the picture has \(width) × \(height) pixels, more than \(Self.maximumPixels / 1_000_000) million")
        }
    }

    private init(_ kind: Kind, width: Int, height: Int, orientation: Int = 1) {
        (self.kind, self.width, self.height, self.orientation) = (kind, width, height, orientation)
    }

    private static func png(_ bytes: [UInt8]) -> ImageHeader? {
        let reader = BoundedBytes(bytes[...])
        guard reader.begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            reader.begins(Array("IHDR".utf8), at: 12),
            let width = reader.integer(at: 16, bytes: 4), let height = reader.integer(at: 20, bytes: 4)
        else { return nil }
        return ImageHeader(.png, width: width, height: height)
    }

    private static func webp(_ bytes: [UInt8]) -> ImageHeader? {
        let reader = BoundedBytes(bytes[...], isLittleEndian: true)
        guard reader.begins(Array("RIFF".utf8)), reader.begins(Array("WEBP".utf8), at: 8) else { return nil }
        if reader.begins(Array("VP8 ".utf8), at: 12), reader.begins([0x9D, 0x01, 0x2A], at: 23),
            let width = reader.integer(at: 26, bytes: 2), let height = reader.integer(at: 28, bytes: 2)
        {
            return ImageHeader(.webp, width: width & 0x3FFF, height: height & 0x3FFF)
        }
        if reader.begins(Array("VP8L".utf8), at: 12), reader.begins([0x2F], at: 20),
            let sides = reader.integer(at: 21, bytes: 4)
        {
            return ImageHeader(.webp, width: sides & 0x3FFF + 1, height: sides >> 14 & 0x3FFF + 1)
        }
        if reader.begins(Array("VP8X".utf8), at: 12),
            let width = reader.integer(at: 24, bytes: 3), let height = reader.integer(at: 27, bytes: 3)
        {
            return ImageHeader(.webp, width: width + 1, height: height + 1)
        }
        return nil
    }

    private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
        let reader = BoundedBytes(bytes[...])
        guard reader.begins([0xFF, 0xD8]) else { return nil }
        var (position, orientation) = (2, 1)
        while let byte = reader.integer(at: position, bytes: 1), byte == 0xFF,
            let marker = reader.integer(at: position + 1, bytes: 1)
        {
            position += 1
            // A fill byte before the marker.
            if marker == 0xFF { continue }
            guard let length = reader.integer(at: position + 1, bytes: 2), length >= 2 else { return nil }
            switch marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                guard let height = reader.integer(at: position + 4, bytes: 2),
                    let width = reader.integer(at: position + 6, bytes: 2)
                else { return nil }
                return ImageHeader(.jpeg, width: width, height: height, orientation: orientation)
            // The picture's data, which only a frame may precede.
            case 0xDA, 0xD9: return nil
            case 0xE1:
                let start = position + 3
                let segment = bytes[min(start, bytes.count)..<min(position + 1 + length, bytes.count)]
                orientation = ExifOrientation.read(segment) ?? orientation
            default: break
            }
            position += 1 + length
        }
        return nil
    }
}
