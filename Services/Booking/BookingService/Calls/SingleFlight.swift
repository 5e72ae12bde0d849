import Postgres
import Synchronization

/// Merges concurrent work for the same key into one run.
///
/// The first caller does the work in its own task; the others wait for it. If that task is cancelled, one of the others
/// takes over.
final class SingleFlight<Key: Hashable & Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Void, any Error>, Never>

    private let flights = Mutex<[Key: [Waiter]]>([:])

    /// Runs `body`, or waits for the run under way.
    /// - Throws: the error of the run.
    func run(_ key: Key, _ body: () async throws -> Void) async throws {
        while true {
            let isFirst = flights.withLock { flights in
                guard flights[key] == nil else { return false }
                flights[key] = []
                return true
            }
            if isFirst {
                let outcome: Result<Void, any Error>
                do {
                    try await body()
                    outcome = .success(())
                } catch {
                    outcome = .failure(error)
                }
                let waiters = flights.withLock { $0.removeValue(forKey: key) ?? [] }
                for waiter in waiters { waiter.resume(returning: outcome) }
                return try outcome.get()
            }
            let outcome = await withCheckedContinuation { (waiter: Waiter) in
                let isOver = flights.withLock { flights in
                    guard flights[key] != nil else { return true }
                    flights[key]?.append(waiter)
                    return false
                }
                if isOver { waiter.resume(returning: .failure(CancellationError())) }
            }
            if case .failure(let error) = outcome, Self.isCancellation(error) {
                try Task.checkCancellation()
                continue
            }
            return try outcome.get()
        }
    }

    private static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? PostgresError)?.code == .cancelled
    }
}
