import Contract
import Postgres
import ServiceRuntime
import Values

/// Runs calls with an idempotency key at most once.
struct KeyedCalls: Sendable {
    let metrics: BookingMetrics

    /// Runs `body` unless the same call was answered before, and stores the answer.
    ///
    /// Called within the transaction of the effect, which holds the customer's lock: of two calls with one key, the
    /// second waits for the first and finds its answer.
    ///
    /// - Parameter storedAnswer: the answer found after taking the locks.
    func run<M: Method>(
        _ call: KeyedCall<M>, _ storedAnswer: StoredAnswer?, in transaction: any StatementRunner, now: Instant,
        _ body: () async throws -> M.Result
    ) async throws -> M.Result {
        if let result = try call.repeated(storedAnswer, metrics) { return result }
        let result = try await body()
        try await storingAnswer { try await transaction.answers.insert(call.answerKey, call.answer(result), now: now) }
        return result
    }
}
