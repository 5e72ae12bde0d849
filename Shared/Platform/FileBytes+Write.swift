extension FileBytes {
    /// Replaces a file atomically and waits for the disk: readers see either the old content or the new.
    ///
    /// - Parameter mode: the file's permissions, whatever the umask and those of the old file.
    /// - Throws: ``Fault``; the old file, or none, is then in place, and no draft remains.
    public static func write(_ bytes: some Collection<UInt8>, to path: String, mode: mode_t) throws(Fault) {
        let draft = "\(path).new-\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw Fault(path, code: errno) }
        // `open` applies the umask to the mode, and ignores the mode if the file exists.
        var isWritten = fchmod(descriptor, mode) == 0 && writeAll(Array(bytes), to: descriptor)
        isWritten = isWritten && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        if isWritten, rename(draft, path) == 0 { return }
        let fault = Fault(path, code: isWritten ? errno : code)
        unlink(draft)
        throw fault
    }
}

/// Writes all bytes; returns false, with the reason in `errno`, if one of them cannot be written.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
