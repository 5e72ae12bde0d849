import Foundation

@testable import MuseumsService

/// Pictures for tests, made by the programs that also read them.
enum SamplePicture {
    /// Returns a JPEG whose left half is dark and whose right half is bright.
    ///
    /// - Parameter segment: a segment after the beginning, such as Exif.
    static func jpeg(width: Int, height: Int, with segment: [UInt8] = []) async throws -> [UInt8] {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { for end in ["ppm", "jpg"] { try? FileManager.default.removeItem(atPath: "\(base).\(end)") } }
        let row = (0..<width).flatMap { x in [UInt8](repeating: x < width / 2 ? 20 : 230, count: 3) }
        let pixels = Array("P6 \(width) \(height) 255\n".utf8) + (0..<height).flatMap { _ in row }
        try Data(pixels).write(to: URL(filePath: "\(base).ppm"))
        try await LimitedProgram().run("cjpeg", ["-quality", "90", "-outfile", "\(base).jpg", "\(base).ppm"])
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(base).jpg")))
        return Array(bytes.prefix(2)) + segment + bytes.dropFirst(2)
    }

    /// Returns the brightness of the first and the last pixel of a WebP picture.
    static func ends(ofWebP bytes: [UInt8]) async throws -> (first: UInt8?, last: UInt8?) {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { for end in ["webp", "ppm"] { try? FileManager.default.removeItem(atPath: "\(base).\(end)") } }
        try Data(bytes).write(to: URL(filePath: "\(base).webp"))
        try await LimitedProgram().run("dwebp", ["\(base).webp", "-ppm", "-o", "\(base).ppm"])
        let pixels = try Data(contentsOf: URL(filePath: "\(base).ppm"))
        let header = try ImageHeader(bytes)
        let start = pixels.count - header.width * header.height * 3
        return (pixels[start], pixels.last)
    }
}
