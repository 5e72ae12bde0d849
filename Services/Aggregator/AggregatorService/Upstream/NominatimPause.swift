import Synchronization
import Upstream

/// Until when Nominatim is left alone, as it or the limits of our own said.
final class NominatimRest: Sendable {
    /// After a refusal without a time.
    private static let usual: Duration = .seconds(60)

    private let end = Mutex<ContinuousClock.Instant?>(nil)
    private let monotonic: @Sendable () -> ContinuousClock.Instant

    init(monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
        self.monotonic = monotonic
    }

    /// - Throws: `notAsked` while it is left alone.
    func check() throws(UpstreamFailure) {
        let now = monotonic()
        guard let end = end.withLock({ $0 }), now < end else { return }
        throw .notAsked(retryAfter: end - now)
    }

    /// What a call gives; if it is refused for a while, until when.
    func remembering<Value>(
        _ call: () async throws(UpstreamFailure) -> Value
    ) async throws(UpstreamFailure) -> Value {
        do throws(UpstreamFailure) {
            return try await call()
        } catch {
            switch error {
            case .limited(let after): extend(by: after ?? Self.usual)
            case .notAsked(let after), .crowded(let after): extend(by: after)
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
