import ServiceLifecycle

/// The life cycle of a process; stopping it depends on how far it has started.
actor ProcessLife {
    private var running: ServiceGroup?
    private var isStopping = false
    private let stops: AsyncStream<Never>
    private let stopper: AsyncStream<Never>.Continuation

    init() { (stops, stopper) = AsyncStream.makeStream() }

    /// Runs the services that `start` returns, until they have stopped or the start was abandoned.
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

    /// Abandons the start, or drains and stops the running services.
    func stop() async {
        isStopping = true
        stopper.finish()
        await running?.triggerGracefulShutdown()
    }
}
