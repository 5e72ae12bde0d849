import Logging
import Synchronization
import TestSupport
import Testing

@testable import Postgres

@Suite struct AvailabilityRetryTests {
    @Test func `Work is retried while the server is unavailable, with a warning each time`() async throws {
        let faults = [PostgresError(.unavailable, "a"), PostgresError(.unavailable, "b")]
        let recorder = LogRecorder()
        let pauses = Mutex<[Duration]>([])
        let retry = AvailabilityRetry("the work waits", logger: recorder.logger, pause: .seconds(3)) { pause in
            pauses.withLock { $0.append(pause) }
        }
        var attempts = 0
        let result = try await retry.run {
            defer { attempts += 1 }
            if attempts < faults.count { throw faults[attempts] }
            return "done"
        }
        #expect(result == "done" && attempts == 3)
        #expect(pauses.withLock { $0 } == [.seconds(3), .seconds(3)])
        #expect(recorder.lines.map(\.message) == ["the work waits", "the work waits"])
        let errors: [Logger.MetadataValue?] = faults.map { .string($0.description) }
        #expect(recorder.lines.map { $0.metadata["error"] } == errors)
    }

    @Test func `Any other error ends the work at once`() async {
        let recorder = LogRecorder()
        let retry = AvailabilityRetry("the work waits", logger: recorder.logger, pause: .zero) { _ in }
        var attempts = 0
        let error = await #expect(throws: PostgresError.self) {
            try await retry.run {
                attempts += 1
                throw PostgresError(.other, "a")
            }
        }
        #expect(error?.code == .other)
        #expect(attempts == 1 && recorder.lines.isEmpty)
    }
}
