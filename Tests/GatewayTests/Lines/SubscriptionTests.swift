import AuthContract
import Contract
import NIOCore
import NIOEmbedded
import ServiceRuntime
import Testing
import Values

@testable import Gateway

/// Tests of `rpc.subscribe` on line connections, without TLS and sockets.
@Suite struct SubscriptionTests {
    private final class TestLines {
        let fixture: EdgeFixture
        let clock = AdvancedClock()
        private var clients: [EmbeddedClient] = []

        init(limits: EdgeLimits = EdgeLimits()) throws {
            fixture = try EdgeFixture(limits: limits, wallClock: clock.read)
            _ = try connect()
        }

        func connect() throws -> EmbeddedClient {
            let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
            let client = try EmbeddedClient(LineHandler(edge: fixture.edge, client: address), on: fixture.loop)
            _ = try client.lines()
            clients.append(client)
            return client
        }

        var client: EmbeddedClient { clients[0] }
        var streams: Int { fixture.edge.streams.count }

        func ask(_ method: String, _ params: String = "{}", token: String? = nil) throws -> String {
            try client.send(SubscriptionTests.call(method, params, token: token))
            return try client.output()
        }

        func subscribe(_ topics: String..., token: String? = nil) throws -> String {
            try ask("rpc.subscribe", #"{"topics":[\#(SubscriptionTests.list(topics))]}"#, token: token)
        }

        func authenticate(_ token: String) throws -> String {
            try ask("rpc.authenticate", #"{"token":"\#(token)"}"#)
        }

        func hint(_ topic: String, _ subject: String? = nil, version: Int64 = 4_711) {
            fixture.edge.hub.deliver(.hints([Hint(topic: topic, subject: subject, version: version)]))
        }

        func advance(_ time: TimeAmount) { fixture.loop.advanceTime(by: time) }

        func endSession() {
            fixture.accessTokens.revoke(
                [
                    .init(
                        sid: Identifier(unchecked: TestTokens.session),
                        expiresAt: clock.read().advanced(bySeconds: 600))
                ], now: clock.read())
        }
    }

    private static func call(_ method: String, _ params: String = "{}", token: String? = nil) -> String {
        let meta = token.map { #","meta":{"token":"\#($0)"}"# } ?? ""
        return #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)\#(meta)}"# + "\n"
    }

    private static func list(_ topics: [String]) -> String { topics.map { "\"\($0)\"" }.joined(separator: ",") }

    private static func event(_ members: String) -> String {
        #"{"jsonrpc":"2.0","method":"rpc.event","params":{\#(members)}}"# + "\n"
    }

    private static func changed(_ topic: String, _ version: Int64 = 4_711) -> String {
        event(#""event":"changed","topic":"\#(topic)","version":\#(version)"#)
    }

    private static let slots = "slots:2026-11-23"
    private static let done = #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n"

    @Test func `A subscription is answered with its topics and its end, and hints of its topics follow`() throws {
        let lines = try TestLines()
        let end = lines.clock.read().advanced(bySeconds: 300)
        #expect(
            try lines.subscribe(Self.slots)
                == #"{"jsonrpc":"2.0","id":1,"result":{"topics":["\#(Self.slots)"],"expiresAt":"\#(end)"}}"# + "\n")
        lines.hint(Self.slots)
        lines.hint("slots:2026-11-25")
        #expect(try lines.client.output() == Self.changed(Self.slots))
        #expect(lines.fixture.sent.isEmpty)
        #expect(lines.streams == 1)
        #expect(lines.fixture.metrics.exposition().contains("vokol_gateway_event_streams 1\n"))
    }

    @Test func `A burst of hints about one topic becomes two events, the second with the last version`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe(Self.slots)
        for version: Int64 in 1...100 { lines.hint(Self.slots, version: version) }
        lines.advance(.seconds(1))
        #expect(try lines.client.output() == Self.changed(Self.slots, 1) + Self.changed(Self.slots, 100))
    }

    @Test func `A gap of a service is told to those who watch its topics, and to nobody else`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe(Self.slots)
        lines.fixture.edge.hub.deliver(.resync(.schedule))
        #expect(try lines.client.output() == "")
        lines.fixture.edge.hub.deliver(.resync(.booking))
        #expect(try lines.client.output() == Self.event(#""event":"resync""#))
    }

    @Test func `An idle subscription gets a sign of life every 15 s, and its connection is not closed as idle`() throws
    {
        let lines = try TestLines()
        let token = try lines.fixture.tokens.token(now: lines.clock.read())
        _ = try lines.subscribe("bookings", token: token)
        lines.advance(.minutes(30))
        let events = try lines.client.lines()
        #expect(events.count == 120 && Set(events).count == 1)
        #expect(events.first?.contains(#""event":"alive""#) == true)
        #expect(lines.client.isOpen)
        _ = try lines.ask("rpc.unsubscribe")
        lines.advance(.minutes(11))
        #expect(!lines.client.isOpen)
    }

    @Test func `Rights are those of the topics' methods, by the call's token or the connection's`() throws {
        let lines = try TestLines()
        let token = try lines.fixture.tokens.token(now: lines.clock.read())
        #expect(try lines.subscribe("bookings").contains(#""code":-32001"#))
        #expect(try lines.subscribe(Self.slots, "favourites").contains(#""code":-32001"#))
        #expect(try lines.subscribe(Self.slots, token: "wrong").contains(#""code":-32001"#))
        #expect(lines.streams == 0)
        #expect(try lines.subscribe("bookings", token: token).contains(#""topics":["bookings"]"#))
        #expect(try lines.ask("rpc.unsubscribe") == Self.done)
        _ = try lines.authenticate(token)
        #expect(try lines.subscribe("bookings", "favourites").contains("result"))
        lines.hint("bookings", "somebody-else")
        lines.hint("favourites", TestTokens.user)
        #expect(try lines.client.output() == Self.changed("favourites"))
        // The subscription is no call in flight.
        #expect(lines.fixture.inFlight.users.count(.user(TestTokens.user)) == 0)
    }

    @Test(arguments: [
        #"{}"#, #"{"topics":[]}"#, #"{"topics":["board"]}"#, #"{"topics":["bookings","bookings"]}"#,
        #"{"topics":"bookings"}"#, #"{"topics":["slots:2026-02-30"]}"#, #"{"topics":["bookings"],"x":1}"#,
    ])
    func `A malformed list of topics is refused`(params: String) throws {
        let lines = try TestLines()
        let token = try lines.fixture.tokens.token(now: lines.clock.read())
        #expect(try lines.ask("rpc.subscribe", params, token: token).contains(#""code":-32602"#))
        #expect(lines.streams == 0)
    }

    @Test func `A second subscription replaces the first, and keeps the news of topics that stay`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe(Self.slots, "slots:2026-11-24")
        for topic in [Self.slots, Self.slots, "slots:2026-11-24"] { lines.hint(topic) }
        #expect(try lines.client.output() == Self.changed(Self.slots))
        #expect(try lines.subscribe("slots:2026-11-24", "slots:2026-11-25").contains("result"))
        #expect(lines.streams == 1)
        lines.advance(.seconds(1))
        #expect(try lines.client.output() == Self.changed("slots:2026-11-24"))
        lines.hint(Self.slots)
        lines.advance(.seconds(1))
        #expect(try lines.client.output() == "")
    }

