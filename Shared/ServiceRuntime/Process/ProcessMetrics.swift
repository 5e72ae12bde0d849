import Platform
import Values

/// The process's metrics, as reported by the operating system.
enum ProcessMetrics {
    static func register(in metrics: Metrics, sink: LogSink) {
        let startTime = Double(SystemClock.now().milliseconds) / 1000
        metrics.observe("process_start_time_seconds", help: "Start time, in seconds since 1970") { startTime }
        metrics.observe("process_resident_memory_bytes", help: "Resident memory") { residentBytes() }
        metrics.observe("process_open_fds", help: "Open file descriptors") { openDescriptors() }
        metrics.observe("process_cpu_seconds_total", help: "User and system CPU time") { cpuSeconds() }
        metrics.observe("vokol_log_lines_dropped_total", help: "Log lines dropped because their reader was too slow") {
            Double(sink.droppedLines)
        }
    }
}

private func residentBytes() -> Double {
    guard let bytes = SmallFile.read("/proc/self/statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Double(fields[1]) else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
}

private func openDescriptors() -> Double {
    guard let directory = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(directory) }
    var count = 0.0
    while readdir(directory) != nil { count += 1 }
    // Excludes ".", ".." and the descriptor used for the listing itself.
    return count - 3
}

private func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(selfUsage, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

#if canImport(Glibc)
    private let selfUsage = __rusage_who_t(RUSAGE_SELF.rawValue)
#else
    private let selfUsage = RUSAGE_SELF
#endif
