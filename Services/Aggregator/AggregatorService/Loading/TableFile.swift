import Platform

/// Reads and writes files of tables, which are larger than settings files.
enum TableFile {
    /// The maximum length of a file in bytes.
    static let maximumBytes = 64 * 1_048_576

    /// The reason a file cannot be written.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    static func read(_ path: String) throws(FileBytes.Fault) -> [UInt8] {
        try FileBytes.read(path, maximum: maximumBytes)
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

private func posixWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