    @Test func `A refused second subscription leaves the first`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe(Self.slots)
        #expect(try lines.subscribe("bookings").contains("error"))
        lines.hint(Self.slots)
        #expect(try lines.client.output() == Self.changed(Self.slots))
    }

    @Test func `Unsubscribing ends the events, also when there is nothing to end`() throws {
        let lines = try TestLines()
        #expect(try lines.ask("rpc.unsubscribe") == Self.done)
        _ = try lines.subscribe(Self.slots)
        #expect(try lines.ask("rpc.unsubscribe") == Self.done)
        lines.hint(Self.slots)
        #expect(try lines.client.output() == "")
        #expect(lines.streams == 0 && lines.fixture.edge.hub.count == 0)
        #expect(try lines.ask("rpc.unsubscribe", #"{"topics":[]}"#).contains(#""code":-32602"#))
    }

    @Test func `The client is told when the token expires, and the connection stays open`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe("bookings", token: try lines.fixture.tokens.token(now: lines.clock.read()))
        lines.clock.advance(bySeconds: 3_000)
        lines.advance(.seconds(1))
        #expect(try lines.client.output() == Self.event(#""event":"ended","reason":"token""#))
        #expect(lines.client.isOpen && lines.streams == 0)
    }

    @Test func `The client is told when the session ends`() throws {
        let lines = try TestLines()
        _ = try lines.authenticate(try lines.fixture.tokens.token(now: lines.clock.read()))
        _ = try lines.subscribe("bookings")
        lines.endSession()
        lines.advance(.seconds(1))
        #expect(try lines.client.output() == Self.event(#""event":"ended","reason":"token""#))
    }

    @Test func `A subscription without a token ends after five minutes`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe(Self.slots)
        lines.advance(.seconds(299))
        #expect(!(try lines.client.output().contains("ended")))
        lines.advance(.seconds(2))
        #expect(try lines.client.output() == Self.event(#""event":"ended","reason":"age""#))
    }

    @Test func `The next token of the account continues a subscription, one with other rights ends it`() throws {
        let lines = try TestLines()
        let tokens = lines.fixture.tokens
        _ = try lines.authenticate(try tokens.token(now: lines.clock.read()))
        _ = try lines.subscribe("bookings")
        lines.clock.advance(bySeconds: 250)
        _ = try lines.authenticate(try tokens.token(now: lines.clock.read()))
        lines.clock.advance(bySeconds: 250)
        lines.advance(.seconds(1))
        lines.hint("bookings", TestTokens.user)
        #expect(try lines.client.output() == Self.changed("bookings"))
        let staff = try tokens.token(roles: ["park.staff"], now: lines.clock.read())
        #expect(try lines.authenticate(staff).hasSuffix(Self.event(#""event":"ended","reason":"token""#)))
        #expect(lines.streams == 0)
    }

    @Test func `A session that lacks a required factor may call only what sets one up, and watches nothing`() throws {
        let lines = try TestLines()
        let tokens = lines.fixture.tokens
        let limited = try tokens.token(isLimited: true, now: lines.clock.read())
        #expect(try lines.subscribe("bookings", token: limited).contains(#""reason":"factor-missing""#))
        for method in [
            "auth.sessions", "auth.removePasskey", "auth.deleteAccount", "booking.history", "auth.roleHolders",
        ] {
            #expect(try lines.ask(method, token: limited).contains(#""reason":"factor-missing""#), "\(method)")
        }
        #expect(lines.fixture.sent.isEmpty)
        for method in ["auth.me", "auth.factors", "auth.setAuthenticator", "auth.beginPasskey"] {
            let client = try lines.connect()
            try client.send(Self.call(method, token: limited))
            #expect(try client.output().isEmpty, "\(method)")
        }
        #expect(lines.fixture.sent.count == 4)
        // An open subscription does not outlast the role that needs a factor.
        let other = try lines.connect()
        try other.send(
            Self.call("rpc.authenticate", #"{"token":"\#(try tokens.token(now: lines.clock.read()))"}"#))
        try other.send(Self.call("rpc.subscribe", #"{"topics":["bookings"]}"#))
        _ = try other.output()
        try other.send(Self.call("rpc.authenticate", #"{"token":"\#(limited)"}"#))
        #expect(try other.output().hasSuffix(Self.event(#""event":"ended","reason":"token""#)))
    }

    @Test func `Subscriptions and streams over HTTP share the limit of an account`() throws {
        let lines = try TestLines()
        let token = try lines.fixture.tokens.token(now: lines.clock.read())
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        for _ in 0..<3 {
            let browser = try EmbeddedClient(
                HTTPHandler(edge: lines.fixture.edge, client: address), on: lines.fixture.loop)
            try browser.send(
                "GET /v1/events?topics=bookings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
            #expect(try browser.output().hasPrefix("HTTP/1.1 200 "))
        }
        #expect(try lines.subscribe("bookings", token: token).contains("result"))
        // Its own place stays its own.
        #expect(try lines.subscribe("favourites", token: token).contains("result"))
        let another = try lines.connect()
        try another.send(Self.call("rpc.subscribe", #"{"topics":["bookings"]}"#, token: token))
        let refused = try another.output()
        #expect(refused.contains(#""reason":"too-many-streams""#) && refused.contains(#""retryAfterMs":30000"#))
        try lines.client.channel.close().wait()
        lines.fixture.loop.run()
        #expect(lines.streams == 3)
        try another.send(Self.call("rpc.subscribe", #"{"topics":["bookings"]}"#, token: token))
        #expect(try another.output().contains("result"))
    }

    @Test func `A client that does not read gets one event when it reads again`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe(Self.slots)
        let channel = lines.client.channel
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        for version: Int64 in 1...50 {
            lines.hint(Self.slots, version: version)
            lines.advance(.seconds(1))
        }
        #expect(try lines.client.output() == "")
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        lines.advance(.seconds(1))
        #expect(try lines.client.output() == Self.changed(Self.slots, 50))
    }

    @Test func `A drain ends the subscription, and refuses another`() throws {
        let lines = try TestLines()
        _ = try lines.subscribe(Self.slots)
        lines.fixture.edge.drain()
        let said = try lines.client.lines()
        #expect(said.count == 2 && said.first?.contains("rpc.goaway") == true)
        #expect(said.last == String(Self.event(#""event":"ended","reason":"drain""#).dropLast()))
        #expect(try lines.subscribe(Self.slots).contains(#""code":-32012"#))
        #expect(lines.streams == 0)
    }
}
