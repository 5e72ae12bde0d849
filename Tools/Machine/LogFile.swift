import Platform
import SystemPackage

/// The size-limited log of one process; when it is too large, its content moves to `NAME.log.1`.
package struct LogFile: Sendable {
    /// The size above which a log's content is moved: 64 MiB.
    package static let maximumBytes = 64 << 20

    package let path: String

    package init(path: String) { self.path = path }

    /// Starts a new log; the previous one becomes `NAME.log.1`.
    package func rotate() {
        guard size > 0 else { return }
        rename(path, path + ".1")
    }

    /// Moves the content to `NAME.log.1` if it exceeds the limit.
    ///
    /// The process keeps its descriptor and continues at the new end of the file, because it appends. Lines that it
    /// writes during the copy are lost.
    package func trim() {
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

    /// Returns the last lines that are not JSON, which a process prints before its log begins or if it cannot start.
    package func tail(lines: Int = 5) -> String {
        let bytes = FileBytes.tail(path, count: 16_384)
        let all = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let plain = all.filter { !$0.hasPrefix("{") }
        return (plain.isEmpty ? all : plain).suffix(lines).joined(separator: "\n")
    }

    private var size: Int {
        Int((try? Stat(FilePath(path)))?.size ?? 0)
    }
}
