import Platform

/// Reads the files of the time zone database.
enum ZoneFile {
    /// The maximum size of a file, in bytes; the largest in use has about 4,000.
    static let maximumBytes = 1 << 16

    /// Reads a zone's file.
    ///
    /// Rejects identifiers that could lead out of the directory, because identifiers may come from outside the program.
    static func read(_ identifier: String, in directory: String) throws(ZoneFault) -> [UInt8] {
        guard isIdentifier(identifier) else {
            throw ZoneFault(reason: .invalidIdentifier, identifier: identifier, detail: "not a time zone identifier")
        }
        let path = "\(directory)/\(identifier)"
        do throws(FileBytes.Fault) {
            // A pipe in place of a file must not wait for its writer.
            return try FileBytes.read(path, maximum: maximumBytes, flags: O_NONBLOCK)
        } catch {
            let isMissing = error.code == ENOENT || error.code == ENOTDIR
            throw ZoneFault(
                reason: isMissing ? .notFound : .unreadable, identifier: identifier,
                detail: isMissing ? "\(path) does not exist; is tzdata installed?" : error.description)
        }
    }

    /// Returns true for one to four parts of letters, digits, `+`, `-` and `_`, separated by slashes; 64 bytes at most.
    private static func isIdentifier(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count <= 4
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { TZif.isOfAbbreviation($0) || $0 == UInt8(ascii: "_") }
            }
    }
}
