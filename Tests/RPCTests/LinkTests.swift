import NIOCore
import NIOEmbedded
import Resilience
import Testing

@testable import RPC

@Suite struct LinkTests {
    private func withLink(
        _ configure: (inout LinkConfiguration) -> Void = { _ in }, _ body: (LinkChannel) throws -> Void
    ) throws {
        let link = try LinkChannel.greeted(configure)
        defer { link.end() }
        _ = try link.lines()
        try body(link)
    }

    @Test func `A link introduces itself by its secret and is ready once greeted and accepted`() throws {
        let link = try LinkChannel { $0.secret = Array("a secret of sixteen".utf8) }
        defer { link.end() }
        #expect(
            try link.lines() == [
                #"{"jsonrpc":"2.0","id":0,"method":"rpc.link","params":{"process":"gateway","secret":"a secret of sixteen"}}"#
            ])
        try link.greet()
        #expect(link.events.connection == nil)
        try link.receive(#"{"jsonrpc":"2.0","id":0,"result":{}}"#)
        #expect(link.events.connection != nil)
    }

    @Test func `A link that is not accepted, understood or greeted in time fails`() throws {
        let refused = try LinkChannel { $0.secret = Array("a secret of sixteen".utf8) }
        try refused.receive(#"{"jsonrpc":"2.0","id":0,"error":{"code":-32003,"message":"no"}}"#)
        #expect(refused.events.connection == nil && refused.events.fault != nil)
        let foreign = try LinkChannel()
        try foreign.greet(version: 2)
        #expect(foreign.events.fault == .ended(.protocolViolation))
        let silent = try LinkChannel()
        silent.advance(.milliseconds(999))
        #expect(silent.events.fault == nil)
        silent.advance(.milliseconds(1))
        #expect(silent.events.fault == .timedOut)
        for link in [refused, foreign, silent] {
            #expect(!link.channel.isActive)
            link.end()
        }
    }

    @Test func `A call has the extra cost and the wait that the service reports before its answer`() throws {
        try withLink { (link) throws in
            let calls = (0..<2).map { _ in TestCall("museums.get", "{}") }
            for call in calls { _ = link.events.connection?.send(call, at: link.channel.embeddedEventLoop.now) }
            try link.receive(#"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":2,"cost":7,"waitedMs":9}}"#)
            // Costs of calls that are not waiting, and nonsense, change nothing and break nothing.
            try link.receive(#"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":9,"cost":7}}"#)
            try link.receive(#"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":"x"}}"#)
            try link.receive(#"{"jsonrpc":"2.0","id":2,"result":{}}"#)
            #expect(calls.map(\.extraCost) == [0, 7])
            #expect(calls.map(\.waitedMilliseconds) == [0, 9])
            try link.receive(#"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":1,"cost":1000000}}"#)
            #expect(calls[0].extraCost == CallWork.maximumExtraCost)
            #expect(link.events.connection?.isUsable == true)
        }
    }

    @Test func `The cost of a call that has ended here is charged once, unless the answer came without it`() throws {
        try withLink { (link) throws in
            let connection = try #require(link.events.connection)
            var charged: [Int: [Int]] = [:]
            for name in 1...3 {
                let id = try #require(link.call(name, timeout: 200))
                connection.awaitCost(of: id) { cost, _ in charged[name, default: []].append(cost) }
                if name > 1 { connection.cancel(id) }
            }
            link.advance(.milliseconds(220))
            #expect(link.events.outcomes == [1: .expired])
            let cost = { (id: Int, cost: Int) in
                #"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":\#(id),"cost":\#(cost)}}"#
            }
            let error = { (id: Int) in #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32800,"message":"m"}}"# }
            for line in [cost(1, 7), cost(1, 7), error(1), error(2), cost(2, 7), cost(3, 1_000_000), error(3)] {
                try link.receive(line)
            }
            #expect(charged == [1: [7], 3: [CallWork.maximumExtraCost]])
            #expect(connection.counters.lateAnswers == 3 && connection.isUsable)
        }
    }

    @Test func `A service that never reports costs does not make a link grow: the oldest calls are forgotten`() throws {
        try withLink { (link) throws in
            let connection = try #require(link.events.connection)
            var charged: [UInt64] = []
            for number in UInt64(1)...1_025 {
                connection.awaitCost(of: LinkCallID(number: number)) { _, _ in charged.append(number) }
            }
            for id in [1, 2, 1_025] {
                try link.receive(#"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":\#(id),"cost":7}}"#)
            }
            #expect(charged == [2, 1_025])
        }
    }

    @Test func `A call is one line with its metadata`() throws {
        try withLink { (link) throws in
            link.call(1, #"{"id":"mir"}"#, timeout: 1_500) {
                $0.principal = LinkPrincipal(json: Array(#"{"sub":"u"}"#.utf8))
                $0.remoteAddress = LinkAddress("203.0.113.7")
                $0.span = TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".utf8)
                $0.locale = Array("be".utf8)
                $0.idempotencyKey = Array("k1".utf8)
            }
            #expect(
                try link.lines() == [
                    #"{"jsonrpc":"2.0","id":1,"method":"museums.get","params":{"id":"mir"},"meta":{"timeoutMs":1500,"#
                        + #""principal":{"sub":"u"},"remoteAddress":"203.0.113.7","#
                        + #""traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","locale":"be","#
                        + #""idempotencyKey":"k1"}}"#
                ])
        }
    }

    @Test(arguments: [
        ("{\n}", "k"), ("{\r}", "k"), ("", "k"), ("{}", "a\"b"), ("{}", "a\\b"), ("{}", "a\nb"), ("{}", ""),
        ("{}", String(repeating: "k", count: 129)),
    ])
    func `Nothing that would break the line is written`(params: String, key: String) throws {
        try withLink { (link) throws in
            link.call(1, params) { $0.idempotencyKey = Array(key.utf8) }
            #expect(try link.lines().isEmpty)
            #expect(link.events.outcomes[1]?.code != nil)
            #expect(link.events.connection?.inFlight == 0)
        }
    }

    @Test func `Answers find their calls by id, in any order, and a service's error is passed unchanged`() throws {
        try withLink { (link) throws in
            for name in 1...3 { link.call(name) }
            try link.receive(
                #"{"jsonrpc":"2.0","id":3,"result":[3]}"# + "\n"
                    + #"{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"gone","data":{"type":"/problems/not-found"}}}"#
                    + "\n" + #"{"jsonrpc":"2.0","id":2,"result":null}"#)
            #expect(link.events.outcomes[3] == .result("[3]"))
            #expect(link.events.outcomes[2] == .result("null"))
            #expect(
                link.events.outcomes[1]
                    == .error(-32004, #"{"code":-32004,"message":"gone","data":{"type":"/problems/not-found"}}"#))
        }
    }

    @Test func `Lines that answer no call are counted and end nothing`() throws {
        try withLink { (link) throws in
            link.call(1)
            try link.receive(#"{"jsonrpc":"2.0","id":77,"result":{}}"#)
            try link.receive("garbage")
            try link.receive(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#)
            #expect(link.events.outcomes.isEmpty && link.channel.isActive)
            #expect(
                link.events.connection?.counters == LinkCounters(lateAnswers: 1, brokenLines: 1, rejectedLines: 1))
        }
    }

    @Test func `A malformed answer that names a call ends it as garbled`() throws {
        try withLink { (link) throws in
            link.call(1)
            link.call(2)
            try link.receive(#"{"jsonrpc":"2.0","id":1}"#)
            #expect(link.events.outcomes[1] == .garbled)
            #expect(link.events.outcomes[2] == nil)
        }
    }

    @Test func `A link reports lines that it cannot read`() throws {
        try withLink { (link) throws in
            var signals: [LinkSignal] = []
            link.events.connection?.onSignal = { signals.append($0) }
            link.call(1)
            try link.receive("\u{1}\u{2} no JSON")
            try link.receive(#"{"jsonrpc":"2.0","id":99}"#)
            #expect(signals == [.brokenLine, .brokenLine])
            #expect(link.events.outcomes.isEmpty)
        }
    }

    @Test func `A service that answers no ping while calls are in flight is reported as silent, then as audible`()
        throws
    {
        func configure(_ configuration: inout LinkConfiguration) {
            configuration.pingWhenBusy = .milliseconds(250)
            configuration.missedPingsWhenBusy = 8
        }
        let link = try LinkChannel.greeted(configure)
        defer { link.end() }
        var signals: [LinkSignal] = []
        link.events.connection?.onSignal = { signals.append($0) }
        link.call(1)
        link.advance(.milliseconds(300))
        #expect(try link.lines().last?.contains("rpc.ping") == true)
        try link.receive(#"{"jsonrpc":"2.0","method":"rpc.pong"}"#)
        link.advance(.milliseconds(400))
        #expect(signals.isEmpty)
        link.advance(.milliseconds(200))
        #expect(signals == [.silent])
        link.advance(.milliseconds(500))
        #expect(signals == [.silent])
        #expect(link.channel.isActive)
        try link.receive(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        #expect(signals == [.silent, .audible])
        #expect(link.events.outcomes[1] == .result("{}"))
    }

    @Test func `A service that stays silent while calls are in flight is disconnected in the end`() throws {
        let link = try LinkChannel.greeted { configuration in
            configuration.pingWhenBusy = .milliseconds(250)
            configuration.missedPingsWhenBusy = 8
        }
        defer { link.end() }
        link.call(1)
        link.advance(.milliseconds(2_000))
        #expect(link.events.closed == nil)
        link.advance(.milliseconds(500))
        #expect(link.events.closed == .unresponsive)
        #expect(link.events.outcomes[1] == .lost)
    }

    @Test func `An unanswered call expires and is cancelled at the service, and a late answer is counted`() throws {
        try withLink { (link) throws in
            link.call(1, timeout: 200)
            _ = try link.lines()
            link.advance(.milliseconds(190))
            #expect(link.events.outcomes.isEmpty)
            link.advance(.milliseconds(50))
            #expect(link.events.outcomes[1] == .expired)
            #expect(try link.lines() == [#"{"jsonrpc":"2.0","method":"rpc.cancel","params":{"id":1}}"#])
            try link.receive(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
            #expect(link.events.connection?.counters.lateAnswers == 1)
        }
    }

    @Test func `A call without time left is not sent`() throws {
        try withLink { (link) throws in
            link.call(1, timeout: 0)
            #expect(link.events.outcomes[1] == .expired)
            #expect(try link.lines().isEmpty)
        }
    }

    @Test func `A cancelled call is cancelled at the service and receives no outcome`() throws {
        try withLink { (link) throws in
            let id = try #require(link.call(1))
            _ = try link.lines()
            link.events.connection?.cancel(id)
            link.channel.embeddedEventLoop.run()
            #expect(try link.lines() == [#"{"jsonrpc":"2.0","method":"rpc.cancel","params":{"id":1}}"#])
            try link.receive(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
            #expect(link.events.outcomes.isEmpty)
            link.events.connection?.cancel(id)
            link.channel.embeddedEventLoop.run()
            #expect(try link.lines().isEmpty)
        }
    }

    @Test func `The service's own limits apply: calls in flight and the length of a line`() throws {
        let link = try LinkChannel()
        defer { link.end() }
        try link.greet(inFlight: 2, lineBytes: 1_024)
        #expect(link.call(1) != nil && link.call(2) != nil && link.call(3) == nil)
        try link.receive(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        _ = try link.lines()
        link.call(4, "\"" + String(repeating: "x", count: 1_024) + "\"")
        #expect(link.events.outcomes[4]?.code == -32007)
        #expect(try link.lines().isEmpty)
    }

    @Test func `An answer that is too long is skipped; a second one within a minute ends the link`() throws {
        try withLink {
            $0.maximumAnswerBytes = 100
        } _: { (link) throws in
            link.call(1)
            let long = #"{"jsonrpc":"2.0","id":1,"result":""# + String(repeating: "x", count: 6_000) + #""}"#
            try link.receive(long)
            #expect(link.channel.isActive && link.events.outcomes.isEmpty)
            link.call(2)
            try link.receive(#"{"jsonrpc":"2.0","id":2,"result":{}}"#)
            #expect(link.events.outcomes[2] == .result("{}"))
            try link.receive(long)
            #expect(link.events.closed == .protocolViolation)
            #expect(link.events.outcomes[1] == .lost)
        }
    }

    @Test func `After goaway no call is accepted, and the link ends after those in flight`() throws {
        try withLink { (link) throws in
            link.call(1)
            try link.receive(
                #"{"jsonrpc":"2.0","method":"rpc.goaway","params":{"reason":"shutting-down","graceMs":20000}}"#)
            #expect(link.events.goodbyes == 1)
            #expect(link.call(2) == nil)
            #expect(link.channel.isActive)
            try link.receive(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
            #expect(link.events.outcomes[1] == .result("{}"))
            #expect(link.events.closed == .local)
        }
    }

    @Test func `Calls in flight are lost with their connection, each notified once`() throws {
        try withLink { (link) throws in
            link.call(1)
            link.call(2)
            link.channel.close(promise: nil)
            link.channel.embeddedEventLoop.run()
            #expect(link.events.outcomes == [1: .lost, 2: .lost])
            #expect(link.events.closed == .peer)
            #expect(link.call(3) == nil)
        }
    }

    @Test func `A silent service with calls in flight is pinged, then given up`() throws {
        try withLink { (link) throws in
            link.call(1, timeout: 60_000)
            _ = try link.lines()
            link.advance(.seconds(5))
            let ping = #"{"jsonrpc":"2.0","method":"rpc.ping","params":{}}"#
            #expect(try link.lines() == [ping])
            try link.receive(#"{"jsonrpc":"2.0","method":"rpc.pong"}"#)
            link.advance(.seconds(5))
            #expect(try link.lines() == [ping])
            link.advance(.seconds(10))
            #expect(link.events.closed == .unresponsive)
            #expect(link.events.outcomes[1] == .lost)
        }
    }

    @Test func `An unfinished line closes the link`() throws {
        try withLink { (link) throws in
            try link.channel.writeInbound(ByteBuffer(string: #"{"jsonrpc":"#))
            link.advance(.seconds(9))
            #expect(link.channel.isActive)
            link.advance(.seconds(1))
            #expect(link.events.closed == .slowLine)
        }
    }
}
