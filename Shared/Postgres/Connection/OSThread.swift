#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread of the operating system for work that blocks, which must never run on Swift's own few threads.
enum OSThread {
    private final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Enough for the client library and OpenSSL beneath it; only touched pages cost memory.
    private static let stackSize = 512 * 1_024

    /// Runs `body` on a new thread that nobody joins.
    ///
    /// Throws `unavailable` if the system has no more threads.
    static func start(_ body: @escaping @Sendable () -> Void) throws(PostgresError) {
        let failure = create(Start(body))
        guard failure == 0 else { throw .unavailable("no thread for a connection: error \(failure)") }
    }

    private static func create(_ start: Start) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        // The new thread inherits the mask: signals are for the process's own threads.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)

        let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            if let context { Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }
        let context = Unmanaged.passRetained(start)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let failure = pthread_create(&thread, &attributes, entry, context.toOpaque())
        if failure != 0 { context.release() }

        pthread_sigmask(SIG_SETMASK, &before, nil)
        pthread_attr_destroy(&attributes)
        return failure
    }
}
