import Synchronization
import Upstream

/// The pause in calls after Nominatim, or a limit of this process, rejected one.
final class NominatimPause: Sendable {
    /// The length of a pause after a rejection that names none.
    private static let usual: Duration = .seconds(60)

    private let end = Mutex<ContinuousClock.Instant?>(nil)
    private let monotonic: @Sendable () -> ContinuousClock.Instant

    init(monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
        self.monotonic = monotonic
    }

    /// Checks that no pause is in force.
    ///
    /// - Throws: `suspended` during a pause.
    func check() throws(UpstreamFailure) {
        let now = monotonic()
        guard let end = end.withLock({ $0 }), now < end else { return }
        throw .suspended(retryAfter: end - now)
    }

    /// Makes a call; starts or extends the pause if it fails with `limited`, `suspended` or `localLimit`.
    func pausingAfterRejection<Value>(
        _ call: () async throws(UpstreamFailure) -> Value
    ) async throws(UpstreamFailure) -> Value {
        do throws(UpstreamFailure) {
            return try await call()
        } catch {
            switch error {
            case .limited(let after): extend(by: after ?? Self.usual)
            case .suspended(let after), .localLimit(let after): extend(by: after)
            default: break
            }
            throw error
        }
    }

    private func extend(by time: Duration) {
        let new = monotonic() + time
        end.withLock { $0 = max($0 ?? new, new) }
    }
}
