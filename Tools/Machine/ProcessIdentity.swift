import Platform
import ServiceRuntime

/// A process id and start time, which together distinguish a process from a later one with the same id.
package struct ProcessIdentity: Codable, Sendable, Equatable {
    package var pid: Int32
    /// The start time in kernel ticks since boot.
    package var startTicks: UInt64

    package init(pid: Int32, startTicks: UInt64) {
        self.pid = pid
        self.startTicks = startTicks
    }

    /// Identifies a running process; returns `nil` if there is no process with this id.
    package init?(pid: Int32) {
        guard let ticks = Self.startTicks(of: pid) else { return nil }
        (self.pid, startTicks) = (pid, ticks)
    }

    package var isAlive: Bool { Self.startTicks(of: pid) == startTicks }

    /// Sends a signal if the process is still running.
    package func send(_ signal: Signal) {
        if isAlive { _ = kill(pid, signal.number) }
    }

    /// Returns field 22 of `/proc/PID/stat`, after a name with possible spaces and parentheses; `nil` for a zombie.
    private static func startTicks(of pid: Int32) -> UInt64? {
        guard pid > 0, let bytes = SmallFile.read("/proc/\(pid)/stat") else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
        return UInt64(fields[19])
    }
}
