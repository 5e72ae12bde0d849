import Contract
import MuseumsContract
import NIOCore
import NIOEmbedded
import ServiceRuntime
import Testing
import Values

@testable import Gateway
@testable import RPC

@Suite struct RouterTests {
    private final class Owner: CallOwner {
        var answers: [String] = []
        /// The errors among the answers that the gateway writes itself.
        var failures: [RPCError] = []

        func callEnded(_ call: RoutedCall, _ answer: CallOutcome) {
            switch answer {
            case .result(let result): answers.append(String(buffer: result))
            case .refusal(let code, _, _): answers.append("refused \(code)")
            case .failure(let error):
                answers.append("failed \(error.code.name) \(error.reason ?? "-")")
                failures.append(error)
            }
        }
    }

    private enum Booking: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "museums.book", service: .museums, access: .anyone, http: nil, idempotency: .keyed)
    }

    private static func call(
        _ fixture: EdgeFixture, _ owner: Owner, method: any Method.Type = Museums.Get.self, key: String? = nil,
        timeout: Int64 = 5_000
    ) throws -> RoutedCall {
        func route<M: Method>(_ method: M.Type) throws -> Route { try Route(method, index: -1) }
        let call = RoutedCall(
            route: try route(method),
            params: nil, trace: TraceContext.root(using: &fixture.edge.random),
            idempotencyKey: key.map { Array($0.utf8) }, id: ByteBuffer(), caller: nil, owner: owner,
            router: fixture.edge.router, startedAt: fixture.loop.now,
            deadline: fixture.loop.now + .milliseconds(timeout))
        fixture.edge.router.send(call)
        return call
    }

    /// Returns the link with the only call in flight, and the other one.
    private static func busy(_ fixture: EdgeFixture) throws -> (busy: FakeLink, other: FakeLink) {
        let links = [fixture.link(1), fixture.link(2)]
        let busy = try #require(links.first { $0.inFlight == 1 })
        return (busy, try #require(links.first { $0 !== busy }))
    }

    @Test func `An idempotent call that is lost is retried on another replica, once`() throws {
        let fixture = try EdgeFixture(replicas: 2)
        let owner = Owner()
        _ = try Self.call(fixture, owner)
        let (first, second) = try Self.busy(fixture)
        first.lose()
        #expect(owner.answers.isEmpty)
        #expect(second.inFlight == 1)
        second.lose()
        #expect(owner.answers == ["failed unavailable connection-lost"])
    }

    @Test func `Links are counted by service, from the first made to the last lost`() throws {
        let fixture = try EdgeFixture(replicas: 2)
        func linked(_ service: ServiceName) -> Substring? {
            fixture.metrics.exposition().split(separator: "\n")
                .first { $0.hasPrefix("vokol_gateway_linked_replicas{service=\"\(service.rawValue)\"}") }?
                .split(separator: " ").last
        }
        #expect(linked(.museums) == "2.0")
        fixture.link(1).lose()
        #expect(linked(.museums) == "1.0")
        #expect(linked(.booking) == "2.0")
        fixture.loop.advanceTime(by: .seconds(1))
        #expect(linked(.museums) == "2.0")
        try fixture.install([], for: .museums)
        #expect(linked(.museums) == "0.0")
    }

    @Test func `The event loop with the fewest links determines the metric`() {
        let metrics = Metrics()
        let counts = LinkCounts(loops: 2, metrics: metrics)
        func tells(_ number: String) -> Bool {
            metrics.exposition().contains("vokol_gateway_linked_replicas{service=\"auth\"} \(number)\n")
        }
        counts.links(to: .auth, of: 0).change(by: 1)
        #expect(tells("0.0"))
        counts.links(to: .auth, of: 1).change(by: 2)
        #expect(tells("1.0"))
    }

    @Test func `The remaining time is sent, and is less with the second attempt`() throws {
        let fixture = try EdgeFixture(replicas: 2)
        _ = try Self.call(fixture, Owner(), timeout: 3_000)
        let (first, second) = try Self.busy(fixture)
        #expect(first.sent[0].call.timeoutMilliseconds == 3_000)
        fixture.loop.advanceTime(by: .milliseconds(1_200))
        first.lose()
        #expect(second.sent[0].call.timeoutMilliseconds == 1_800)
    }

    @Test func `A call is retried only if it is idempotent or has a key`() throws {
        for (method, key, repeats) in [
            (UnrepeatableCall.self, nil, false), (UnrepeatableCall.self, "k", false), (Booking.self, nil, false),
            (Booking.self, "k", true),
        ] as [(any Method.Type, String?, Bool)] {
            let fixture = try EdgeFixture(replicas: 2)
            let owner = Owner()
            _ = try Self.call(fixture, owner, method: method, key: key)
            let (first, second) = try Self.busy(fixture)
            first.lose()
            #expect(second.inFlight == (repeats ? 1 : 0))
            #expect(owner.answers == (repeats ? [] : ["failed unavailable connection-lost"]))
        }
    }

    /// The ends of a call that leave unknown whether it took effect, as a link reports them.
    enum UnknownEnd: CaseIterable {
        case lost, expired, serviceTimedOut, serviceShutDown, serviceLostAnother

        var outcome: LinkOutcome {
            switch self {
            case .lost: .lost
            case .expired: .expired
            case .serviceTimedOut: FakeLink.error(RPCError(.deadlineExceeded))
            case .serviceShutDown: FakeLink.error(RPCError(.shuttingDown))
            case .serviceLostAnother: FakeLink.error(RPCError(.connectionLost))
            }
        }
    }

    @Test(arguments: UnknownEnd.allCases)
    func `A call that may have taken effect is retryable only if it may be repeated`(end: UnknownEnd) throws {
        var limits = Router.Limits()
        limits.retryFloor = 0
        for (method, key, isRetryable) in [
            (Museums.Get.self, nil, true), (Booking.self, "k", true), (Booking.self, nil, false),
            (UnrepeatableCall.self, "k", false), (UnrepeatableCall.self, nil, false),
        ] as [(any Method.Type, String?, Bool)] {
            let fixture = try EdgeFixture(routing: limits, replicas: 1)
            let owner = Owner()
            _ = try Self.call(fixture, owner, method: method, key: key)
            fixture.link(1).answer(end.outcome)
            #expect(owner.answers.count == 1)
            // A service's error about a call that may be repeated is passed on as it is.
            guard let error = owner.failures.first else {
                #expect(isRetryable)
                continue
            }
            #expect(error.isRetryable == isRetryable, "\(method) \(error)")
            #expect((error.retryDelay() != nil) == (isRetryable && error.code == .unavailable))
            let line = String(decoding: error.encoded(traceID: "t", in: .english), as: UTF8.self)
            #expect(line.contains(#""isRetryable":\#(isRetryable)"#))
        }
    }

    @Test func `A call that was certainly not executed stays retryable`() throws {
        var full = Router.Limits()
        full.inFlight = 1
        let crowded = try EdgeFixture(routing: full, replicas: 1)
        let owner = Owner()
        for _ in 0..<2 { _ = try Self.call(crowded, owner, method: UnrepeatableCall.self) }
        var impatient = Router.Limits()
        impatient.waiting.time = .zero
        let unreachable = try EdgeFixture(routing: impatient, replicas: 1)
        unreachable.isReachable = false
        unreachable.link(1).lose()
        _ = try Self.call(unreachable, owner, method: UnrepeatableCall.self)
        let late = try EdgeFixture(replicas: 1)
        _ = try Self.call(late, owner, method: UnrepeatableCall.self, timeout: 0)
        #expect(
            owner.answers == ["failed overloaded -", "failed unavailable no-replica", "failed deadline-exceeded -"])
        #expect(owner.failures.map(\.isRetryable) == [true, true, true])
        // A service that cannot serve a call says so before it takes effect.
        let other = try EdgeFixture(replicas: 1)
        _ = try Self.call(other, owner, method: UnrepeatableCall.self)
        other.link(1).answer(FakeLink.error(.unavailable, retryAfter: 5))
        #expect(owner.answers.last == "refused -32009")
    }

    @Test func `A draining replica refuses before executing, so any call is retried elsewhere`() throws {
        let fixture = try EdgeFixture(replicas: 2)
        let owner = Owner()
        _ = try Self.call(fixture, owner, method: UnrepeatableCall.self)
        let (first, second) = try Self.busy(fixture)
        first.answer(FakeLink.error(.draining))
        #expect(second.inFlight == 1)
        second.answer(.result(ByteBuffer(string: "1")))
        #expect(owner.answers == ["1"])
    }

    @Test func `Other errors of a service are passed on unchanged`() throws {
        let fixture = try EdgeFixture(replicas: 2)
        let owner = Owner()
        _ = try Self.call(fixture, owner)
        let (first, second) = try Self.busy(fixture)
        first.answer(FakeLink.error(.unavailable, retryAfter: 5))
        #expect(owner.answers == ["refused -32009"])
        #expect(second.inFlight == 0)
    }

    @Test func `Beyond the budget no call is retried`() throws {
        var limits = Router.Limits()
        limits.retryFloor = 0
        let fixture = try EdgeFixture(routing: limits, replicas: 2)
        let owner = Owner()
        _ = try Self.call(fixture, owner)
        try Self.busy(fixture).busy.lose()
        #expect(owner.answers == ["failed unavailable connection-lost"])
    }

    @Test func `A lost replica gets no calls until it is back`() throws {
        let fixture = try EdgeFixture(replicas: 2)
        fixture.link(1).lose()
        for _ in 0..<20 { _ = try Self.call(fixture, Owner()) }
        #expect(fixture.link(2).inFlight == 20)
        fixture.loop.advanceTime(by: .milliseconds(50))
        #expect(fixture.link(1).isUsable)
        _ = try Self.call(fixture, Owner())
        #expect(fixture.link(1).inFlight == 1)
    }

    @Test func `An unreachable replica is dialled again within a second, and reported`() throws {
        var limits = Router.Limits()
        limits.waiting.time = .zero
        let fixture = try EdgeFixture(routing: limits, replicas: 1)
        fixture.isReachable = false
        fixture.link(1).lose()
        let owner = Owner()
        _ = try Self.call(fixture, owner)
        #expect(owner.answers == ["failed unavailable no-replica"])
        for _ in 0..<10 { fixture.loop.advanceTime(by: .seconds(1)) }
        #expect(fixture.refusals >= 10)
        fixture.isReachable = true
        fixture.loop.advanceTime(by: .seconds(1))
        _ = try Self.call(fixture, owner)
        #expect(fixture.link(1).inFlight == 1)
    }

    @Test func `A call is shed, not queued, if every link is full`() throws {
        var limits = Router.Limits()
        limits.inFlight = 2
        let fixture = try EdgeFixture(routing: limits, replicas: 1)
        let owner = Owner()
        for _ in 0..<3 { _ = try Self.call(fixture, owner) }
        #expect(owner.answers == ["failed overloaded -"])
        fixture.link(1).answer(.result(ByteBuffer(string: "1")))
        _ = try Self.call(fixture, owner)
        #expect(owner.answers == ["failed overloaded -", "1"])
    }

    @Test func `Callers with short deadlines cannot open a breaker, patient ones can`() throws {
        let fixture = try EdgeFixture(replicas: 1)
        for _ in 0..<10 {
            _ = try Self.call(fixture, Owner(), timeout: 5)
            fixture.link(1).answer(.expired)
        }
        let owner = Owner()
        for _ in 0..<5 {
            _ = try Self.call(fixture, owner)
            fixture.link(1).answer(.expired)
        }
        #expect(owner.answers == Array(repeating: "failed deadline-exceeded -", count: 5))
        _ = try Self.call(fixture, owner)
        #expect(owner.answers.last == "failed unavailable no-replica")
        fixture.loop.advanceTime(by: .milliseconds(250))
        _ = try Self.call(fixture, owner)
        fixture.link(1).answer(.result(ByteBuffer(string: "1")))
        #expect(owner.answers.last == "1")
    }

    @Test func `A cancelled call is cancelled at the replica, and its owner is not notified`() throws {
        let fixture = try EdgeFixture(replicas: 1)
        let owner = Owner()
        let call = try Self.call(fixture, owner)
        fixture.edge.router.cancel(call)
        #expect(fixture.link(1).cancelled.count == 1)
        #expect(fixture.link(1).inFlight == 0)
        fixture.edge.router.cancel(call)
        #expect(fixture.link(1).cancelled.count == 1)
        #expect(owner.answers.isEmpty)
    }

    @Test func `A retired address finishes its calls, gets no more, and its link is closed`() throws {
        let fixture = try EdgeFixture(replicas: 1)
        let owner = Owner()
        _ = try Self.call(fixture, owner)
        let old = fixture.link(1)
        try fixture.install([2], for: .museums)
        _ = try Self.call(fixture, owner)
        #expect(old.inFlight == 1)
        #expect(fixture.link(2).inFlight == 1)
        #expect(!old.isClosed)
        old.answer(.result(ByteBuffer(string: "old")))
        #expect(owner.answers == ["old"])
        #expect(old.isClosed)
        fixture.loop.advanceTime(by: .seconds(5))
        #expect(fixture.link() === old)
    }
}
