import Platform

/// Reads small files: secrets, certificates, settings.
public enum SmallFile {
    /// The largest file read: 1 MiB.
    public static let maximumBytes = 1 << 20

    /// Returns a file's bytes; `nil` if it cannot be read or is larger than ``maximumBytes``.
    @Sendable public static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return Int(posixRead(descriptor, base, buffer.count))
            }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            if count == 0 { return bytes }
            bytes += chunk[0..<count]
            if bytes.count > maximumBytes { return nil }
        }
    }
}

private func posixRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, base, count)
}
