/// Starts threads of the operating system for blocking work, which must never run on Swift's own few threads.
public enum OSThread {
    private final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Enough for libpq and OpenSSL; only pages in use cost memory.
    private static let stackSize = 512 * 1_024

    /// Runs `body` on a new, detached thread.
    ///
    /// - Parameter blocksSignals: leaves signals to the process's other threads. A thread that starts child processes
    ///   passes false, so that they inherit the signal mask of the thread's creator.
    /// - Throws: the system's error if it has no more threads.
    public static func start(
        blocksSignals: Bool = true, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        // The new thread inherits its creator's mask, which is therefore changed for a moment.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        if blocksSignals { pthread_sigmask(SIG_SETMASK, &all, &before) }
        let failure = create(&attributes, Start(body))
        if blocksSignals { pthread_sigmask(SIG_SETMASK, &before, nil) }
        if failure != 0 { throw SystemError("no thread", code: failure) }
    }

    private static func create(_ attributes: inout pthread_attr_t, _ start: Start) -> Int32 {
        let context = Unmanaged.passRetained(start)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        // Whether the context is optional depends on the system.
        let failure = pthread_create(
            &thread, &attributes,
            { context in
                let context: UnsafeMutableRawPointer? = context
                if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context.toOpaque())
        if failure != 0 { context.release() }
        return failure
    }
}
