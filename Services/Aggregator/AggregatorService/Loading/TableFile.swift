import Platform

/// Reads files of tables, which are larger than settings files.
enum TableFile {
    /// The maximum length of a file in bytes.
    static let maximumBytes = 64 * 1_048_576

    /// The reason that a file cannot be used.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    static func read(_ path: String) throws(FileBytes.Fault) -> [UInt8] {
        try FileBytes.read(path, maximum: maximumBytes)
    }
}
