import Contract
import Platform

/// Scales pictures to the widths of screens, in child processes.
struct PictureScaling: Sendable {
    /// The reason that a picture cannot be scaled, as an English phrase.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let description: String
        init(_ error: some Error) { description = "\(error)" }
        init(_ description: String) { self.description = description }
    }

    /// The changes of `jpegtran` that show a picture of each Exif orientation upright, from 2 on.
    private static let turns = [
        ["-flip", "horizontal"], ["-rotate", "180"], ["-flip", "vertical"], ["-transpose"], ["-rotate", "90"],
        ["-transverse"], ["-rotate", "270"],
    ]

    var program = LimitedProgram()
    /// The directory for files that exist while a picture is scaled.
    var directory = "/tmp"

    /// Returns a picture in each width, as WebP and JPEG, the smallest first; pictures are never enlarged.
    func scaled(_ bytes: [UInt8]) async throws(Fault) -> [ScaledPicture] {
        do {
            let header = try ImageHeader(bytes)
            let folder = try ScalingFolder(in: directory)
            defer { folder.remove() }
            return try await scaled(bytes, header, in: folder)
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(error)
        }
    }

    private func scaled(
        _ bytes: [UInt8], _ header: ImageHeader, in folder: ScalingFolder
    ) async throws -> [ScaledPicture] {
        var source = folder.file("source")
        try FileBytes.write(bytes, to: source, mode: 0o600)
        if header.kind == .jpeg, header.orientation > 1 {
            let upright = folder.file("upright")
            try await program.run(
                "jpegtran", Self.turns[header.orientation - 2] + ["-trim", "-outfile", upright, source])
            source = upright
        }
        // Only this step decodes the untrusted bytes; the others read what it wrote.
        let width = header.isTurned ? header.height : header.width
        let largest = folder.file("largest.webp")
        let widths = Set(ScaledPicture.widths.map { min($0, width) }).sorted()
        try await scale(source, to: widths.last ?? width, ["-lossless", "-z", "1"], largest)
        var pictures: [ScaledPicture] = []
        for width in widths {
            let (webp, exact, raw, jpeg) = (
                folder.file("webp"), folder.file("exact.webp"), folder.file("raw.ppm"), folder.file("jpeg")
            )
            try await scale(largest, to: width, ["-q", "78"], webp)
            try await scale(largest, to: width, ["-lossless", "-z", "1"], exact)
            try await program.run("dwebp", [exact, "-ppm", "-o", raw])
            try await program.run(
                "cjpeg", ["-quality", "80", "-optimize", "-progressive", "-outfile", jpeg, raw])
            pictures += [try Self.picture(.jpeg, at: jpeg), try Self.picture(.webp, at: webp)]
        }
        return pictures
    }

    /// Scales a picture to a width as WebP, without metadata and on white.
    private func scale(_ source: String, to width: Int, _ coding: [String], _ target: String) async throws {
        try await program.run(
            "cwebp",
            ["-quiet", "-metadata", "none", "-blend_alpha", "0xffffff", "-resize", "\(width)", "0"] + coding
                + ["-o", target, "--", source])
    }

    private static func picture(_ format: PictureFormat, at path: String) throws -> ScaledPicture {
        let content = try FileBytes.read(path, maximum: RawResult.maximumBytes)
        let header = try ImageHeader(content)
        return ScaledPicture(format: format, width: header.width, height: header.height, content: content)
    }
}

/// A directory that only this process's user can read.
private struct ScalingFolder {
    private let path: String

    init(in directory: String) throws {
        var template = Array("\(directory)/vokol-picture-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("no directory for pictures", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes the directory with the files in it.
    func remove() {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink(file(name))
        }
        closedir(folder)
        rmdir(path)
    }
}
