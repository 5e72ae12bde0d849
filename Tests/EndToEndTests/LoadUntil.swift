import Synchronization
import TestSupport

/// A completed call of a load.
struct CallRecord: Sendable {
    var began: ContinuousClock.Instant
    var ended: ContinuousClock.Instant
    /// The error code; `nil` for a result.
    var code: Int?
    var retryAfter: Int?
}

/// A load of calls, made on several connections at full speed until it is stopped.
final class FullSpeedLoad: Sendable {
    private let isStopped = Atomic<Bool>(false)
    private let records = Mutex<[CallRecord]>([])

    var soFar: [CallRecord] { records.withLock { $0 } }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Runs until ``stop()``, or until a call of the load is lost.
    func run(
        _ instance: RunningInstance, connections: Int, token: String, method: String, params: String
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<connections {
                group.addTask { [self] in
                    let client = try await LineClient(instance)
                    while !isStopped.load(ordering: .relaxed) {
                        let began = ContinuousClock.now
                        let answer = try await client.call(method, params, token: token)
                        let record = CallRecord(
                            began: began, ended: .now, code: answer["error"]["code"].int,
                            retryAfter: answer["error"]["data"]["retryAfterMs"].int)
                        records.withLock { $0.append(record) }
                    }
                    await client.close()
                }
            }
            try await group.waitForAll()
        }
    }
}
