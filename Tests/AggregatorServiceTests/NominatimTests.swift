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

    /// A host that always fails in one way, and counts the requests that are held back.
    private final class FailingHost: RemoteHost {
        let failure: UpstreamFailure
        let paused = Mutex(0)
        init(failure: UpstreamFailure) { self.failure = failure }
        func countPausedRequest() { paused.withLock { $0 += 1 } }
        func get(
            _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
        ) async throws(UpstreamFailure) -> UpstreamAnswer { throw failure }
    }

    /// A host that records the queries and answers with no articles.
    private final class RecordingHost: RemoteHost {
        let queries = Mutex<[[String: String]]>([])
        func get(
            _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
        ) async throws(UpstreamFailure) -> UpstreamAnswer {
            let query = Dictionary(request.query.map { ($0.name, $0.value) }) { _, last in last }
            queries.withLock { $0.append(query) }
            return .body(Array(#"{"status":"ok","articles":[]}"#.utf8), Validators(), charset: nil)
        }
    }

    @Test func `NewsAPI is asked for the day of the place, in instants`() async throws {
        let host = RecordingHost()
        _ = try await NewsAPIClient(host: host, key: "k").articles(
            about: "Minsk", of: .of("2026-11-26T21:00:00Z")..<(.of("2026-11-27T21:00:00Z")))
        let query = try #require(host.queries.withLock { $0.first })
        #expect(query["from"] == "2026-11-26T21:00:00" && query["to"] == "2026-11-27T20:59:59")
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
        let host = FailingHost(failure: failure)
        let nominatim = NominatimClient(
            host: host, pacer: pacer,
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
        #expect(host.paused.withLock { $0 } == 1, "the metric counts it, and not the one that was sent")
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
        #expect(SourceFactory.googlePolicy.total < AddressSources.patience)
    }
}
