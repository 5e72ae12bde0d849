import Platform

/// Runs the asynchronous work of a program while its main thread waits.
public enum MainThread {
    /// Runs `body` on Swift's threads, and exits with the code that it returns.
    ///
    /// An asynchronous `main` would end its thread instead, for which the C library reads the tables for unwinding: up
    /// to a megabyte of the program's file that nothing else needs.
    ///
    /// The main thread owns the task: the two begin and end with the process.
    public static func run(_ body: @escaping @Sendable () async -> Int32) -> Never {
        LargeBlocks.returnToSystem()
        Task.detached { exit(await body()) }
        // Signals are handled on other threads, or end the process.
        while true { pause() }
    }
}
