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
}
