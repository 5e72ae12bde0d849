import BookingContract
import Contract
import MuseumsContract
import NIOCore
import NIOEmbedded
import Resilience
import ServiceRuntime
import TestSupport
import Testing

@testable import Gateway
@testable import RPC

/// Tests of what routing does about an overloaded service.
@Suite struct SheddingTests {
    /// A service with one replica that takes a call a millisecond, in order of arrival.
    private final class Bench: CallOwner {
        let fixture: EdgeFixture
        /// The errors of refused calls, by method.
        var errors: [String: [RPCError]] = [:]
        var answered: [String: Int] = [:]
        private let service: ServiceName

        init(_ service: ServiceName = .museums) throws {
            fixture = try EdgeFixture()
            self.service = service
        }

        func callEnded(_ call: RoutedCall, _ answer: CallOutcome) {
            let method = call.route.declaration.name
            switch answer {
            case .result: answered[method, default: 0] += 1
            case .failure(let error): errors[method, default: []].append(error)
            case .refusal: Issue.record("the service refuses nothing")
            }
        }

        @discardableResult
        func call<M: Method>(_ method: M.Type, index: Int = 7) throws -> RoutedCall {
            let call = RoutedCall(
                route: try Route(method, index: index), params: nil,
                trace: TraceContext.root(using: &fixture.edge.random), id: ByteBuffer(), caller: nil, owner: self,
                router: fixture.edge.router, startedAt: fixture.loop.now, deadline: fixture.loop.now + .seconds(60))
            fixture.edge.router.send(call)
            return call
        }

        /// Lets a millisecond pass, and answers the oldest call.
        func step() {
            fixture.loop.advanceTime(by: .milliseconds(1))
            let link = fixture.link(of: service)
            guard let oldest = link.sent.first?.call as? RoutedCall else { return }
            oldest.waitedMilliseconds = max((fixture.loop.now - oldest.sentAt).nanoseconds / 1_000_000 - 1, 0)
            link.answer(.result(ByteBuffer(string: "{}")))
        }

        func metric(_ name: String) -> Substring? {
            fixture.metrics.exposition().split(separator: "\n").first { $0.hasPrefix("\(name) ") }?
                .split(separator: " ").last
        }

        var lines: [String] { fixture.log.lines.map(\.message).filter { $0.hasPrefix("shedding") } }
    }

    @Test func `An overloaded service gets no suggestions, and all it can take of the rest`() throws {
        let bench = try Bench()
        for step in 0..<3_000 {
            // Calls that arrived before the limit are out of the queue.
            if step == 2_000 { bench.errors["museums.get"] = nil }
            try bench.call(Museums.Suggest.self)
            if step % 2 == 0 {
                try bench.call(Museums.Suggest.self)
                try bench.call(Museums.Get.self)
            }
            bench.step()
        }
        let refused = try #require(bench.errors["museums.suggest"])
        #expect(bench.errors["museums.get"] == nil)
        #expect(refused.count > 1_500)
        #expect(refused.allSatisfy { $0.code == .overloaded && $0.retryAfterMilliseconds == 1_000 })
        #expect(bench.lines == ["shedding began"])
        #expect(bench.metric(#"vokol_gateway_shedding{service="museums"}"#) == "1")
        #expect(
            bench.metric(#"vokol_gateway_shed_calls_total{service="museums",priority="low",caller="anonymous"}"#)
                == "\(refused.count)")
        // Other services are called as before, and so is this one by the gateway itself.
        #expect(bench.metric(#"vokol_gateway_shedding{service="auth"}"#) == "0")
        let before = bench.fixture.link().inFlight
        try bench.call(Museums.Suggest.self, index: -1)
        #expect(bench.fixture.link().inFlight == before + 1)
        for _ in 0..<100 { bench.step() }
        bench.fixture.loop.advanceTime(by: .seconds(5))
        #expect(bench.lines == ["shedding began", "shedding ended"])
        #expect(bench.metric(#"vokol_gateway_shedding{service="museums"}"#) == "0")
        #expect(bench.fixture.edge.router.pools.allSatisfy { $0.shedder.inFlight == 0 })
    }

    @Test func `An overloaded service accepts bookings first, and lists with the remaining capacity`() throws {
        let bench = try Bench(.booking)
        for step in 0..<3_000 {
            // Calls that arrived before the limit are out of the queue.
            if step == 2_000 { (bench.errors, bench.answered) = ([:], [:]) }
            for _ in 0..<2 { try bench.call(Booking.Slots.self) }
            if step % 2 == 0 { try bench.call(Booking.Book.self) }
            bench.step()
        }
        // Bookings are half of what the service can take: at most one in twenty is refused, while the limit is found.
        #expect(bench.errors["booking.book"]?.count ?? 0 < 25 && bench.answered["booking.book"] ?? 0 > 475)
        #expect(bench.errors["booking.slots"]?.count ?? 0 > 1_400)
        #expect(bench.lines == ["shedding began"])
    }

    @Test func `A service that is busy but keeps up refuses nothing`() throws {
        let bench = try Bench()
        for step in 0..<2_000 {
            if step % 10 != 0 { try bench.call(Museums.Suggest.self) }
            bench.step()
        }
        #expect(bench.errors.isEmpty)
        #expect(bench.lines.isEmpty)
    }

    @Test func `Calls that are cancelled, lost or late do not stay counted`() throws {
        let bench = try Bench()
        let router = try #require(bench.fixture.edge).router
        for _ in 0..<10 { router.cancel(try bench.call(Museums.Suggest.self)) }
        for _ in 0..<10 { try bench.call(Museums.Suggest.self) }
        bench.fixture.link().answer(.expired)
        bench.fixture.isReachable = false
        bench.fixture.link().lose()
        bench.fixture.loop.advanceTime(by: .seconds(3))
        #expect(router.pools.allSatisfy { $0.shedder.inFlight == 0 })
    }

    @Test func `Importance comes before being signed in`() {
        let ranks = CallPriority.allCases.flatMap { priority in
            [true, false].map { priority.rank(isSignedIn: $0) }
        }
        #expect(ranks == [0, 1, 2, 3, 4, 5])
    }
}
