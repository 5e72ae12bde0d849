import ServiceLifecycle

/// From the start of a process to its end: what a request to stop has to do depends on how far the start has come.
actor ProcessLife {
    private var running: ServiceGroup?
    private var isStopping = false
    private let stops: AsyncStream<Never>
    private let stopper: AsyncStream<Never>.Continuation

    init() { (stops, stopper) = AsyncStream.makeStream() }

    /// Starts by `start` and runs what it made; returns when that has stopped, or when the start was given up.
    func run(_ start: @escaping @Sendable () async throws -> ServiceGroup) async throws {
        let stops = stops
        let made = try await withThrowingTaskGroup(of: ServiceGroup?.self) { tasks in
            tasks.addTask { try await start() }
            tasks.addTask {
                for await _ in stops {}
                return nil
            }
            defer { tasks.cancelAll() }
            return try await tasks.next() ?? nil
        }
        guard let made, !isStopping else { return }
        running = made
        try await made.run()
    }

    /// Gives the start up, or lets what runs drain and end.
    func stop() async {
        isStopping = true
        stopper.finish()
        await running?.triggerGracefulShutdown()
    }
}
