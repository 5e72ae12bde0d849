import Foundation
import Testing

@testable import MuseumsService

/// Tests with the programs that decode and encode pictures.
@Suite struct PictureScalingTests {
    @Test func `A picture is scaled to the widths of screens in both formats, and never enlarged`() async throws {
        let sizes: [(Int, Int, [String])] = [
            (1_200, 800, ["160x107", "480x320", "960x640"]), (300, 600, ["160x320", "300x600"]), (40, 20, ["40x20"]),
        ]
        for (width, height, expected) in sizes {
            let scaled = try await PictureScaling().scaled(try await SamplePicture.jpeg(width: width, height: height))
            #expect(
                scaled.map { "\($0.format) \($0.width)x\($0.height)" }
                    == expected.flatMap { ["jpeg \($0)", "webp \($0)"] })
            for picture in scaled {
                let header = try ImageHeader(picture.content)
                #expect("\(header.kind)" == "\(picture.format)" && header.width == picture.width)
            }
        }
    }

    @Test func `A picture that is stored turned is shown upright`() async throws {
        // As stored, the left half is dark; turned by 90°, the upper one.
        let turned = try await SamplePicture.jpeg(
            width: 320, height: 160, with: ImageHeaderTests.exif(orientation: 6))
        let upright = try #require(try await PictureScaling().scaled(turned).last)
        #expect(upright.width == 160 && upright.height == 320)
        let mirrored = try await SamplePicture.jpeg(
            width: 320, height: 160, with: ImageHeaderTests.exif(orientation: 2))
        let flipped = try #require(try await PictureScaling().scaled(mirrored).last)
        let ends = (
            try await SamplePicture.ends(ofWebP: upright.content), try await SamplePicture.ends(ofWebP: flipped.content)
        )
        #expect(try #require(ends.0.first) < 80 && #require(ends.0.last) > 180)
        #expect(try #require(ends.1.first) > 180 && #require(ends.1.last) < 80)
    }

    @Test func `A file that is no picture inside, or exceeds the limits, is refused, and nothing is left`() async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var scaling = PictureScaling()
        scaling.directory = folder.path
        let fake = ImageHeaderTests.jpeg(width: 600, height: 400)
        await #expect(throws: PictureScaling.Fault("cwebp failed")) { try await scaling.scaled(fake) }
        let good = try await SamplePicture.jpeg(width: 600, height: 400)
        scaling.program.limits.seconds = 0.001
        await #expect(throws: PictureScaling.Fault("cwebp exceeded its limits")) { try await scaling.scaled(good) }
        scaling.program.limits = LimitedProgram.Limits(memory: 8 << 20)
        await #expect(throws: PictureScaling.Fault("cwebp failed")) { try await scaling.scaled(good) }
        await #expect(throws: LimitedProgram.Fault.self) { try await LimitedProgram().run("no-such-program", []) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
