import Platform
import ServiceRuntime

/// A process that can be recognised after its number was given to another one: by the moment it started.
struct ProcessIdentity: Codable, Sendable, Equatable {
    var pid: Int32
    /// When it started, in the kernel's ticks since boot.
    var startTicks: UInt64

    init(pid: Int32, startTicks: UInt64) {
        self.pid = pid
        self.startTicks = startTicks
    }

    /// The identity of a process that runs now; `nil` if there is none of that number.
    init?(pid: Int32) {
        guard let ticks = Self.startTicks(of: pid) else { return nil }
        (self.pid, startTicks) = (pid, ticks)
    }

    var isAlive: Bool { Self.startTicks(of: pid) == startTicks }

    /// Sends a signal if it is still the same process.
    func send(_ signal: Signal) {
        if isAlive { _ = kill(pid, signal.number) }
    }

    /// Field 22 of `/proc/PID/stat`, which follows a name that may hold spaces and parentheses; `nil` for a zombie.
    private static func startTicks(of pid: Int32) -> UInt64? {
        guard pid > 0, let bytes = SmallFile.read("/proc/\(pid)/stat") else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
        return UInt64(fields[19])
    }
}
