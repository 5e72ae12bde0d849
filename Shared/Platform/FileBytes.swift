/// A file read in chunks from beginning to end.
public final class FileBytes {
    private let path: String
    private let descriptor: Int32
    private var chunk: [UInt8]

    /// The reason that a file cannot be read.
    public struct Fault: Error, CustomStringConvertible {
        /// The error number, as in `errno`; `EFBIG` for a file above the limit.
        public let code: Int32
        /// The path and the reason, such as `/tmp: Is a directory`.
        public let description: String

        init(_ path: String, code: Int32) {
            self.code = code
            description = "\(path): \(String(cString: strerror(code)))"
        }

        init(_ path: String, maximum: Int) {
            code = EFBIG
            description = "\(path) exceeds \(maximum) bytes"
        }
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - flags: flags of `open` besides those for reading, such as `O_NOFOLLOW`.
    ///   - chunkSize: the maximum number of bytes that ``next()`` returns.
    public init(_ path: String, flags: Int32 = 0, chunkSize: Int = 65_536) throws(Fault) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { throw Fault(path, code: errno) }
        chunk = [UInt8](repeating: 0, count: chunkSize)
    }

    deinit { close(descriptor) }

    /// Returns the next bytes, or `nil` at the end.
    public func next() throws(Fault) -> ArraySlice<UInt8>? {
        while true {
            let count = chunk.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count == 0 ? nil : chunk[..<count] }
            guard errno == EINTR else { throw Fault(path, code: errno) }
        }
    }

    /// Reads a whole file of at most `maximum` bytes.
    ///
    /// - Parameter flags: flags of `open` besides those for reading, such as `O_NONBLOCK`.
    public static func read(_ path: String, maximum: Int, flags: Int32 = 0) throws(Fault) -> [UInt8] {
        let file = try FileBytes(path, flags: flags)
        var bytes: [UInt8] = []
        while let next = try file.next() {
            bytes += next
            guard bytes.count <= maximum else { throw Fault(path, maximum: maximum) }
        }
        return bytes
    }

    /// Returns the last bytes of a file, at most `count`; none if it cannot be read.
    public static func tail(_ path: String, count: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: count)
        let length = pread(descriptor, &bytes, count, max(0, size - off_t(count)))
        return Array(bytes.prefix(max(0, length)))
    }
}

/// Calls the system's `read`, which the class's own function of that name hides.
private func readBytes(_ descriptor: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, base, count)
}
