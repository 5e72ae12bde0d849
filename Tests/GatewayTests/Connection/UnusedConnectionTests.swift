import Contract
import NIOCore
import NIOEmbedded
import NIOTLS
import ServiceRuntime
import Testing

@testable import Gateway
@testable import RPC

/// Tests of connections without an admitted call, and of those that close for others.
@Suite struct UnusedConnectionTests {
    /// Connections over one event loop, each counted by the ledger after its handshake.
    private final class Edge {
        let fixture: EdgeFixture

        init(_ change: (inout EdgeLimits) -> Void = { _ in }) throws {
            var limits = EdgeLimits()
            change(&limits)
            fixture = try EdgeFixture(limits: limits, open: [.museums])
        }

        /// Opens a connection and ends its handshake; returns `nil` if it is refused.
        func connect(_ alpn: String? = nil, from address: String = "192.0.2.1") throws -> EmbeddedClient? {
            let address = ClientAddress(try SocketAddress(ipAddress: address, port: 9))
            let (ledger, edge) = (fixture.ledger, try #require(fixture.edge))
            let client = try EmbeddedClient(
                ProtocolChooser(edge: edge, client: address, connections: ledger), on: fixture.loop)
            guard ledger.opened(client.channel, from: address.keys) == nil else { return nil }
            let channel = client.channel
            channel.closeFuture.assumeIsolated().whenComplete { _ in ledger.closed(channel) }
            channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: alpn))
            fixture.loop.run()
            return client
        }

        func advance(_ seconds: Int64) { fixture.loop.advanceTime(by: .seconds(seconds)) }

