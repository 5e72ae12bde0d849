import AuthContract
import Contract
import Foundation
import NIOCore
import NIOEmbedded
import ServiceRuntime
import Testing
import Values

@testable import Gateway
@testable import RPC

@Suite struct LineHandlerTests {
    private static func connect(_ fixture: EdgeFixture) throws -> EmbeddedClient {
        let client = try EmbeddedClient(
            LineHandler(edge: fixture.edge, client: ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))),
            on: fixture.loop)
        #expect(try client.lines().map { $0.contains(#""method":"rpc.hello""#) } == [true])
        return client
    }

    private static func open(
        _ limits: EdgeLimits = EdgeLimits(), policies: CallGate.Policies = CallGate.Policies()
    ) throws -> (EdgeFixture, EmbeddedClient) {
        let fixture = try EdgeFixture(limits: limits, policies: policies, open: [.museums])
        return (fixture, try connect(fixture))
    }

    private static func get(_ id: String, _ more: String = "") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"museums.get","params":{"id":"x"}\#(more)}"# + "\n"
    }

    private static func code(_ line: String?) -> Int? {
        guard let line, let start = line.range(of: #""code":"#) else { return nil }
        return Int(line[start.upperBound...].prefix { $0 == "-" || $0.isNumber })
    }

    @Test func `Answers are sent as they are ready, each with its id byte for byte`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.get("1") + Self.get(#""1""#) + Self.get(#""б 1""#) + Self.get("-7"))
        let link = fixture.link()
        try #require(link.inFlight == 4)
        for index in [2, 0, 1, 0] {
            link.answer(.result(ByteBuffer(string: #"{"a": 1}"#)), at: index)
        }
        #expect(
            try client.lines()
                == [#""б 1""#, "1", "-7", #""1""#].map { #"{"jsonrpc":"2.0","id":\#($0),"result":{"a": 1}}"# })
    }

    @Test func `New limits on calls apply to open connections`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.get("1") + Self.get("2"))
        #expect(fixture.link().inFlight == 2)
        var policies = CallGate.Policies()
        policies.open = LimitPolicy(name: "open", rate: 0.01, burst: 1)
        fixture.edge.follow(EdgeLimits(), fixture.edge.gate.with(policies, inFlight: .init()))
        try client.send(Self.get("3"))
        #expect(try client.lines().map(Self.code) == [ErrorCode.quotaExceeded.number])
    }

    @Test func `A service's error passes through unchanged, and a gateway error carries the trace`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.get("1") + Self.get("2"))
        fixture.link().answer(FakeLink.error(.notFound))
        fixture.link().answer(.expired)
        let lines = try client.lines()
        #expect(lines[0] == #"{"jsonrpc":"2.0","id":1,"error":\#(String(buffer: FakeLink.object(.notFound)))}"#)
        #expect(Self.code(lines[1]) == ErrorCode.deadlineExceeded.number)
        #expect(lines[1].contains(#""id":2,"#))
        #expect(lines[1].contains(#""traceId":""#))
    }

    @Test(arguments: [
        ("nonsense", -32700, "null"), (#"{"jsonrpc":"2.0","id":1,"method":"museums.get""#, -32700, "null"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"museums.get\",\"params\":{\"a\":\"\u{1}\"}}", -32700, "null"),
        (#"[{"jsonrpc":"2.0","id":1,"method":"museums.get"}]"#, -32600, "null"),
        (#"{"jsonrpc":"1.0","id":1,"method":"museums.get"}"#, -32600, "1"),
        (#"{"jsonrpc":"2.0","id":null,"method":"museums.get"}"#, -32600, "null"),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"museums.get"}"#, -32600, "null"),
        (#"{"jsonrpc":"2.0","id":1,"method":"museums.get","method":"auth.me"}"#, -32600, "1"),
        (#"{"jsonrpc":"2.0","id":1,"\u006dethod":"museums.get"}"#, -32600, "1"),
        (#"{"jsonrpc":"2.0","id":1,"method":"museums.nothing"}"#, -32601, "1"),
        (#"{"jsonrpc":"2.0","id":1,"method":"auth.revocations"}"#, -32601, "1"),
        (#"{"jsonrpc":"2.0","id":1,"method":"rpc.hello"}"#, -32601, "1"),
        (#"{"jsonrpc":"2.0","id":1,"method":"auth.me"}"#, -32001, "1"),
        (#"{"jsonrpc":"2.0","method":"museums.get"}"#, -32600, "null"),
    ])
    func `A line that is not a call is answered with its code, and with its id if it has one`(
        line: String, code: Int, id: String
    ) throws {
        let (fixture, client) = try Self.open()
        try client.send(line + "\n")
        let lines = try client.lines()
        #expect(lines.count == 1)
        #expect(Self.code(lines.first) == code)
        #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#) == true)
        #expect(fixture.link().sent.isEmpty)
        #expect(client.isOpen)
    }

    @Test func `Identity comes from the token only, and a client's own claims are dropped`() throws {
        let (fixture, client) = try Self.open()
        let claim = #","meta":{"principal":{"sub":"root","sid":"s","roles":["admin"]},"remoteAddress":"127.0.0.1"}"#
        try client.send(Self.get("1", claim))
        let meta = try #require(fixture.link().sent.first?.call)
        #expect(meta.principal == nil)
        #expect(meta.remoteAddress == LinkAddress("192.0.2.1"))
        let token = try fixture.tokens.token(roles: ["admin"])
        try client.send(
            Self.get("2", #","meta":{"token":"\#(token)","locale":"be","timeoutMs":700,"idempotencyKey":"k"}"#))
        let signed = try #require(fixture.link().sent.last?.call)
        #expect(
            signed.principal
                == LinkPrincipal(
                    json: Array(
                        #"{"sub":"\#(TestTokens.user)","sid":"\#(TestTokens.session)","roles":["admin"]}"#.utf8)))
        #expect(signed.locale == Array("be".utf8))
        #expect(fixture.link().sent.last?.call.timeoutMilliseconds == 700)
        #expect(signed.idempotencyKey == Array("k".utf8))
        #expect(signed.span != nil)
    }

    @Test func `A client's trace continues in a span of the gateway`() throws {
        let (fixture, client) = try Self.open()
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        try client.send(Self.get("1", #","meta":{"traceparent":"\#(parent)"}"#))
        let sent = try #require(fixture.link().sent.first?.call.span).traceparent
        #expect(sent.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-"))
        #expect(!sent.contains("b7ad6b7169203331"))
    }

    @Test func `A sign-in holds for the connection and ends with the token`() throws {
        let (fixture, client) = try Self.open()
        func authenticate(_ token: String) throws {
            try client.send(
                #"{"jsonrpc":"2.0","id":0,"method":"rpc.authenticate","params":{"token":"\#(token)"}}"# + "\n")
        }
        try authenticate("a.b.c")
        #expect(Self.code(try client.lines().first) == -32001)
        try authenticate(try fixture.tokens.token())
        #expect(try client.lines().first?.contains(#""result":{"user":"\#(TestTokens.user)""#) == true)
        try client.send(Self.get("1"))
        #expect(fixture.link().sent.last?.call.principal != nil)
        let later = SystemClock.now().advanced(bySeconds: 600)
        fixture.accessTokens.revoke(
            [.init(sid: Identifier(unchecked: TestTokens.session), expiresAt: later)], now: SystemClock.now())
        try client.send(Self.get("2"))
        let lines = try client.lines()
        #expect(Self.code(lines.first) == -32001)
        #expect(lines.first?.contains("session-ended") == true)
    }

    @Test func `An id that is in flight cannot be used for another call`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.get("1") + Self.get("1"))
        #expect(Self.code(try client.lines().first) == -32600)
        #expect(fixture.link().inFlight == 1)
        fixture.link().answer(.result(ByteBuffer(string: "1")))
        try client.send(Self.get("1"))
        #expect(fixture.link().inFlight == 1)
    }

    @Test func `A call beyond the limit in flight is refused at once`() throws {
        let (fixture, client) = try Self.open()
        try client.send((1...33).map { Self.get("\($0)") }.joined())
        #expect(fixture.link().inFlight == 32)
        let lines = try client.lines()
        #expect(lines.count == 1)
        #expect(Self.code(lines.first) == -32010)
        #expect(lines.first?.contains(#""id":33,"#) == true)
        #expect(lines.first?.contains("too-many-in-flight") == true)
    }

    @Test func `A user's limit of calls in flight spans connections, and answers and disconnects free it`() throws {
        let fixture = try EdgeFixture()
        let token = try fixture.tokens.token()
        let clients = try (0..<3).map { _ in try Self.connect(fixture) }
        let meta = #","meta":{"token":"\#(token)"}"#
        for client in clients.prefix(2) { try client.send((1...20).map { Self.get("\($0)", meta) }.joined()) }
        // The burst of 40 is used up; two seconds refill it.
        fixture.loop.advanceTime(by: .seconds(2))
        try clients[2].send((1...25).map { Self.get("\($0)", meta) }.joined())
        #expect(fixture.link().inFlight == 64)
        #expect(try clients[2].lines().map { Self.code($0) } == [-32010])
        try clients[0].channel.close().wait()
        #expect(fixture.link().inFlight == 44)
        #expect(fixture.link().cancelled.count == 20)
        try clients[2].send(Self.get("99", meta))
        #expect(fixture.link().inFlight == 45)
    }

    @Test func `A user has a share of each service's calls in flight, and so has an address`() throws {
        let maxima = CallsInFlight.Maxima(user: .init(total: 5, service: 3), addressService: 4)
        let fixture = try EdgeFixture(open: [.museums], inFlight: maxima)
        let token = try fixture.tokens.token()
        let meta = #","meta":{"token":"\#(token)"}"#
        let client = try Self.connect(fixture)
        try client.send((1...4).map { Self.get("\($0)", meta) }.joined())
        #expect(try client.lines().map { Self.code($0) } == [-32010])
        // Another service has its own share, within the total.
        let me = { (id: Int) in #"{"jsonrpc":"2.0","id":\#(id),"method":"auth.me"\#(meta)}"# + "\n" }
        try client.send((11...13).map(me).joined())
        #expect(try client.lines().map { Self.code($0) } == [-32010])
        #expect(fixture.link().inFlight == 3 && fixture.link(of: .auth).inFlight == 2)
        // The address has its own for calls without a token, whichever connection they come on.
        let other = try Self.connect(fixture)
        try other.send((1...5).map { Self.get("\($0)") }.joined())
        #expect(try other.lines().map { Self.code($0) } == [-32010])
        #expect(fixture.link().inFlight == 7)
        fixture.link().answer(.result(ByteBuffer(string: "{}")))
        fixture.loop.run()
        _ = try client.lines()
        try client.send(Self.get("21", meta))
        try other.channel.close().wait()
        #expect(fixture.link().inFlight == 3)
        let third = try Self.connect(fixture)
        try third.send((1...5).map { Self.get("\($0)") }.joined())
        #expect(try third.lines().map { Self.code($0) } == [-32010])
    }

    @Test func `A call that a service reports as more expensive is charged afterwards, up to a burst of debt`() throws {
        let (fixture, client) = try Self.open()
        let meta = #","meta":{"token":"\#(try fixture.tokens.token())"}"#
        func ask(_ id: Int, cost: Int) throws {
            try client.send(Self.get("\(id)", meta))
            fixture.link().sent.first?.call.extraCost = cost
            fixture.link().answer(.result(ByteBuffer(string: "{}")))
            fixture.loop.run()
        }
        try ask(1, cost: 30)
        for id in 2...9 { try ask(id, cost: 0) }
        // One call is left of 40, and it costs more than that.
        try ask(10, cost: 40)
        _ = try client.lines()
        try client.send(Self.get("11", meta))
        let refused = try #require(try client.lines().first)
        #expect(Self.code(refused) == -32005)
        #expect(refused.contains(#""retryAfterMs":2050"#))
        fixture.loop.advanceTime(by: .milliseconds(2_050))
        try client.send(Self.get("12", meta))
        #expect(fixture.link().inFlight == 1)
    }

    @Test
    func `A line that is too long is answered once; a second one within a minute ends the connection`()
        throws
    {
        let (fixture, client) = try Self.open()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 40_000)
        try client.send(long)
        try client.send(long)
        try client.send(long + Array("\n".utf8) + Array(Self.get("1").utf8))
        let first = try client.lines()
        #expect(first.map { Self.code($0) } == [-32007])
        #expect(first.first?.contains(#""id":null"#) == true)
        #expect(fixture.link().inFlight == 1)
        try client.send(long + long)
        #expect(Self.code(try client.lines().first) == -32007)
        #expect(!client.isOpen)
        #expect(fixture.link().inFlight == 0)
    }

    @Test func `A cancelled call ends with its own code, and cancelling an unknown call is not an error`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.get("1") + Self.get(#""a""#))
        try client.send(#"{"jsonrpc":"2.0","method":"rpc.cancel","params":{"id":"a"}}"# + "\n")
        let lines = try client.lines()
        #expect(Self.code(lines.first) == -32800)
        #expect(lines.first?.contains(#""id":"a","#) == true)
        #expect(fixture.link().cancelled.count == 1)
        try client.send(#"{"jsonrpc":"2.0","method":"rpc.cancel","params":{"id":"a"}}"# + "\n")
        #expect(try client.lines().isEmpty)
        #expect(fixture.link().inFlight == 1)
    }

    @Test func `A client refused too often is not read for a second`() throws {
        var policies = CallGate.Policies()
        policies.open = LimitPolicy(name: "open", rate: 1, burst: 5)
        let (fixture, client) = try Self.open(policies: policies)
        try client.send((0..<300).map { Self.get("\($0)") }.joined())
        #expect(fixture.link().inFlight == 5)
        #expect(try client.lines().map { Self.code($0) } == Array(repeating: -32005, count: 100))
        fixture.loop.advanceTime(by: .milliseconds(900))
        #expect(try client.lines().isEmpty)
        fixture.loop.advanceTime(by: .milliseconds(100))
        // One more call is affordable; a hundred more refusals then stop the reading again.
        #expect(fixture.link().inFlight == 6)
        #expect(try client.lines().count == 100)
    }

    @Test func `An unfinished line may take ten seconds, an idle client ten minutes`() throws {
        var limits = EdgeLimits()
        limits.unusedTime = .hours(1)
        let (slowFixture, slow) = try Self.open()
        try slow.send("{")
        slowFixture.loop.advanceTime(by: .milliseconds(9_900))
        #expect(slow.isOpen)
        slowFixture.loop.advanceTime(by: .milliseconds(600))
        #expect(!slow.isOpen)

        let (pongFixture, pong) = try Self.open(limits)
        for _ in 0..<12 {
            pongFixture.loop.advanceTime(by: .seconds(50))
            if pong.isOpen { try pong.send("\n" + #"{"jsonrpc":"2.0","method":"rpc.pong"}"# + "\n") }
        }
        pongFixture.loop.advanceTime(by: .seconds(1))
        #expect(!pong.isOpen)

        let (callFixture, call) = try Self.open(limits)
        for _ in 0..<7 {
            callFixture.loop.advanceTime(by: .seconds(100))
            try call.send(Self.get("1").replacing("museums.get", with: "museums.nothing"))
        }
        #expect(call.isOpen)

        let (idleFixture, idle) = try Self.open(limits)
        idleFixture.loop.advanceTime(by: .seconds(599))
        #expect(idle.isOpen)
        idleFixture.loop.advanceTime(by: .seconds(2))
        #expect(!idle.isOpen)
    }

    @Test func `A client that has answered a ping is pinged, and disconnected if it stays silent`() throws {
        let (fixture, client) = try Self.open()
        try client.send(#"{"jsonrpc":"2.0","method":"rpc.pong"}"# + "\n" + Self.get("1"))
        fixture.link().answer(.result(ByteBuffer(string: "1")))
        _ = try client.lines()
        fixture.loop.advanceTime(by: .seconds(31))
        #expect(try client.lines() == [#"{"jsonrpc":"2.0","method":"rpc.ping","params":{}}"#])
        fixture.loop.advanceTime(by: .seconds(61))
        #expect(!client.isOpen)
    }

    @Test func `Draining sends goaway, finishes the calls in flight, and closes`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.get("1"))
        fixture.edge.drain()
        #expect(try client.lines().first?.contains(#""method":"rpc.goaway","params":{"reason":"draining""#) == true)
        fixture.loop.advanceTime(by: .seconds(2))
        #expect(client.isOpen)
        try client.send(Self.get("2"))
        #expect(Self.code(try client.lines().first) == ErrorCode.draining.number)
        fixture.link().answer(.result(ByteBuffer(string: "1")))
        #expect(try client.lines().first == #"{"jsonrpc":"2.0","id":1,"result":1}"#)
        fixture.loop.advanceTime(by: .seconds(1))
        #expect(!client.isOpen)
    }

    @Test func `A disconnected client's calls are cancelled`() throws {
        let (fixture, client) = try Self.open()
        try client.send(Self.get("1") + Self.get("2"))
        try client.channel.close().wait()
        #expect(fixture.link().cancelled.count == 2)
        #expect(fixture.edge.connectionCount == 0)
        fixture.loop.advanceTime(by: .seconds(1))
        #expect(
            fixture.logged.joined().split(separator: "\n").count(where: { $0.contains(#""code":"cancelled""#) }) == 2)
    }
}
