public import Logging

/// Runs work again, after a pause, while PostgreSQL is `unavailable`.
public struct AvailabilityRetry: Sendable {
    private let message: Logger.Message
    private let logger: Logger
    private let pause: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a retry.
    ///
    /// - Parameters:
    ///   - message: the warning to log, with the error, after each failed attempt.
    ///   - pause: the time between two attempts.
    public init(_ message: Logger.Message, logger: Logger, pause: Duration = .seconds(1)) {
        self.init(message, logger: logger, pause: pause) { try await Task.sleep(for: $0) }
    }

    /// Creates a retry whose pauses a test controls.
    init(
        _ message: Logger.Message, logger: Logger, pause: Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.message = message
        self.logger = logger
        self.pause = pause
        self.sleep = sleep
    }

    /// Returns the result of the first attempt that finds PostgreSQL available.
    ///
    /// - Throws: any error of `attempt` but `unavailable`; `CancellationError` if the task is cancelled in a pause.
    public func run<Result>(_ attempt: () async throws -> Result) async throws -> Result {
        while true {
            do {
                return try await attempt()
            } catch let error as PostgresError where error.code == .unavailable {
                logger.warning(message, metadata: ["error": .string("\(error)")])
                try await sleep(pause)
            }
        }
    }
}
