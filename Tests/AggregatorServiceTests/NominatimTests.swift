import Synchronization
import Testing
import Upstream

@testable import AggregatorService

@Suite struct NominatimTests {
    /// A pacer that never waits and counts its calls.
    private final class CountingPacer: CallPacer {
        let count = Mutex(0)
        func wait() async throws(UpstreamFailure) { count.withLock { $0 += 1 } }
    }

    /// Somebody who always fails in one way.
    private struct FailingHost: RemoteHost {
        var failure: UpstreamFailure
        func get(
            _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
        ) async throws(UpstreamFailure) -> UpstreamAnswer { throw failure }
    }

    private struct AbsentHost: RemoteHost {
        func get(
            _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
        ) async throws(UpstreamFailure) -> UpstreamAnswer { .absent([]) }
    }

    @Test(
        "No turn is taken for a call that would be refused",
        arguments: [
            UpstreamFailure.limited(retryAfter: .seconds(30)), .notAsked(retryAfter: .seconds(30)),
        ])
    func refused(failure: UpstreamFailure) async throws {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        let pacer = CountingPacer()
        let nominatim = Nominatim(
            host: FailingHost(failure: failure), pacer: pacer,
            pause: NominatimPause { start + passed.withLock { $0 } })
        func ask() async -> UpstreamFailure? {
            do throws(UpstreamFailure) {
                _ = try await nominatim.address(at: .minsk, language: .english, deadline: nil)
                return nil
            } catch {
                return error
            }
        }
        #expect(await ask() == failure)
        passed.withLock { $0 = .seconds(10) }
        #expect(await ask() == .notAsked(retryAfter: .seconds(20)))
        #expect(pacer.count.withLock { $0 } == 1)
        passed.withLock { $0 = .seconds(30) }
        #expect(await ask() == failure)
        #expect(pacer.count.withLock { $0 } == 2)
    }

    @Test("404 to coordinates is a failure, not that there is nothing: it must not displace what is kept")
    func notFound() async {
        let nominatim = Nominatim(host: AbsentHost(), pacer: CountingPacer(), pause: NominatimPause())
        await #expect(throws: UpstreamFailure.refused(status: 404, body: [])) {
            _ = try await nominatim.address(at: .minsk, language: .english, deadline: nil)
        }
    }

    @Test("Google's own time ends before a caller's, so that its hangs are known as such")
    func google() {
        #expect(SourceFactory.googlePolicy.total == .seconds(2))
    }
}
