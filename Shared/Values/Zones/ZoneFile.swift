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
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            throw ZoneFault(
                reason: isMissing ? .notFound : .unreadable, identifier: identifier,
                detail: isMissing ? "\(path) does not exist; is tzdata installed?" : "cannot open \(path)")
        }
        defer { close(descriptor) }
        // Reads one byte more than allowed, which reveals a file that is too large.
        var bytes = [UInt8](repeating: 0, count: maximumBytes + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                buffer.baseAddress.map { posixRead(descriptor, $0 + length, buffer.count - length) } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                throw ZoneFault(reason: .unreadable, identifier: identifier, detail: "cannot read \(path)")
            }
            if count == 0 { return Array(bytes[..<length]) }
            length += count
        }
        throw ZoneFault(reason: .unreadable, identifier: identifier, detail: "\(path) exceeds \(maximumBytes) bytes")
    }

    /// Returns true for one to four parts separated by slashes, each of letters, digits, `+`, `-` and `_`.
    private static func isIdentifier(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count <= 4
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { TZif.isOfAbbreviation($0) || $0 == UInt8(ascii: "_") }
            }
    }
}

private func posixRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, base, count)
}
