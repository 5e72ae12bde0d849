import Contract
import HTTPParsing
import NIOCore
import NIOEmbedded
import RPC
import ServiceRuntime
import Testing

@testable import Gateway

/// Tests of requests and answers of HTTP/2 on one connection, without TLS and sockets.
@Suite struct HTTP2HandlerTests {
    @Test func `A connection begins with our settings, and the client's are acknowledged`() throws {
        let peer = try HTTP2Peer()
        let settings = try #require(peer.frames.first)
        #expect(settings.kind == HTTP2Frame.Kind.settings && settings.flags == 0)
        #expect(settings.payload == [0, 3, 0, 0, 0, 64, 0, 6, 0, 0, 0x40, 0, 0, 9, 0, 0, 0, 1])
        #expect(peer.frames.contains { $0.kind == HTTP2Frame.Kind.settings && $0.flags == 1 })
        let update = try #require(peer.frames.first { $0.kind == HTTP2Frame.Kind.windowUpdate })
        #expect(update.number == 2 * 65_536 - 65_535)
    }

    @Test func `A GET becomes a call, and its result the body of an answer with the fields of HTTP/1.1`() throws {
        let peer = try HTTP2Peer()
        #expect(try peer.ask(1, "/v1/museums/x").fields.isEmpty)
        let call = try #require(peer.fixture.sent.first?.call as? RoutedCall)
        #expect(call.route.declaration.name == "museums.get")
        peer.answerCall(#"{"a":1}"#)
        let answer = try peer.answer(1)
        #expect(answer.status == "200" && answer.text == #"{"a":1}"# && answer.isEnded)
        #expect(answer.fields["content-length"] == "7")
        #expect(answer.fields["content-type"] == "application/json")
        #expect(answer.fields["cache-control"] == "public, max-age=300")
        #expect(answer.fields["ratelimit"]?.hasPrefix(#""open";"#) == true)
        #expect(answer.fields["x-content-type-options"] == "nosniff")
        #expect(answer.fields["connection"] == nil)
        let tag = try #require(answer.fields["etag"])
        _ = try peer.ask(3, "/v1/museums/x", [("if-none-match", tag)])
        peer.answerCall(#"{"a":1}"#)
        let same = try peer.answer(3)
        #expect(same.status == "304" && same.body.isEmpty && same.isEnded)
    }

    @Test func `Answers are sent as they come, in any order`() throws {
        let peer = try HTTP2Peer()
        for stream: UInt32 in [1, 3, 5] { _ = try peer.ask(stream, "/v1/museums/\(stream)") }
        peer.answerCall(#"{"a":5}"#, at: 2)
        peer.answerCall(#"{"a":3}"#, at: 1)
        #expect(try peer.answer(1).fields.isEmpty)
        #expect(try peer.answer(3).text == #"{"a":3}"#)
        #expect(try peer.answer(5).text == #"{"a":5}"#)
        peer.answerCall(#"{"a":1}"#)
        #expect(try peer.answer(1).text == #"{"a":1}"#)
    }

    @Test func `A body arrives in pieces among those of others`() throws {
        let peer = try HTTP2Peer()
        let json = [("content-type", "application/json")]
        for stream: UInt32 in [1, 3] { _ = try peer.ask(stream, "/rpc", verb: "POST", json, isLast: false) }
        let text = #"{"jsonrpc":"2.0","id":7,"method":"museums.get","params":{"id":"x"}}"#
        let bytes = Array(text.utf8)
        try peer.sendData(1, Array(bytes[..<10]), isLast: false)
        try peer.sendData(3, Array(bytes[..<20]), isLast: false)
        try peer.sendData(1, Array(bytes[10...]))
        #expect(peer.fixture.sent.count == 1)
        try peer.sendData(3, Array(bytes[20...]), isLast: false)
        try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.headers, 5, 3, payload: try peer.block([("x-trailer", "1")])))
        #expect(peer.fixture.sent.count == 2)
        peer.answerCall(#"{"a":1}"#)
        #expect(try peer.answer(1).text == #"{"jsonrpc":"2.0","id":7,"result":{"a":1}}"#)
    }

    @Test func `HEAD, an unknown path and an unsupported verb are answered as over HTTP/1.1`() throws {
        let peer = try HTTP2Peer()
        let head = try peer.ask(1, "/openapi.json", verb: "HEAD")
        #expect(head.status == "200" && head.body.isEmpty && head.isEnded)
        #expect(head.fields["content-length"].flatMap { Int($0) } ?? 0 > 10_000)
        #expect(try peer.ask(3, "/nowhere").status == "404")
        let refused = try peer.ask(5, "/v1/museums", verb: "DELETE")
        #expect(refused.status == "405" && refused.fields["allow"] == "GET, HEAD")
        #expect(try peer.ask(7, "/a#b").status == "400")
    }

    @Test func `100 Continue asks for the body`() throws {
        let peer = try HTTP2Peer()
        let answer = try peer.ask(1, "/rpc", verb: "POST", [("expect", "100-continue")], isLast: false)
        #expect(answer.status == "100" && !answer.isEnded)
    }

    @Test func `A body above the limit is refused, and the rest of it is not asked for`() throws {
        let peer = try HTTP2Peer()
        let declared = try peer.ask(1, "/rpc", verb: "POST", [("content-length", "65537")], isLast: false)
        #expect(declared.status == "413" && declared.isEnded && declared.reset == nil)
        #expect(try peer.ask(3, "/rpc", verb: "POST", isLast: false).fields.isEmpty)
        for _ in 0..<4 { try peer.sendData(3, [UInt8](repeating: 32, count: 16_000), isLast: false) }
        try peer.sendData(3, [UInt8](repeating: 32, count: 2_000), isLast: false)
        #expect(try peer.answer(3).status == "413")
        peer.advance(.seconds(1))
        #expect(try peer.answer(1).reset == HTTP2ErrorCode.none)
        #expect(try peer.answer(3).reset == HTTP2ErrorCode.none)
        #expect(peer.client.isOpen)
    }

    @Test(arguments: [("5", 4), ("5", 6), ("0", 1)])
    func `A body of another length than declared resets its stream`(declared: String, count: Int) throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/rpc", verb: "POST", [("content-length", declared)], isLast: false)
        try peer.sendData(1, [UInt8](repeating: 32, count: count))
        #expect(try peer.answer(1).reset == .violation)
        #expect(peer.client.isOpen && peer.fixture.sent.isEmpty)
    }

    @Test func `A malformed request resets its stream only, and is charged to the address`() throws {
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 0.001, burst: 2)
        let peer = try HTTP2Peer(policies: policies)
        let malformed = try peer.ask(1, "/v1/museums/x", [("connection", "close")])
        #expect(malformed.reset == .violation && malformed.fields.isEmpty)
        #expect(try peer.ask(3, "/nowhere").status == "404")
        #expect(try peer.ask(5, "/nowhere").status == "429")
    }

    @Test func `Trailers with a field that trailers cannot have reset their stream (RFC 9113, section 8.1)`() throws {
        let peer = try HTTP2Peer()
        for (stream, field) in [(1, ":path"), (3, "Upper"), (5, "x")] as [(UInt32, String)] {
            _ = try peer.ask(stream, "/rpc", verb: "POST", [("content-type", "text/plain")], isLast: false)
            // A literal field with a new name, which an encoder might write in lower case.
            let block = [0, UInt8(field.utf8.count)] + Array(field.utf8) + [1, UInt8(ascii: "y")]
            try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.headers, 5, stream, payload: block))
            let answer = try peer.answer(stream)
            #expect(answer.reset == (field == "x" ? nil : .violation))
            #expect((answer.status != nil) == (field == "x"))
        }
    }

