import Contract
import Logging
import MuseumsContract
import NIOCore
import NIOEmbedded
import ServiceRuntime
import TestSupport
import Testing

@testable import Gateway
@testable import RPC

/// Two replicas, with calls that are answered at once unless a test says otherwise.
final class RoutingBench: CallOwner {
    /// The index of the called routes.
    static let index = 7

    let fixture: EdgeFixture
    var answers: [String] = []
    var admission: (gate: CallGate, client: AddressKeys)?
    var isGood: Bool { answers.allSatisfy { $0 == "1" } }

    init(replicas: Int = 2, _ change: (inout Router.Limits) -> Void = { _ in }) throws {
        var limits = Router.Limits()
        change(&limits)
        fixture = try EdgeFixture(routing: limits, replicas: replicas)
    }

    func callEnded(_ call: RoutedCall, _ answer: CallOutcome) {
        switch answer {
        case .result(let result): answers.append(String(buffer: result))
        case .refusal(let code, _, _): answers.append("refused \(code)")
        case .failure(let error): answers.append("failed \(error.code.name) \(error.reason ?? "-")")
        }
    }

    @discardableResult
    func call(
        _ method: any Method.Type = Museums.Search.self, timeout: Int64 = 5_000, index: Int = RoutingBench.index
    ) throws -> RoutedCall {
        func route<M: Method>(_ method: M.Type) throws -> Route { try Route(method, index: index) }
        let call = RoutedCall(
            route: try route(method), params: nil, trace: TraceContext.root(using: &fixture.edge.random),
            id: ByteBuffer(), caller: nil, owner: self, router: fixture.edge.router, startedAt: fixture.loop.now,
            deadline: fixture.loop.now + .milliseconds(timeout))
        fixture.edge.router.send(call)
        return call
    }

    /// Answers every call in flight on a replica.
    func answer(_ port: Int, _ outcome: LinkOutcome = .result(ByteBuffer(string: "1"))) {
        while fixture.link(port).inFlight > 0 { fixture.link(port).answer(outcome) }
    }

    /// Makes calls and answers each after a time, so that their usual time is known.
    func warmUp(_ method: any Method.Type = Museums.Search.self, time: TimeAmount = .milliseconds(2)) throws {
        for _ in 0..<60 {
            try call(method)
            advance(time)
            answer(1)
            answer(2)
        }
        // The next period begins without them.
        advance(.seconds(3))
        answers = []
    }

    func pool() throws -> ReplicaPool {
        try #require(fixture.edge.router.pools.first { $0.service == .museums })
    }

    func advance(_ time: TimeAmount) { fixture.loop.advanceTime(by: time) }

    /// Makes calls until one is in flight on a replica.
    func call(at port: Int, _ method: any Method.Type = Museums.Search.self) throws {
        let before = fixture.link(port).inFlight
        for _ in 0..<200 where fixture.link(port).inFlight == before {
            try call(method)
            answer(3 - port)
        }
        try #require(fixture.link(port).inFlight == before + 1)
        answers = []
    }

    func metric(_ name: String, _ labels: String = #"{service="museums"}"#) -> Substring? {
        fixture.metrics.exposition().split(separator: "\n").first { $0.hasPrefix("\(name)\(labels) ") }?
            .split(separator: " ").last
    }

    /// The reasons of the ejections in the log.
    var ejections: [String] {
        fixture.log.lines.filter { $0.message == "replica ejected" }.map { "\($0.metadata["reason"] ?? "?")" }
    }
}

/// A read that is not hedged.
enum PlainRead: Method {
    typealias Params = Empty
    typealias Result = Empty
    static let declaration = MethodDeclaration(
        "museums.plain", service: .museums, access: .anyone, http: nil, idempotency: .idempotent)
}

/// A call that must not be repeated.
enum UnrepeatableCall: Method {
    typealias Params = Empty
    typealias Result = Empty
    static let declaration = MethodDeclaration(
        "museums.pay", service: .museums, access: .anyone, http: nil, idempotency: .none)
}
