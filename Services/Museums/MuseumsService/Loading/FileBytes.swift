import Platform

/// A file read in chunks from beginning to end.
final class FileBytes {
    private let path: String
    private let descriptor: Int32
    private var chunk: [UInt8]

    /// The reason that a file cannot be read.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Opens a file.
    init(_ path: String, chunkSize: Int = 64 * 1024) throws(Fault) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(description: "\(path): \(String(cString: strerror(errno)))") }
        chunk = [UInt8](repeating: 0, count: chunkSize)
    }

    deinit { close(descriptor) }

    /// Returns the next bytes, or none at the end.
    func next() throws(Fault) -> ArraySlice<UInt8> {
        while true {
            let count = chunk.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return chunk[..<count] }
            guard errno == EINTR else { throw Fault(description: "\(path): \(String(cString: strerror(errno)))") }
        }
    }

    /// Reads a whole file; returns `nil` if it cannot be read or has more than `maximum` bytes.
    static func read(_ path: String, maximum: Int) -> [UInt8]? {
        guard let file = try? FileBytes(path) else { return nil }
        var bytes: [UInt8] = []
        while let next = try? file.next() {
            if next.isEmpty { return bytes }
            bytes += next
            if bytes.count > maximum { return nil }
        }
        return nil
    }
}

/// Calls the system's `read`, which the class's own function of that name hides.
private func readBytes(_ descriptor: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, base, count)
}
