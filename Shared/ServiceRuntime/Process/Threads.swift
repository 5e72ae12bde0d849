public import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The clock of the operating system.
public enum SystemClock {
    @Sendable public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

/// A thread that wakes when told to: a condition variable with a memory of one signal.
final class WakeSignal: @unchecked Sendable {
    // Safe to share: every field is touched under `mutex` only.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isSignalled = false
    private var hasEnded = false

    init() {
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func signal() {
        pthread_mutex_lock(mutex)
        isSignalled = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    func wait() {
        pthread_mutex_lock(mutex)
        while !isSignalled { pthread_cond_wait(condition, mutex) }
        isSignalled = false
        pthread_mutex_unlock(mutex)
    }

    func end() {
        pthread_mutex_lock(mutex)
        hasEnded = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    func waitUntilEnded() {
        pthread_mutex_lock(mutex)
        while !hasEnded { pthread_cond_wait(condition, mutex) }
        pthread_mutex_unlock(mutex)
    }
}

/// Starts a thread that nobody joins.
package enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    package static func start(_ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var thread: pthread_t?
            let failure = pthread_create(
                &thread, nil,
                { pointer in
                    Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                    return nil
                }, body.toOpaque())
            if failure == 0, let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
                    return nil
                }, body.toOpaque())
            if failure == 0 { pthread_detach(thread) }
        #endif
        if failure != 0 { body.release() }
    }
}
