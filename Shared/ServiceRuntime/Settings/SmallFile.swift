import Platform

/// Reads small files: secrets, certificates, settings.
public enum SmallFile {
    /// The largest file read: 1 MiB.
    public static let maximumBytes = 1 << 20

    /// Returns a file's bytes; `nil` if it cannot be read or is larger than ``maximumBytes``.
    @Sendable public static func read(_ path: String) -> [UInt8]? {
        try? FileBytes.read(path, maximum: maximumBytes)
    }
}
