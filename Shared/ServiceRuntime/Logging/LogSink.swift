public import Platform
import Synchronization
public import Values

/// Writes finished log lines on its own thread, so that logging never waits for I/O.
///
/// Lines are gathered briefly and written together: a write for each line would cost more than making the line.
///
/// Its buffer is bounded. If the reader of the log is too slow, lines are dropped; once there is room again, a line
/// reports how many.
public final class LogSink: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var dropped = 0
        var isClosed = false
        var isWriting = false
        /// True if a pending line must not wait for others.
        var isUrgent = false

        var mayGather: Bool {
            !pending.isEmpty && pending.count < LogSink.gatheredBytes && !isUrgent && !isClosed
        }
    }

    /// The maximum number of bytes waiting to be written: 4 MiB.
    public static let maximumPendingBytes = 4 << 20
    /// The number of pending bytes that are written without waiting for more.
    static let gatheredBytes = 64 << 10

    private let state = Mutex(State())
    private let wake: WakeEvent
    private let ended: WakeEvent
    private let descriptor: Int32
    private let gatherTime: Duration
    private let clock: @Sendable () -> Instant
    private let droppedTotal = Atomic<Int>(0)

    /// Creates a sink for a file descriptor and starts its thread.
    ///
    /// - Parameter gatherTime: the time for which a line waits for others; a crash loses the lines that wait.
    /// - Throws: the system's error if it is out of threads or file descriptors.
    public init(
        descriptor: Int32, gatherTime: Duration = .milliseconds(10),
        clock: @escaping @Sendable () -> Instant = SystemClock.now
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.gatherTime = gatherTime
        self.clock = clock
        wake = try WakeEvent()
        ended = try WakeEvent()
        try OSThread.start { [self] in drainUntilClosed() }
    }

    /// Returns the time for a line's timestamp.
    func now() -> Instant { clock() }

    /// The number of lines dropped since the start.
    public var droppedLines: Int { droppedTotal.load(ordering: .relaxed) }

    /// Queues a line, which must end with a line feed.
    ///
    /// - Parameter isUrgent: true to write it, and those before it, at once.
    public func write(_ line: some Collection<UInt8>, isUrgent: Bool = false) {
        let mustWake = state.withLock { state in
            guard !state.isClosed, state.pending.count + line.count <= Self.maximumPendingBytes else {
                state.dropped += 1
                // At once: while the reader hangs, the thread that writes does, too.
                droppedTotal.add(1, ordering: .relaxed)
                return false
            }
            let (wasEmpty, couldGather) = (state.pending.isEmpty, state.mayGather)
            state.pending.append(contentsOf: line)
            if isUrgent { state.isUrgent = true }
            return (wasEmpty && !state.isWriting) || (couldGather && !state.mayGather)
        }
        if mustWake { wake.signal() }
    }

    /// Writes pending lines and ends the thread; later lines are dropped.
    public func close() {
        state.withLock { $0.isClosed = true }
        wake.signal()
        ended.wait()
    }

    private func drainUntilClosed() {
        while true {
            wake.wait()
            while true {
                if state.withLock(\.mayGather) { wake.wait(until: .now + gatherTime) }
                let (batch, dropped, isClosed) = state.withLock { state -> ([UInt8], Int, Bool) in
                    let batch = state.pending
                    let dropped = state.dropped
                    state.pending = []
                    state.dropped = 0
                    state.isUrgent = false
                    state.isWriting = !batch.isEmpty || dropped > 0
                    return (batch, dropped, state.isClosed)
                }
                if batch.isEmpty, dropped == 0 {
                    if isClosed { return ended.signal() }
                    break
                }
                Self.writeAll(batch, to: descriptor)
                if dropped > 0 {
                    let line =
                        "{\"time\":\"\(clock())\",\"level\":\"warning\",\"message\":\"log lines dropped\",\"count\":\(dropped)}\n"
                    Self.writeAll(Array(line.utf8), to: descriptor)
                }
            }
        }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes { buffer -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                return posixWrite(descriptor, base + offset, bytes.count - offset)
            }
            if written > 0 {
                offset += written
            } else if errno != EINTR {
                return
            }
        }
    }
}

private func posixWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, base, count)
}
