import Resilience
import Synchronization
import Values

@testable import VokolClient

/// A clock that moves when it is told to, and when somebody sleeps.
final class ClientTime: Sendable {
    private let milliseconds = Mutex<Int64>(1_800_000_000_000)
    private let pauses = Mutex<[Duration]>([])

    var now: Instant { Instant(milliseconds: milliseconds.withLock { $0 }) }
    /// The pauses that were slept, in order.
    var slept: [Duration] { pauses.withLock { $0 } }

    func advance(by duration: Duration) { milliseconds.withLock { $0 += duration.wholeMilliseconds } }

    /// A clock without a random part, on which no time limit passes.
    var clock: ClientClock {
        ClientClock(
            now: { self.now },
            tick: { Tick(nanoseconds: UInt64(self.now.milliseconds) * 1_000_000) },
            sleep: { duration in
                self.pauses.withLock { $0.append(duration) }
                self.advance(by: duration)
            },
            expire: { _ in try await Task.sleep(for: .seconds(86_400)) },
            random: { 0 })
    }
}