        /// Answers the calls that have been sent.
        func answerAll() {
            let link = fixture.link()
            while link.inFlight > 0 { link.answer(.result(ByteBuffer(string: "1"))) }
            fixture.loop.run()
        }
    }

    private static let lineCall =
        #"{"jsonrpc":"2.0","id":1,"method":"museums.get","params":{"id":"x"}}"# + "\n"
    private static let httpCall = "GET /v1/museums/x HTTP/1.1\r\nHost: x\r\n\r\n"

    /// The protocols with their calls, and with what is not an admitted call.
    static let protocols: [(alpn: String, call: String, others: [String])] = [
        (
            EdgeProtocol.lineALPN, lineCall,
            [
                "\n", "x\n", #"{"jsonrpc":"2.0","method":"rpc.pong"}"# + "\n",
                #"{"jsonrpc":"2.0","id":1,"method":"auth.me"}"# + "\n",
                #"{"jsonrpc":"2.0","id":1,"method":"museums.nothing"}"# + "\n",
            ]
        ),
        (
            EdgeProtocol.httpALPN, httpCall,
            [
                "\r\n", "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n", "GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n",
            ]
        ),
    ]

    @Test(arguments: protocols)
    func `A connection without an admitted call is closed after thirty seconds, whatever else was sent`(
        alpn: String, call: String, others: [String]
    ) throws {
        for other in others {
            let edge = try Edge()
            let client = try #require(try edge.connect(alpn))
            edge.advance(15)
            try client.send(other)
            edge.advance(14)
            #expect(client.isOpen, "\(other)")
            edge.advance(1)
            #expect(!client.isOpen, "\(other)")
            #expect(
                edge.fixture.metrics.exposition().contains(
                    #"vokol_gateway_ended_connections_total{reason="unused"} 1"#))
        }
    }

    /// The texts with which a client is inside a request at any time: the first, and the next again and again.
    static let chains: [(alpn: String, first: String, next: String)] = [
        (EdgeProtocol.lineALPN, "x", "\nx"),
        (EdgeProtocol.httpALPN, "GET /nothing HTTP/1.1\r\n", "Host: x\r\n\r\nGET /nothing HTTP/1.1\r\n"),
        (
            EdgeProtocol.httpALPN, "POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nnul",
            "lPOST /rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nnul"
        ),
    ]

    @Test(arguments: chains)
    func `A client that begins a request whenever it ends one is closed with the first after its time`(
        alpn: String, first: String, next: String
    ) throws {
        let edge = try Edge()
        let client = try #require(try edge.connect(alpn))
        try client.send(first)
        for _ in 0..<3 {
            edge.advance(9)
            try client.send(next)
        }
        edge.advance(8)
        #expect(client.isOpen, "the request that began at 27 s may end")
        try client.send(next)
        edge.advance(1)
        #expect(!client.isOpen)
        #expect(
            edge.fixture.metrics.exposition().contains(
                #"vokol_gateway_ended_connections_total{reason="unused"} 1"#))
    }

    @Test func `The time before a client decides for a protocol counts`() throws {
        let edge = try Edge()
        let (silent, late) = (try #require(try edge.connect()), try #require(try edge.connect()))
        edge.advance(29)
        try late.send("\n")
        #expect(silent.isOpen && late.isOpen)
        edge.advance(1)
        #expect(!silent.isOpen && !late.isOpen)
    }

    @Test func `A client that is silent after a handshake during a drain has five seconds`() throws {
        let edge = try Edge()
        edge.fixture.edge.drain()
        let client = try #require(try edge.connect())
        edge.advance(4)
        #expect(client.isOpen)
        edge.advance(2)
        #expect(!client.isOpen)
    }

    @Test func `New limits apply only to later connections`() throws {
        let edge = try Edge()
        let before = try #require(try edge.connect())
        var limits = EdgeLimits()
        limits.unusedTime = .seconds(10)
        edge.fixture.edge.follow(limits, edge.fixture.edge.gate)
        let after = try #require(try edge.connect())
        edge.advance(11)
        #expect(before.isOpen && !after.isOpen)
    }

    @Test(arguments: [(EdgeProtocol.lineALPN, 600), (EdgeProtocol.httpALPN, 60)] as [(String, Int64)])
    func `After an admitted call, the longer limit of an idle connection applies`(alpn: String, limit: Int64) throws {
        let edge = try Edge()
        let client = try #require(try edge.connect(alpn))
        edge.advance(29)
        try client.send(alpn == EdgeProtocol.lineALPN ? Self.lineCall : Self.httpCall)
        edge.answerAll()
        edge.advance(limit - 1)
        #expect(client.isOpen)
        edge.advance(2)
        #expect(!client.isOpen)
    }

    @Test func `A signed-in line connection is in use`() throws {
        let edge = try Edge()
        let client = try #require(try edge.connect(EdgeProtocol.lineALPN))
        let token = try edge.fixture.tokens.token()
        try client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"rpc.authenticate","params":{"token":"\#(token)"}}"# + "\n")
        edge.advance(60)
        #expect(client.isOpen)
    }

    @Test func `An event stream keeps its connection, and a request that has begun may end`() throws {
        let edge = try Edge()
        let stream = try #require(try edge.connect(EdgeProtocol.httpALPN))
        try stream.send("GET /v1/events?topics=slots:2026-11-23 HTTP/1.1\r\nHost: x\r\n\r\n")
        edge.advance(25)
        let slow = try #require(try edge.connect(EdgeProtocol.httpALPN))
        edge.advance(25)
        try slow.send("GET /v1/museums/x HTTP/1.1\r\n")
        edge.advance(9)
        try slow.send("Host: x\r\n\r\n")
        #expect(edge.fixture.link().inFlight == 1)
        edge.advance(60)
        #expect(stream.isOpen && slow.isOpen)
    }

    // MARK: For others

    @Test func `The longest idle connection of an address closes for its next one`() throws {
        let edge = try Edge { $0.connectionsPerAddress = 3 }
        let first = try #require(try edge.connect(EdgeProtocol.lineALPN))
        let second = try #require(try edge.connect(EdgeProtocol.httpALPN))
        let undecided = try #require(try edge.connect())
        try first.send(Self.lineCall)
        edge.answerAll()
        // The order of idle connections is exact to a tick.
        edge.advance(1)
        let fourth = try #require(try edge.connect(EdgeProtocol.lineALPN))
        #expect(first.isOpen && !second.isOpen && undecided.isOpen && fourth.isOpen)
        let fifth = try #require(try edge.connect())
        #expect(first.isOpen && !undecided.isOpen && fourth.isOpen && fifth.isOpen)
        let elsewhere = try #require(try edge.connect(from: "192.0.2.2"))
        #expect(first.isOpen && elsewhere.isOpen)
        #expect(
            edge.fixture.metrics.exposition().contains(
                #"vokol_gateway_ended_connections_total{reason="displaced"} 2"#))
    }

    @Test func `A connection with a call in flight or an open stream does not close, even before the next tick`() throws
    {
        let edge = try Edge { $0.connectionsPerAddress = 4 }
        let lines = try #require(try edge.connect(EdgeProtocol.lineALPN))
        let http = try #require(try edge.connect(EdgeProtocol.httpALPN))
        let stream = try #require(try edge.connect(EdgeProtocol.httpALPN))
        let idle = try #require(try edge.connect(EdgeProtocol.lineALPN))
        // The ledger still takes these for idle, and longer so than the last.
        try lines.send(Self.lineCall)
        try http.send(Self.httpCall)
        try stream.send("GET /v1/events?topics=slots:2026-11-23 HTTP/1.1\r\nHost: x\r\n\r\n")
        let busy = try #require(try edge.connect(EdgeProtocol.lineALPN))
        #expect(lines.isOpen && http.isOpen && stream.isOpen && !idle.isOpen)
        try busy.send(Self.lineCall)
        edge.advance(1)
        #expect(try edge.connect() == nil)
        edge.answerAll()
        edge.advance(1)
        #expect(try edge.connect() != nil)
        #expect([lines, http, busy].count(where: \.isOpen) == 2)
        #expect(stream.isOpen)
    }

    @Test func `A few holders of all connections keep nobody out`() throws {
        let edge = try Edge {
            $0.connections = 60
            $0.connectionsPerAddress = 24
        }
        let held = try (0..<90).compactMap { number in
            try edge.connect(EdgeProtocol.lineALPN, from: "198.51.\(100 + number % 3).7")
        }
        #expect(held.count == 90)
        #expect(held.count(where: \.isOpen) == 60)
        let others = try (0..<20).map { try #require(try edge.connect(EdgeProtocol.lineALPN, from: "203.0.\($0).1")) }
        for other in others { try other.send(Self.lineCall) }
        #expect(edge.fixture.link().inFlight == 20)
        let more = try (0..<90).compactMap { number in
            try edge.connect(EdgeProtocol.lineALPN, from: "198.51.\(100 + number % 3).7")
        }
        #expect(more.count == 90)
        #expect(others.allSatisfy { $0.isOpen })
    }
}
