import Machine
import Platform
import Wire

/// A backup: a directory with a dump of each database, the secrets, and a manifest with digests of all files.
struct BackupArchive: Sendable {
    static let manifestName = "manifest.json"
    /// The file with the manifest's digest, in the format of `sha256sum --check`.
    static let digestName = "manifest.sha256"

    /// The absolute path of the archive.
    let path: String

    init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = Files.absolute(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    // MARK: Reading

    /// Verifies all files and returns the manifest.
    ///
    /// - Throws: ``OperatorError`` with the first fault.
    func verified() throws -> BackupManifest {
        let manifest = try manifest()
        for expected in manifest.files {
            // Rejects names that would lead out of the archive.
            guard !expected.name.contains("/"), !expected.name.hasPrefix(".") else {
                throw OperatorError("\(path) is not a backup: it names a file \(expected.name)")
            }
            guard Files.exists(file(expected.name)) else {
                throw OperatorError("\(path) is incomplete: \(expected.name) is missing")
            }
            let found = try FileDigest(of: file(expected.name))
            guard found.bytes == expected.bytes else {
                throw OperatorError(
                    "\(file(expected.name)) is damaged: it has \(found.bytes) bytes, not \(expected.bytes)")
            }
            guard found.sha256 == expected.sha256 else {
                throw OperatorError("\(file(expected.name)) is damaged: its SHA-256 differs from the manifest")
            }
        }
        return manifest
    }

    private func manifest() throws -> BackupManifest {
        guard let bytes = try Files.read(file(Self.manifestName)), let digest = try Files.read(file(Self.digestName))
        else { throw OperatorError("\(path) is not a backup: it lacks \(Self.manifestName) or \(Self.digestName)") }
        guard digest == Self.digestLine(bytes) else {
            throw OperatorError("\(file(Self.manifestName)) is damaged: its SHA-256 differs from \(Self.digestName)")
        }
        struct Form: Decodable { var format: Int }
        let form = try JSONCoding.decode(Form.self, from: bytes, unknownMembers: .ignored)
        guard form.format == BackupManifest.format else {
            throw OperatorError("\(path) has format \(form.format); this program reads \(BackupManifest.format)")
        }
        return try JSONCoding.decode(BackupManifest.self, from: bytes, unknownMembers: .ignored)
    }

    private static func digestLine(_ manifest: [UInt8]) -> [UInt8] {
        Array("\(FileDigest.sha256(of: manifest))  \(manifestName)\n".utf8)
    }

    // MARK: Writing

    /// Creates the archive atomically.
    ///
    /// - Parameter fill: writes the files to a private directory and returns the manifest.
    func make(_ fill: (_ draft: BackupArchive) async throws -> BackupManifest) async throws -> BackupManifest {
        guard !Files.exists(path) else { throw OperatorError("\(path) exists: choose a new name") }
        guard let parent = Files.parent(of: path) else { throw OperatorError("\(path) cannot be created") }
        try Files.makeDirectory(parent, mode: 0o700)
        let name = path.dropFirst(parent == "/" ? 1 : parent.count + 1)
        let draft = BackupArchive(unresolved: "\(parent == "/" ? "" : parent)/.\(name).partial-\(getpid())")
        guard mkdir(draft.path, 0o700) == 0 else { throw Files.failure("create the directory", draft.path) }
        do {
            let manifest = try await fill(draft)
            let text = IndentedJSON.indented(try JSONCoding.encode(manifest)) + [UInt8(ascii: "\n")]
            try Files.write(text, to: draft.file(Self.manifestName), mode: Files.secretMode)
            try Files.write(Self.digestLine(text), to: draft.file(Self.digestName), mode: Files.secretMode)
            for name in Files.names(in: draft.path) { try Files.sync(draft.file(name), mode: Files.secretMode) }
            try Files.sync(draft.path)
            guard rename(draft.path, path) == 0 else { throw Files.failure("create the directory", path) }
            try Files.sync(parent)
            return manifest
        } catch {
            Files.removeDirectory(draft.path)
            throw error
        }
    }

    private init(unresolved path: String) { self.path = path }
}
