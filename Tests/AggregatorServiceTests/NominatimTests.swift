import Synchronization
import Testing
import Upstream
import Values

@testable import AggregatorService

@Suite struct NominatimTests {
    /// A pacer that never waits and counts its calls.
    private final class CountingPacer: CallPacer {
        let count = Mutex(0)
        func wait() async throws(UpstreamFailure) { count.withLock { $0 += 1 } }
    }

    /// A host that always fails in one way.
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

    @Test(arguments: [
        UpstreamFailure.limited(retryAfter: .seconds(30)), .suspended(retryAfter: .seconds(30)),
    ])
    func `A call that would be refused takes no slot of the pacer`(failure: UpstreamFailure) async throws {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        let pacer = CountingPacer()
        let nominatim = NominatimClient(
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
        #expect(await ask() == .suspended(retryAfter: .seconds(20)))
        #expect(pacer.count.withLock { $0 } == 1)
        passed.withLock { $0 = .seconds(30) }
        #expect(await ask() == failure)
        #expect(pacer.count.withLock { $0 } == 2)
    }

    @Test func `A 404 for coordinates is a failure and does not replace a cached answer`() async {
        let nominatim = NominatimClient(host: AbsentHost(), pacer: CountingPacer(), pause: NominatimPause())
        await #expect(throws: UpstreamFailure.rejected(status: 404, body: [])) {
            _ = try await nominatim.address(at: .minsk, language: .english, deadline: nil)
        }
    }

    @Test func `Google's own timeout is shorter than the callers' wait`() {
        #expect(SourceFactory.googlePolicy.total == .seconds(2))
    }
}
