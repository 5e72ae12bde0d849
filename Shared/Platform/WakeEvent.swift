import CPlatform

/// Wakes a thread that waits, in `poll`, for this event or a socket.
public final class WakeEvent: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Creates an event.
    ///
    /// - Throws: the system's error if the process is out of file descriptors.
    public init() throws(SystemError) {
        #if canImport(Darwin)
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw SystemError("no pipe", code: errno) }
            (readEnd, writeEnd) = (ends[0], ends[1])
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        #else
            let descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
            guard descriptor >= 0 else { throw SystemError("no event", code: errno) }
            (readEnd, writeEnd) = (descriptor, descriptor)
        #endif
    }

    deinit {
        close(readEnd)
        if writeEnd != readEnd { close(writeEnd) }
    }

    /// Ends the current wait, or the next one.
    public func signal() {
        var one: UInt64 = 1
        // A full buffer means that the event has been signalled already.
        _ = write(writeEnd, &one, MemoryLayout<UInt64>.size)
    }

    private func clear() {
        var count: UInt64 = 0
        #if canImport(Darwin)
            while read(readEnd, &count, MemoryLayout<UInt64>.size) > 0 {}
        #else
            _ = read(readEnd, &count, MemoryLayout<UInt64>.size)
        #endif
    }

    /// The cause of the end of a wait; if neither flag is true, the time was up.
    public struct Outcome: Sendable {
        /// The socket can be read or written, or has failed.
        public var socket = false
        /// `signal` was called.
        public var signal = false
    }

    /// A socket to wait for.
    public struct Socket: Sendable {
        public var descriptor: Int32
        public var writing: Bool
        public var reading: Bool

        public init(_ descriptor: Int32, writing: Bool, reading: Bool) {
            self.descriptor = descriptor
            self.writing = writing
            self.reading = reading
        }
    }

    /// Waits for a signal, for the socket if one is given, or until `end`.
    @discardableResult
    public func wait(for socket: Socket? = nil, until end: ContinuousClock.Instant? = nil) -> Outcome {
        var events = Int16(0)
        if let socket {
            events = (socket.reading ? Int16(POLLIN) : 0) | (socket.writing ? Int16(POLLOUT) : 0)
        }
        // `poll` ignores negative descriptors.
        var descriptors = (
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket?.descriptor ?? -1, events: events, revents: 0)
        )
        let ready = withUnsafeMutableBytes(of: &descriptors) { bytes in
            poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, Self.milliseconds(until: end))
        }
        guard ready > 0 else { return Outcome() }
        let outcome = Outcome(socket: descriptors.1.revents != 0, signal: descriptors.0.revents != 0)
        if outcome.signal { clear() }
        return outcome
    }

    /// Returns the time until `end`, rounded up so that a wait never ends too early; -1 if there is no end.
    private static func milliseconds(until end: ContinuousClock.Instant?) -> Int32 {
        guard let end else { return -1 }
        let rest = end - ContinuousClock.now
        guard rest > .zero else { return 0 }
        let (seconds, attoseconds) = rest.components
        guard seconds < 86_400 else { return 86_400_000 }
        return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
