import Machine
import Platform
import ServiceRuntime

/// The CPU time of processes and their descendants, as accounted by the kernel.
struct ProcessTime: Sendable {
    private let roots: [Int32]

    init(of roots: [Int32]) { self.roots = roots }

    /// Returns the user and system time since the start of the processes, in seconds with a precision of 10 ms.
    func seconds() -> Double {
        var all: [Int32: Usage] = [:]
        for name in Files.names(in: "/proc") {
            if let pid = Int32(name), let usage = Usage(pid: pid) { all[pid] = usage }
        }
        var ticks: UInt64 = 0
        for (pid, usage) in all where isBelowRoot(pid, all) { ticks += usage.ticks }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func isBelowRoot(_ pid: Int32, _ all: [Int32: Usage]) -> Bool {
        var current = pid
        // Bounds the walk, because processes that start during the scan can appear as each other's parents.
        for _ in 0..<64 {
            if roots.contains(current) { return true }
            guard let parent = all[current]?.parent, parent > 1 else { return false }
            current = parent
        }
        return false
    }

    /// The relevant fields of `/proc/PID/stat`.
    private struct Usage {
        var parent: Int32
        /// The CPU time of the process and its reaped children, in kernel ticks.
        var ticks: UInt64

        init?(pid: Int32) {
            guard let bytes = SmallFile.read("/proc/\(pid)/stat") else { return nil }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.lastIndex(of: ")") else { return nil }
            let fields = text[text.index(after: end)...].split(separator: " ")
            guard fields.count > 14, let parent = Int32(fields[1]) else { return nil }
            self.parent = parent
            ticks = fields[11...14].reduce(0) { $0 + (UInt64($1) ?? 0) }
        }
    }
}
