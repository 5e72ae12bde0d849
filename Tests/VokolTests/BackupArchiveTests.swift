import Foundation
import Testing
import Values

@testable import Machine
@testable import vokol

@Suite struct BackupArchiveTests {
    private struct Fault: Error {}

    private func inDirectory(_ body: (String) async throws -> Void) async throws {
        let path = try Files.makeTemporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private func make(_ archive: BackupArchive) async throws -> BackupManifest {
        try await archive.make { draft in
            let dump = Array("a dump".utf8)
            try Files.write(dump, to: draft.file("auth.dump"), mode: 0o644)
            return BackupManifest(
                madeAt: Instant(milliseconds: 0), vokol: "0.1.0", postgres: "15.0",
                databases: [
                    .init(
                        service: "auth", migration: 3,
                        file: .init(name: "auth.dump", bytes: dump.count, sha256: FileDigest.sha256(of: dump)))
                ], secrets: [])
        }
    }

    @Test func `An archive appears once complete, is closed to others, and reads back unchanged`()
        async throws
    {
        try await inDirectory { directory in
            let archive = BackupArchive("\(directory)/backups/one/")
            let manifest = try await make(archive)
            #expect(try archive.verified() == manifest)
            #expect(Files.names(in: "\(directory)/backups") == ["one"])
            let files = FileManager.default
            #expect(try files.attributesOfItem(atPath: archive.path)[.posixPermissions] as? Int == 0o700)
            #expect(Files.names(in: archive.path) == ["auth.dump", "manifest.json", "manifest.sha256"])
            for name in Files.names(in: archive.path) {
                let mode = try files.attributesOfItem(atPath: archive.file(name))[.posixPermissions]
                #expect(mode as? Int == 0o600, "\(name)")
            }
            // Digests as other programs make them.
            #expect(FileDigest.sha256(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
            #expect(try FileDigest(of: archive.file("auth.dump")).sha256 == manifest.databases[0].file.sha256)
        }
    }

    @Test func `A failed archive leaves nothing behind, and an existing one is not overwritten`() async throws {
        try await inDirectory { directory in
            let archive = BackupArchive("\(directory)/one")
            await #expect(throws: Fault.self) {
                _ = try await archive.make { draft in
                    try Files.write("half".utf8, to: draft.file("auth.dump"), mode: 0o600)
                    throw Fault()
                }
            }
            #expect(Files.names(in: directory) == [])
            _ = try await make(archive)
            let error = await #expect(throws: OperatorError.self) { _ = try await make(archive) }
            #expect(error?.description.contains("exists") == true)
        }
    }

    @Test func `Every changed byte, missing file and longer file is detected`()
        async throws
    {
        try await inDirectory { directory in
            let archive = BackupArchive("\(directory)/one")
            _ = try await make(archive)
            for name in Files.names(in: archive.path) {
                let bytes = try #require(try Files.read(archive.file(name)))
                for index in bytes.indices {
                    var damaged = bytes
                    damaged[index] ^= 1
                    try Files.write(damaged, to: archive.file(name), mode: 0o600)
                    #expect(throws: OperatorError.self, "\(name) at \(index)") { _ = try archive.verified() }
                }
                try Files.write(bytes + [0], to: archive.file(name), mode: 0o600)
                #expect(throws: OperatorError.self) { _ = try archive.verified() }
                unlink(archive.file(name))
                #expect(throws: OperatorError.self) { _ = try archive.verified() }
                try Files.write(bytes, to: archive.file(name), mode: 0o600)
                _ = try archive.verified()
            }
        }
    }

    @Test func `A program recognizes an archive of a newer version`() {
        #expect(Version.isOlder(than: "999.0"))
        #expect(!Version.isOlder(than: Version.text))
        #expect(!Version.isOlder(than: "0.0.99"))
    }
}
