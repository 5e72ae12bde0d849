import Platform
import Testing

@Suite struct FileBytesTests {
    /// Creates a file for the duration of `body`.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        var template = Array("/tmp/vokol-file-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        try body(path)
    }

    @Test func `A file is read whole up to the limit, and refused above it`() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        try withFile(bytes) { path in
            let all = try FileBytes.read(path, maximum: 100_000)
            #expect(all == bytes)
            let fault = #expect(throws: FileBytes.Fault.self) { try FileBytes.read(path, maximum: 99_999) }
            #expect(fault?.description == "\(path) exceeds 99999 bytes")
            #expect(fault?.code == EFBIG)
        }
        try withFile([]) { path in
            let none = try FileBytes.read(path, maximum: 0)
            #expect(none.isEmpty)
        }
    }

    @Test func `A file is read chunk by chunk until its end`() throws {
        try withFile([1, 2, 3, 4, 5]) { path in
            let file = try FileBytes(path, chunkSize: 2)
            var chunks: [[UInt8]] = []
            while let chunk = try file.next() { chunks.append(Array(chunk)) }
            #expect(chunks == [[1, 2], [3, 4], [5]])
            #expect(try file.next() == nil)
        }
    }

    @Test func `The error names the file and the system's reason`() {
        let missing = #expect(throws: FileBytes.Fault.self) { try FileBytes.read("/nowhere/file", maximum: 1) }
        #expect(missing?.description == "/nowhere/file: No such file or directory")
        #expect(missing?.code == ENOENT)
        let directory = #expect(throws: FileBytes.Fault.self) { try FileBytes.read("/tmp", maximum: 1) }
        #expect(directory?.description == "/tmp: Is a directory")
    }

    @Test func `The end of a file is read, or all of a shorter one`() throws {
        try withFile([1, 2, 3, 4, 5]) { path in
            #expect(FileBytes.tail(path, count: 2) == [4, 5])
            #expect(FileBytes.tail(path, count: 9) == [1, 2, 3, 4, 5])
        }
        #expect(FileBytes.tail("/nowhere/file", count: 9) == [])
    }

    /// Creates an empty directory for the duration of `body`.
    private func withDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/vokol-files-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for name in names(in: path) { remove("\(path)/\(name)") }
            rmdir(path)
        }
        try body(path)
    }

    private func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func `A written file replaces the old one, with its own mode and no draft left`() throws {
        try withDirectory { directory in
            let path = "\(directory)/a"
            let old = umask(0o077)
            defer { umask(old) }
            let large = [UInt8](repeating: 7, count: 300_000)
            try FileBytes.write(large, to: path, mode: 0o644)
            #expect(mode(of: path) == 0o644)
            let reader = try FileBytes(path)
            try FileBytes.write("two".utf8, to: path, mode: 0o600)
            #expect(mode(of: path) == 0o600)
            #expect(try FileBytes.read(path, maximum: 10) == Array("two".utf8))
            // Who opened the file before still reads the old content.
            var read = 0
            while let chunk = try reader.next() { read += chunk.count }
            #expect(read == large.count)
            #expect(names(in: directory) == ["a"])
        }
    }

    @Test func `A failed write leaves the old file and no draft, and names the file`() throws {
        try withDirectory { directory in
            let missing = #expect(throws: FileBytes.Fault.self) {
                try FileBytes.write([1], to: "\(directory)/no/where", mode: 0o600)
            }
            #expect(missing?.description == "\(directory)/no/where: No such file or directory")
            // A file cannot take the place of a directory.
            let taken = "\(directory)/taken"
            try #require(mkdir(taken, 0o700) == 0)
            let fault = #expect(throws: FileBytes.Fault.self) { try FileBytes.write([1], to: taken, mode: 0o600) }
            #expect(fault?.code == EISDIR)
            #expect(names(in: directory) == ["taken"])
        }
    }
}
