import Platform
import SystemPackage

/// The log of one process, bounded: what it holds beyond the limit moves to `NAME.log.1`, whose content is dropped.
struct LogFile: Sendable {
    /// How large a log may become before it is moved: 64 MiB.
    static let maximumBytes = 64 << 20

    let path: String

    /// Begins a new log; the one of the run before stays as `NAME.log.1`.
    func rotate() {
        guard size > 0 else { return }
        rename(path, path + ".1")
    }

    /// Moves the content aside if there is too much of it.
    ///
    /// The process keeps its descriptor, and goes on at the new end
    /// because it appends; what it writes while the content is copied is lost.
    func trim() {
        guard size > Self.maximumBytes else { return }
        let source = open(path, O_RDWR | O_CLOEXEC)
        let target = open(path + ".1", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, Files.secretMode)
        defer {
            close(source)
            close(target)
        }
        guard source >= 0, target >= 0 else { return }
        while sendfile(target, source, nil, 1 << 24) > 0 {}
        ftruncate(source, 0)
    }

    /// The last lines that are for people: what a process says before its log begins, or when it cannot start.
    func lastWords(lines: Int = 5) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = pread(descriptor, &bytes, bytes.count, max(0, off_t(size) - off_t(bytes.count)))
        let all = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        let plain = all.filter { !$0.hasPrefix("{") }
        return (plain.isEmpty ? all : plain).suffix(lines).joined(separator: "\n")
    }

    private var size: Int {
        Int((try? Stat(FilePath(path)))?.size ?? 0)
    }
}
