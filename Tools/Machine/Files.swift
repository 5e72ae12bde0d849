package import Platform
import ServiceRuntime
import SystemPackage

/// Reads and writes small files and directories; files with secrets are private, and no file is ever half-written.
package enum Files {
    /// The mode of a file that everyone can read.
    package static let publicMode: mode_t = 0o644
    /// The mode of a file that only its owner can read.
    package static let secretMode: mode_t = 0o600

    /// Returns the content of a small file; `nil` if it does not exist.
    package static func read(_ path: String) throws -> [UInt8]? {
        guard access(path, F_OK) == 0 else { return nil }
        do throws(FileBytes.Fault) {
            return try FileBytes.read(path, maximum: SmallFile.maximumBytes)
        } catch {
            throw failure("read", path, cause: error.code)
        }
    }

    /// Replaces a file atomically: readers see either the old content or the new.
    package static func write(_ bytes: some Collection<UInt8>, to path: String, mode: mode_t) throws {
        do throws(FileBytes.Fault) {
            try FileBytes.write(bytes, to: path, mode: mode)
        } catch {
            throw failure("write", path, cause: error.code)
        }
    }

    /// Creates a directory and its missing parents; an existing one keeps its mode.
    package static func makeDirectory(_ path: String, mode: mode_t) throws {
        if mkdir(path, mode) == 0 { return }
        if errno == ENOENT, let parent = parent(of: path) {
            try makeDirectory(parent, mode: 0o755)
            if mkdir(path, mode) == 0 { return }
        }
        guard errno == EEXIST, isDirectory(path) else { throw failure("create the directory", path) }
    }

    /// Waits until a file's content, or a directory's entries, have been written to disk.
    ///
    /// - Parameter mode: the mode to set first; `nil` to leave it unchanged.
    package static func sync(_ path: String, mode: mode_t? = nil) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { close(descriptor) }
        if let mode, fchmod(descriptor, mode) != 0 { throw failure("write", path) }
        guard fsync(descriptor) == 0 else { throw failure("write", path) }
    }

    /// Creates a private temporary directory with a unique name.
    package static func makeTemporaryDirectory() throws -> String {
        let place = Environment.variables()["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(place)/vokol-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw failure("create a directory in", place) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a directory and its files; a directory with subdirectories is not removed.
    package static func removeDirectory(_ path: String) {
        for name in names(in: path) { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    package static func remove(_ path: String) { unlink(path) }

    package static func isDirectory(_ path: String) -> Bool {
        (try? Stat(FilePath(path)))?.type == .directory
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 && !isDirectory(path) }

    package static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the absolute path, with symbolic links resolved if the file exists.
    package static func absolute(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        if path.hasPrefix("/") { return path }
        guard let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        return "\(String(cString: current))/\(path)"
    }

    /// Returns the parent directory of `path`; `nil` for the root and for a bare name.
    package static func parent(of path: String) -> String? {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
        guard let slash = trimmed.lastIndex(of: "/"), trimmed.count > 1 else { return nil }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// Creates an error that names the file and the operating system's reason.
    /// - Parameter cause: the error number.
    package static func failure(_ verb: String, _ path: String, cause: Int32 = errno) -> OperatorError {
        let hint = cause == EACCES || cause == EPERM ? "; choose another place with --directory" : ""
        return OperatorError("cannot \(verb) \(path): \(String(cString: strerror(cause)))\(hint)")
    }
}
