import Logging
import NIOPosix
import ServiceRuntime
import Synchronization
import Values

/// Third parties' answers on disk, for a warm start, in a bounded file that belongs to this replica.
///
/// The file is optional: if it cannot be used, the process continues with its memory alone. All work on it is done by
/// one thread, for which callers wait without blocking their own.
final class CacheStore: Sendable {
    /// The maximum number of jobs waiting for the thread; further ones are dropped.
    static let maximumQueued = 1_024
    /// The maximum size of values waiting to be written, in bytes.
    static let maximumQueuedBytes = 16 * 1_048_576

    private struct Queue {
        var count = 0
        var bytes = 0
    }

    private let thread = NIOThreadPool(numberOfThreads: 1)
    /// Used by the thread only; the lock proves this to the compiler.
    private let file = Mutex<CacheFile?>(nil)
    private let queue = Mutex(Queue())
    private let hasFailed = Atomic(false)
    private let isOpen = Atomic(false)
    private let open: @Sendable () throws(CacheFile.Fault) -> CacheFile
    private let logger: Logger
    private let dropped: Counter
    private let errors: Counter
    private let bytes: Gauge
    private let rows: Gauge

    /// Opens the store in the background.
    ///
    /// - Parameters:
    ///   - directory: the directory of the file, created if missing; its parent must exist.
    ///   - process: the first part of the file's name.
    ///   - maximumBytes: the limit for keys and values; the file may take twice as much.
    init(directory: String, process: String, maximumBytes: Int, metrics: Metrics, logger: Logger) {
        self.logger = logger
        dropped = metrics.counter(
            "vokol_upstream_store_dropped_total",
            help: "Reads and writes of the file dropped because the queue was full")
        errors = metrics.counter("vokol_upstream_store_errors_total", help: "Reads and writes of the file that failed")
        bytes = metrics.gauge("vokol_upstream_store_bytes", help: "Bytes of keys and values in the file")
        rows = metrics.gauge("vokol_upstream_store_rows", help: "Values in the file")
        open = { () throws(CacheFile.Fault) -> CacheFile in
            try CacheFile.open(directory: directory, process: process, maximumBytes: maximumBytes) { path in
                logger.warning(
                    "the file of third parties' answers was not a database and is recreated",
                    metadata: ["path": .string(path)])
            }
        }
        thread.start()
        thread.submit { [weak self] _ in self?.reopen() }
    }

    deinit { thread.shutdownGracefully { _ in } }

    /// Reads the value for a key; returns `nil` if there is none or it cannot be read.
    func read(cache: String, key: String) async -> StoredValue? {
        await ask { file throws(SQLiteError) in try file.read(cache: cache, key: key) }
    }

    /// Reads the time at which the value for a key was fetched or confirmed.
    func fetchedAt(cache: String, key: String) async -> Instant? {
        await ask { file throws(SQLiteError) in try file.fetchedAt(cache: cache, key: key) }
    }

    private func ask<Answer: Sendable>(
        _ body: @escaping @Sendable (CacheFile) throws(SQLiteError) -> Answer?
    ) async -> Answer? {
        guard enter(bytes: 0) else { return nil }
        // Throws only if the thread has ended.
        return try? await thread.runIfActive {
            defer { self.leave(bytes: 0) }
            return self.perform(body) ?? nil
        }
    }

    /// Queues a value to be written; returns false if the queue is full or no file is open.
    @discardableResult
    func write(_ value: StoredValue, cache: String, key: String) -> Bool {
        let isQueued = submit(bytes: value.value.count) { file throws(SQLiteError) in
            try file.write(value, cache: cache, key: key)
        }
        return isQueued && isOpen.load(ordering: .relaxed)
    }

    /// Queues a record of the time at which a value was confirmed.
    func confirm(cache: String, key: String, at fetched: Instant) {
        submit { file throws(SQLiteError) in try file.confirm(cache: cache, key: key, at: fetched) }
    }

    /// Queues a record of the time at which a refresh failed.
    func fail(cache: String, key: String, at failed: Instant) {
        submit { file throws(SQLiteError) in try file.fail(cache: cache, key: key, at: failed) }
    }

    func remove(cache: String, key: String) {
        submit { file throws(SQLiteError) in try file.remove(cache: cache, key: key) }
    }

    /// Waits for pending jobs and closes the file.
    func close() async {
        try? await thread.runIfActive { self.file.withLock { $0 = nil } }
        try? await thread.shutdownGracefully()
    }

    @discardableResult
    private func submit(bytes: Int = 0, _ body: @escaping @Sendable (CacheFile) throws(SQLiteError) -> Void) -> Bool {
        guard enter(bytes: bytes) else { return false }
        thread.submit { state in
            defer { self.leave(bytes: bytes) }
            guard case .active = state else { return }
            _ = self.perform(body)
        }
        return true
    }

    private func enter(bytes: Int) -> Bool {
        let hasRoom = queue.withLock { queue in
            guard queue.count < Self.maximumQueued, queue.bytes + bytes <= Self.maximumQueuedBytes else { return false }
            queue.count += 1
            queue.bytes += bytes
            return true
        }
        if !hasRoom { dropped.add() }
        return hasRoom
    }

    private func leave(bytes: Int) {
        queue.withLock { queue in
            queue.count -= 1
            queue.bytes -= bytes
        }
    }

    /// Runs a job on the file, if there is one.
    private func perform<Result: Sendable>(_ body: (CacheFile) throws(SQLiteError) -> Result) -> Result? {
        do throws(SQLiteError) {
            let result = try file.withLock { file throws(SQLiteError) -> Result? in
                guard let file else { return nil }
                let result = try body(file)
                bytes.set(Int64(file.bytes))
                rows.set(Int64(file.rows))
                return result
            }
            if result != nil { hasFailed.store(false, ordering: .relaxed) }
            return result
        } catch {
            failed(error)
            return nil
        }
    }

    private func failed(_ error: SQLiteError) {
        errors.add()
        if !hasFailed.exchange(true, ordering: .relaxed) {
            logger.warning(
                "third parties' answers cannot be stored on disk", metadata: ["error": .string("\(error)")])
        }
        // Opening the file again finds the fault and replaces the file.
        if error.isCorruption { reopen() }
    }

    private func reopen() {
        file.withLock { file in
            file = nil
            defer { isOpen.store(file != nil, ordering: .relaxed) }
            do throws(CacheFile.Fault) {
                let opened = try open()
                bytes.set(Int64(opened.bytes))
                rows.set(Int64(opened.rows))
                file = opened
            } catch {
                errors.add()
                logger.warning(
                    "third parties' answers are cached in memory only", metadata: ["error": .string("\(error)")])
            }
        }
    }
}
