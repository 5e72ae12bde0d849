import Synchronization
import Upstream
import Values

/// A clock that advances only when a test says so, and then wakes the sleepers whose time has come.
final class ManualClock: Sendable {
    private struct Sleeper {
        var end: Duration
        var wake: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var elapsed: Duration = .zero
        var sleepers: [Int: Sleeper] = [:]
        var next = 0
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let origin = ContinuousClock.now
    private let start: Instant

    init(_ start: String = "2026-03-02T09:00:00Z") { self.start = instant(start) }

    var now: Instant { Instant(milliseconds: start.milliseconds + state.withLock { $0.elapsed.wholeMilliseconds }) }
    var monotonic: ContinuousClock.Instant { origin + state.withLock { $0.elapsed } }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.elapsed += duration
            let elapsed = state.elapsed
            let due = state.sleepers.filter { $0.value.end <= elapsed }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume() }
    }

    private func sleep(until end: ContinuousClock.Instant) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if end - origin <= state.elapsed { return .success(()) }
                    state.sleepers[id] = Sleeper(end: end - origin, wake: wake)
                    return nil
                }
                if let outcome { wake.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    var clock: UpstreamClock {
        UpstreamClock(now: { self.now }, monotonic: { self.monotonic }, sleep: { try await self.sleep(until: $0) })
    }
}

/// Parses an instant that is known to be well-formed.
func instant(_ text: String) -> Instant { Instant(text) ?? Instant(milliseconds: .min) }

/// Waits until a condition holds that other tasks bring about, checking every millisecond.
func eventually(_ condition: () -> Bool) async {
    while !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