    @Test func `A head that is refused is charged to the address like a call`() throws {
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 0.001, burst: 2)
        let peer = try HTTP2Peer(policies: policies)
        let twice = [("authorization", "a"), ("authorization", "b")]
        #expect(try peer.ask(1, "/v1/museums/x", twice).status == "400")
        #expect(try peer.ask(3, "/v1/museums/x", twice).status == "400")
        #expect(try peer.ask(5, "/v1/museums/x", twice).status == "429")
        #expect(try peer.ask(7, "/nowhere").status == "429")
    }

    @Test func `A violation that ends the connection is charged to the address`() throws {
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 0.001, burst: 2)
        let peer = try HTTP2Peer(policies: policies)
        try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.data))
        _ = try peer.receive()
        #expect(peer.goAway == .violation && !peer.client.isOpen)
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        #expect(peer.fixture.edge.gate.charge(address.keys, at: peer.fixture.loop.now).decision.remaining == 0)
    }

    @Test func `A stream that the client resets cancels its call`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/v1/museums/x")
        #expect(peer.fixture.sent.count == 1)
        try peer.sendReset(1)
        #expect(peer.fixture.link().cancelled.count == 1)
        // The log is written at the end of a turn or a tick.
        peer.advance(.seconds(1))
        #expect(peer.fixture.logged.joined().contains(#""code":"cancelled""#))
        #expect(try peer.answer(1) == HTTP2Peer.Answer())
    }

    @Test func `The end of the connection cancels its calls`() throws {
        let peer = try HTTP2Peer()
        for stream: UInt32 in [1, 3] { _ = try peer.ask(stream, "/v1/museums/x") }
        try peer.client.channel.close().wait()
        #expect(peer.fixture.link().cancelled.count == 2)
        #expect(peer.fixture.edge.connectionCount == 0)
    }

    @Test func `Calls above the limit in flight wait for others`() throws {
        var limits = EdgeLimits()
        limits.inFlightPerConnection = 2
        let peer = try HTTP2Peer(limits: limits)
        for stream: UInt32 in [1, 3, 5, 7] { _ = try peer.ask(stream, "/v1/museums/x") }
        #expect(peer.fixture.sent.count == 2)
        try peer.sendReset(5)
        peer.answerCall("{}")
        #expect(peer.fixture.sent.count == 2)
        #expect(try peer.answer(1).isEnded)
        peer.answerCall("{}")
        peer.answerCall("{}")
        #expect(try peer.answer(7).isEnded)
        #expect(try peer.answer(5) == HTTP2Peer.Answer())
    }

    @Test func `A request that waited is charged as of its start`() throws {
        var limits = EdgeLimits()
        limits.inFlightPerConnection = 1
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 10, burst: 10)
        let peer = try HTTP2Peer(limits: limits, policies: policies)
        _ = try peer.ask(1, "/v1/museums/x")
        _ = try peer.ask(3, "/nowhere")
        peer.advance(.seconds(3))
        // Charges the address later than the waiting request arrived.
        _ = try peer.ask(5, "/v1/museums/x", [("connection", "close")])
        peer.answerCall("{}")
        #expect(try peer.answer(3).status == "404")
    }

    @Test func `A raw request has its fields and body, as over HTTP/1.1`() throws {
        let peer = try HTTP2Peer()
        let fields = [("x-signature", "s"), ("authorization", "Basic x"), ("x-more", "1"), ("x-more", "2")]
        _ = try peer.ask(1, "/v1/payments/notifications", verb: "POST", fields, isLast: false)
        try peer.sendData(1, Array("a=b".utf8))
        let call = try #require(peer.fixture.sent.first?.call)
        let params = call.params.map { String(buffer: $0) }
        #expect(params == #"{"headers":{"x-signature":"s","x-more":"1, 2"},"bodyBase64":"YT1i"}"#)
    }

    @Test func `The client behind a trusted proxy is that of each request`() throws {
        var limits = EdgeLimits()
        limits.http.forwarders = try NetworkList(["192.0.2.0/24"])
        let peer = try HTTP2Peer(limits: limits)
        for (stream, address) in [(UInt32(1), "198.51.100.1"), (3, "198.51.100.2")] {
            _ = try peer.ask(stream, "/v1/museums/x", [("x-forwarded-for", address)])
        }
        _ = try peer.ask(5, "/v1/museums/x")
        let addresses = peer.fixture.sent.compactMap { $0.call.remoteAddress }
        #expect(addresses == ["198.51.100.1", "198.51.100.2", "192.0.2.1"].compactMap { LinkAddress($0) })
    }

    @Test func `The hundredth refusal within ten seconds is the last answer of a connection`() throws {
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 1, burst: 5)
        let peer = try HTTP2Peer(policies: policies)
        for index in 0..<104 { #expect(try peer.ask(UInt32(2 * index + 1), "/nowhere").isEnded) }
        #expect(peer.client.isOpen)
        #expect(try peer.ask(2 * 104 + 1, "/nowhere").status == "429")
        #expect(peer.goAway == .enhanceYourCalm && !peer.client.isOpen)
    }

    // MARK: Events

    private static let slots = "/v1/events?topics=slots:2026-11-23"

    @Test func `An event stream goes on beside other requests`() throws {
        let peer = try HTTP2Peer()
        let stream = try peer.ask(1, Self.slots)
        #expect(stream.status == "200" && stream.fields["content-type"] == "text/event-stream" && !stream.isEnded)
        #expect(stream.fields["transfer-encoding"] == nil && stream.text.contains("event: ready"))
        #expect(try peer.ask(3, "/nowhere").status == "404")
        peer.fixture.edge.hub.deliver(.hints([Hint(topic: "slots:2026-11-23", subject: nil, version: 7)]))
        let data = #"{"topic":"slots:2026-11-23","version":7}"#
        #expect(try peer.answer(1).text.hasSuffix("event: changed\ndata: \(data)\n\n"))
        try peer.sendReset(1)
        #expect(peer.fixture.metrics.exposition().contains("vokol_gateway_event_streams 0\n"))
    }

    @Test func `HEAD of an event stream is answered without one`() throws {
        let answer = try HTTP2Peer().ask(1, Self.slots, verb: "HEAD")
        #expect(answer.status == "200" && answer.isEnded && answer.body.isEmpty)
    }

    @Test func `Events wait while the client's window is empty, and each is sent once`() throws {
        let peer = try HTTP2Peer(settings: [(HTTP2Frame.Setting.initialWindow, 0)])
        #expect(try peer.ask(1, Self.slots).body.isEmpty)
        for _ in 0..<50 {
            peer.fixture.edge.hub.deliver(.hints([Hint(topic: "slots:2026-11-23", subject: nil, version: 7)]))
        }
        try peer.sendWindow(1, 10_000)
        peer.advance(.seconds(1))
        let text = try peer.answer(1).text
        #expect(text.ranges(of: "event: changed").count == 1)
        #expect(text.ranges(of: "event: ready").count == 1)
    }

    // MARK: Making room

    @Test func `A connection is busy while a call or an event stream is open, and leaves with GOAWAY`() throws {
        let peer = try HTTP2Peer()
        let connections = Connections(EdgeLimits().ledger)
        func askToYield() {
            peer.client.channel.pipeline.fireUserInboundEventTriggered(YieldRequest(connections: connections))
        }
        _ = try peer.ask(1, "/v1/museums/x")
        askToYield()
        try #require(peer.client.isOpen)
        peer.answerCall("{}")
        #expect(try peer.answer(1).isEnded)
        _ = try peer.ask(3, Self.slots)
        askToYield()
        #expect(try peer.receive().isEmpty && peer.client.isOpen)
        try peer.sendReset(3)
        askToYield()
        #expect(try peer.receive().map(\.number) == [3])
        #expect(peer.goAway == HTTP2ErrorCode.none && !peer.client.isOpen)
    }

    @Test func `A connection without an admitted call closes after 30 s, between two requests`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/nowhere")
        _ = try peer.ask(3, "/rpc", verb: "POST", isLast: false)
        for _ in 0..<32 {
            try peer.sendData(3, [UInt8](repeating: 32, count: 2_000), isLast: false)
            peer.advance(.seconds(1))
        }
        #expect(peer.client.isOpen)
        try peer.sendReset(3)
        peer.advance(.seconds(1))
        #expect(peer.goAway == nil)
        _ = try peer.receive()
        #expect(peer.goAway == HTTP2ErrorCode.none && !peer.client.isOpen)
        let used = try HTTP2Peer()
        _ = try used.ask(1, "/v1/museums/x")
        used.answerCall("{}")
        used.advance(.seconds(45))
        #expect(used.client.isOpen)
    }

    @Test func `A client that begins a request before it ends the last is closed with the first after 30 s`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/rpc", verb: "POST", isLast: false)
        for stream: UInt32 in stride(from: 3, through: 9, by: 2) {
            peer.advance(.seconds(9))
            try #require(peer.client.isOpen)
            _ = try peer.ask(stream, "/rpc", verb: "POST", isLast: false)
            try peer.sendData(stream - 2, [32])
        }
        peer.advance(.seconds(1))
        _ = try peer.receive()
        #expect(peer.goAway == HTTP2ErrorCode.none && !peer.client.isOpen)
    }

    @Test func `Open connections keep the number of streams that they announced`() throws {
        let peer = try HTTP2Peer()
        var limits = EdgeLimits()
        limits.http2.streams = 0
        peer.fixture.edge.follow(limits, peer.fixture.edge.gate)
        #expect(try peer.ask(1, "/nowhere").status == "404")
    }

    // MARK: Shutdown

    @Test func `A drain announces the end, serves what is on its way, and closes`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/v1/museums/x")
        _ = try peer.ask(3, Self.slots)
        peer.fixture.edge.drain()
        let first = try peer.receive()
        #expect(first.first { $0.kind == HTTP2Frame.Kind.goAway }?.number == 0x7FFF_FFFF)
        #expect(try peer.answer(3).isEnded)
        let ping = try #require(first.first { $0.kind == HTTP2Frame.Kind.ping })
        // A request that was on its way.
        _ = try peer.ask(5, "/v1/museums/y")
        try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.ping, 1, 0, payload: ping.payload))
        let second = try peer.receive()
        #expect(second.first { $0.kind == HTTP2Frame.Kind.goAway }?.number == 5)
        #expect(peer.goAway == HTTP2ErrorCode.none)
        _ = try peer.ask(7, "/v1/museums/z")
        #expect(peer.fixture.sent.count == 2)
        peer.answerCall("{}")
        #expect(try peer.answer(1).isEnded && peer.client.isOpen)
        peer.answerCall("{}")
        #expect(try peer.answer(5).isEnded && !peer.client.isOpen)
    }

    @Test func `A client that does not answer the ping is drained as well`() throws {
        let peer = try HTTP2Peer()
        peer.fixture.edge.drain()
        #expect(try peer.receive().count == 2 && peer.client.isOpen)
        peer.advance(.seconds(2))
        #expect(try peer.receive().map(\.kind) == [HTTP2Frame.Kind.goAway])
        #expect(!peer.client.isOpen)
    }

    @Test func `An idle connection ends, one with a stream does not`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, Self.slots)
        peer.advance(.seconds(120))
        #expect(peer.client.isOpen)
        try peer.sendReset(1)
        peer.advance(.seconds(59))
        #expect(peer.client.isOpen)
        peer.advance(.seconds(2))
        _ = try peer.receive()
        #expect(peer.goAway == HTTP2ErrorCode.none && !peer.client.isOpen)
    }
}
