import Contract
import RPC
import Testing
import Upstream
import Values

/// The errors that callers get for the failures of third parties.
@Suite struct CallerErrorTests {
    private let unavailable = ErrorReason(.unavailable, "weather-unavailable", UserText(all: "No provider answered"))
    private let unreadable = ErrorReason(.badUpstream, "weather-unreadable", UserText(all: "The answer is unreadable"))

    @Test(arguments: [
        (UpstreamFailure.timedOut, Int64(5_000)), (.unreachable("no"), 5_000), (.limited(retryAfter: nil), 5_000),
        (.limited(retryAfter: .seconds(7)), 7_000), (.suspended(retryAfter: .seconds(9)), 9_000),
        (.localLimit(retryAfter: .zero), 1_000), (.suspended(retryAfter: .seconds(86_400)), 600_000),
    ])
    func `A third party that does not answer is unavailable, with a bounded delay before a retry`(
        _ failure: UpstreamFailure, _ delay: Int64
    ) {
        let error = RPCError(failure, unavailable: unavailable, unreadable: unreadable)
        #expect(error.code == .unavailable && error.reason == "weather-unavailable")
        #expect(error.retryAfterMilliseconds == delay)
    }

    @Test(arguments: [UpstreamFailure.unreadable("a page for people"), .tooLarge])
    func `An unreadable answer has the contract's reason for it, if there is one`(_ failure: UpstreamFailure) {
        let error = RPCError(failure, unavailable: unavailable, unreadable: unreadable)
        #expect(error.code == .badUpstream && error.reason == "weather-unreadable")
        #expect(error.retryAfterMilliseconds == nil)
        let other = RPCError(failure, unavailable: unavailable)
        #expect(other.code == .unavailable && other.reason == "weather-unavailable")
        #expect(other.retryAfterMilliseconds == 5_000)
    }

    @Test func `The body of a rejected request stays out of the log`() {
        let error = RPCError(.rejected(status: 500, body: Array("secret".utf8)), unavailable: unavailable)
        #expect(error.cause == "refused with 500")
    }

    @Test func `A caller who gave up gets cancelled`() {
        #expect(RPCError(.cancelled, unavailable: unavailable).code == .cancelled)
    }

    @Test func `Without any usable third party the error is unavailable`() {
        let error = RPCError(nil, unavailable: unavailable)
        #expect(error.code == .unavailable && error.retryAfterMilliseconds == 5_000)
    }
}
