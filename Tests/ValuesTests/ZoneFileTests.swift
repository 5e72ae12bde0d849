import Foundation
import Testing

@testable import Values

@Suite struct ZoneFileTests {
    @Test(arguments: [
        "", "/", "/etc/passwd", "../zoneinfo/UTC", "Europe/../UTC", "Europe//Minsk", "Europe/Minsk/",
        "/Europe/Minsk",
        "./UTC", "UTC\0", "UTC\n", "Europe/Minsk ", "a.b", "%2e%2e/UTC", "a\\b", "Европа/Минск", "a/b/c/d/e",
        String(repeating: "a", count: 65),
    ])
    func `An identifier cannot lead out of the directory`(identifier: String) {
        let fault = #expect(throws: ZoneFault.self) { try Zone(identifier) }
        #expect(fault?.reason == .invalidIdentifier)
        #expect(fault?.identifier == identifier)
    }

    @Test func `A missing zone is reported with the path that was searched`() {
        let fault = #expect(throws: ZoneFault.self) { try Zone("Europe/Atlantis") }
        #expect(fault?.reason == .notFound)
        #expect(fault?.detail.contains("/usr/share/zoneinfo/Europe/Atlantis") == true)
        #expect(throws: ZoneFault.self) { try Zone("UTC/Minsk") }
        let nowhere = #expect(throws: ZoneFault.self) { try Zone("UTC", directory: "/does/not/exist") }
        #expect(nowhere?.reason == .notFound)
    }

    @Test func `A directory is not a zone`() {
        let fault = #expect(throws: ZoneFault.self) { try Zone("Europe") }
        #expect(fault?.reason == .unreadable)
    }

    @Test func `Files of up to 64 KiB are read from any directory, and larger ones are refused`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = TZifFile(rule: "<+03>-3").bytes
        let padding = [UInt8](repeating: 0, count: 65_536 - file.count)
        try Data(file + padding).write(to: folder.appending(path: "Full"))
        try Data(file + padding + [0]).write(to: folder.appending(path: "Large"))
        #expect(try Zone("Full", directory: folder.path).wall("2026-01-01T00:00:00Z") == "2026-01-01 03:00")
        let fault = #expect(throws: ZoneFault.self) { try Zone("Large", directory: folder.path) }
        #expect(fault?.reason == .unreadable)
        #expect(fault?.detail.contains("exceeds 65536 bytes") == true)
    }
}
