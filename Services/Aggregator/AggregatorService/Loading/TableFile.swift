import Platform

/// Reads and writes files of tables, which are larger than settings files.
enum TableFile {
    /// The maximum length of a file in bytes.
    static let maximumBytes = 64 * 1_048_576

    /// The reason a file cannot be read or written.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    static func read(_ path: String) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { posixRead(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw fault(path) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            if bytes.count > maximumBytes { throw Fault(description: "\(path): over \(maximumBytes) bytes") }
        }
    }

    /// Replaces a file atomically: readers see either the old file or the new one.
    static func write(_ bytes: [UInt8], to path: String) throws(Fault) {
        let draft = path + ".new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw fault(draft) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { posixWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                close(descriptor)
                throw fault(draft)
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0, close(descriptor) == 0, rename(draft, path) == 0 else { throw fault(path) }
    }

    private static func fault(_ path: String) -> Fault {
        Fault(description: "\(path): \(String(cString: strerror(errno)))")
    }
}

private func posixRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func posixWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
