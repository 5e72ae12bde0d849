import NIOCore
import Synchronization

/// The address of a server, available once it listens.
final class BoundAddress: Sendable {
    private enum State {
        case waiting([Int: CheckedContinuation<SocketAddress, any Error>], next: Int)
        case known(Result<SocketAddress, any Error>)
    }

    private let state = Mutex(State.waiting([:], next: 0))

    /// Sets the result for present and future waiters; later calls have no effect.
    func settle(_ result: Result<SocketAddress, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<SocketAddress, any Error>] in
            guard case .waiting(let waiting, _) = state else { return [] }
            state = .known(result)
            return Array(waiting.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// Waits until the server listens, and returns its address; throws if it cannot listen.
    func get() async throws -> SocketAddress {
        let key = state.withLock { state -> Int in
            guard case .waiting(let waiting, let next) = state else { return 0 }
            state = .waiting(waiting, next: next + 1)
            return next
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<SocketAddress, any Error>? in
                    switch state {
                    case .known(let result): return result
                    case .waiting(var waiting, let next):
                        if Task.isCancelled { return .failure(CancellationError()) }
                        waiting[key] = continuation
                        state = .waiting(waiting, next: next)
                        return nil
                    }
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<SocketAddress, any Error>? in
                guard case .waiting(var waiting, let next) = state else { return nil }
                let continuation = waiting.removeValue(forKey: key)
                state = .waiting(waiting, next: next)
                return continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}
