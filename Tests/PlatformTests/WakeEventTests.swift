import Platform
import Synchronization
import Testing

@Suite struct WakeEventTests {
    @Test func `A signal ends one wait, even one that begins later`() throws {
        let event = try WakeEvent()
        event.signal()
        event.signal()
        #expect(event.wait().signal)
        #expect(event.wait(until: .now).signal == false)
    }

    @Test func `A ready socket ends a wait`() throws {
        let event = try WakeEvent()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let reading = WakeEvent.Socket(ends[0], writing: false, reading: true)
        #expect(event.wait(for: reading, until: .now).socket == false)
        #expect(event.wait(for: WakeEvent.Socket(ends[1], writing: true, reading: false)).socket)
        #expect(write(ends[1], "x", 1) == 1)
        #expect(event.wait(for: reading).socket)
    }

    @Test(arguments: [true, false])
    func `A thread blocks signals if told to, otherwise like the thread that starts it`(blocksSignals: Bool) throws {
        let event = try WakeEvent()
        let own = Self.blocksTermination
        let seen = Mask()
        try OSThread.start(blocksSignals: blocksSignals) {
            seen.isBlocked.store(Self.blocksTermination, ordering: .sequentiallyConsistent)
            event.signal()
        }
        event.wait()
        #expect(seen.isBlocked.load(ordering: .sequentiallyConsistent) == (blocksSignals || own))
    }

    /// True if this thread blocks SIGTERM.
    private static var blocksTermination: Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &mask)
        return sigismember(&mask, SIGTERM) == 1
    }
}

private final class Mask: Sendable {
    let isBlocked = Atomic(false)
}
