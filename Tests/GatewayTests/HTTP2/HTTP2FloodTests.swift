import HTTPParsing
import NIOCore
import RPC
import Testing

@testable import Gateway

/// The known attacks on HTTP/2, each with the count at which it ends.
@Suite struct HTTP2FloodTests {
    @Test func `Rapid reset: the hundredth reset within 30 s ends the connection`() throws {
        let peer = try HTTP2Peer()
        for index in 0..<99 {
            _ = try peer.ask(UInt32(2 * index + 1), "/v1/museums/x")
            try peer.sendReset(UInt32(2 * index + 1))
        }
        #expect(peer.client.isOpen)
        #expect(peer.fixture.link().cancelled.count == 99 && peer.fixture.sent.isEmpty)
        _ = try peer.ask(199, "/v1/museums/x")
        try peer.sendReset(199)
        _ = try peer.receive()
        #expect(peer.goAway == .enhanceYourCalm && !peer.client.isOpen)
    }

    @Test func `Resets further apart do not end the connection`() throws {
        let peer = try HTTP2Peer()
        for index in 0..<200 {
            _ = try peer.ask(UInt32(2 * index + 1), "/v1/museums/x")
            try peer.sendReset(UInt32(2 * index + 1))
            peer.advance(.seconds(1))
        }
        #expect(peer.client.isOpen)
    }

    @Test func `Resets that the client provokes count like its own (MadeYouReset)`() throws {
        let peer = try HTTP2Peer()
        for index in 0..<100 {
            let stream = UInt32(2 * index + 1)
            _ = try peer.ask(stream, "/v1/museums/x")
            try peer.sendWindow(stream, 0x7FFF_FFFF)
        }
        _ = try peer.receive()
        #expect(peer.goAway == .enhanceYourCalm && !peer.client.isOpen)
        #expect(peer.fixture.link().cancelled.count == 100)
    }

    @Test func `Streams above the limit are refused, and too many of them end the connection`() throws {
        let peer = try HTTP2Peer()
        for index in 0..<64 { _ = try peer.ask(UInt32(2 * index + 1), "/v1/museums/x") }
        #expect(try peer.ask(129, "/v1/museums/x").reset == .refusedStream)
        #expect(peer.fixture.sent.count == EdgeLimits().inFlightPerConnection)
        for index in 65..<163 { _ = try peer.ask(UInt32(2 * index + 1), "/v1/museums/x") }
        #expect(peer.client.isOpen)
        _ = try peer.ask(2 * 163 + 1, "/v1/museums/x")
        #expect(!peer.client.isOpen)
    }

    /// The frames of a flood, each of which alone is allowed.
    private static let floods: [(String, [UInt8])] = [
        ("ping", HTTP2Peer.frame(HTTP2Frame.Kind.ping, payload: [1, 2, 3, 4, 5, 6, 7, 8])),
        ("settings", HTTP2Peer.frame(HTTP2Frame.Kind.settings, payload: [0, 4, 0, 0, 0xFF, 0xFF])),
        ("priority", HTTP2Peer.frame(2, 0, 9, payload: [0, 0, 0, 0, 1])),
        ("unknown", HTTP2Peer.frame(0x77)),
        ("go away", HTTP2Peer.frame(HTTP2Frame.Kind.goAway, payload: [0, 0, 0, 0, 0, 0, 0, 0])),
        ("reset of an ended stream", HTTP2Peer.frame(HTTP2Frame.Kind.reset, 0, 1, payload: [0, 0, 0, 8])),
        ("empty data", HTTP2Peer.frame(HTTP2Frame.Kind.data, 0, 3)),
    ]

    @Test(arguments: 0..<floods.count)
    func `500 frames that are no request end the connection within ten seconds`(index: Int) throws {
        let peer = try HTTP2Peer()
        // The first SETTINGS counts, too.
        _ = try peer.ask(1, "/nowhere")
        _ = try peer.ask(3, "/rpc", verb: "POST", isLast: false)
        for _ in 0..<498 { try peer.send(Self.floods[index].1) }
        #expect(peer.client.isOpen, "\(Self.floods[index].0)")
        try peer.send(Self.floods[index].1)
        _ = try peer.receive()
        #expect(peer.goAway == .enhanceYourCalm && !peer.client.isOpen, "\(Self.floods[index].0)")
    }

    @Test func `Frames that are no request are charged to the guard of the address`() throws {
        var policies = CallGate.Policies()
        policies.guardLimit = LimitPolicy(name: "guard", rate: 0.001, burst: 20)
        let peer = try HTTP2Peer(policies: policies)
        for _ in 0..<19 { try peer.send(Self.floods[0].1) }
        #expect(peer.client.isOpen)
        try peer.send(Self.floods[0].1)
        #expect(!peer.client.isOpen)
    }

    @Test func `Window updates are limited by the data that is sent`() throws {
        let peer = try HTTP2Peer()
        for _ in 0..<(200 + 499) { try peer.sendWindow(0, 1) }
        #expect(!peer.client.isOpen)
        var limits = EdgeLimits()
        limits.refusals = 1_000
        let other = try HTTP2Peer(limits: limits)
        for index in 0..<300 {
            _ = try other.ask(UInt32(2 * index + 1), "/nowhere")
            for _ in 0..<8 { try other.sendWindow(0, 1) }
        }
        #expect(other.client.isOpen)
    }

    @Test func `A header block of more than eight frames ends the connection`() throws {
        let peer = try HTTP2Peer()
        try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.headers, 1, 1))
        for _ in 0..<8 { try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.continuation, 0, 1)) }
        _ = try peer.receive()
        #expect(peer.goAway == .enhanceYourCalm && !peer.client.isOpen)
    }

    @Test func `A bomb of references is one request that is too large`() throws {
        let peer = try HTTP2Peer()
        let value = [UInt8](repeating: UInt8(ascii: "a"), count: 4000)
        let bomb: [UInt8] = [0x40, 0x01, 0x78, 0x7F, 0xA1, 0x1E] + value + [UInt8](repeating: 0xBE, count: 12_000)
        let head: [UInt8] = [0x82, 0x87, 0x84, 0x41, 0x01, 0x61]
        try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.headers, 5, 1, payload: head + bomb))
        #expect(try peer.answer(1).status == "413")
        #expect(peer.client.isOpen)
    }

    @Test func `A client that does not read what its pings ask for is read no further`() throws {
        let peer = try HTTP2Peer()
        #expect(peer.fixture.edge.backlog.current == 0)
        // Nothing is kept for a ping but its answer, which waits with all others in the channel.
        for _ in 0..<100 { try peer.send(Self.floods[0].1) }
        #expect(try peer.receive().count == 100)
    }

    @Test(arguments: [
        (
            HTTP2Peer.frame(HTTP2Frame.Kind.headers, 5, 2, payload: [0x82, 0x87, 0x84, 0x41, 0x01, 0x61]),
            HTTP2ErrorCode.violation
        ),
        (HTTP2Peer.frame(HTTP2Frame.Kind.headers, 5, 1, payload: [0x82, 0x87, 0x84, 0x41, 0x01, 0x61]), .streamClosed),
        (HTTP2Peer.frame(HTTP2Frame.Kind.data, 1, 9, payload: [1]), .violation),
        (HTTP2Peer.frame(HTTP2Frame.Kind.reset, 0, 9, payload: [0, 0, 0, 8]), .violation),
        (HTTP2Peer.frame(HTTP2Frame.Kind.windowUpdate, 0, 9, payload: [0, 0, 0, 8]), .violation),
        (HTTP2Peer.frame(HTTP2Frame.Kind.headers, 5, 11, payload: [0xFF]), .compression),
    ])
    func `A frame on a stream that cannot have it ends the connection (RFC 9113, section 5.1)`(
        bytes: [UInt8], code: HTTP2ErrorCode
    ) throws {
        let peer = try HTTP2Peer()
        #expect(try peer.ask(1, "/nowhere").isEnded)
        try peer.send(bytes)
        _ = try peer.receive()
        #expect(peer.goAway == code && !peer.client.isOpen)
    }

    @Test func `Frames on a half-closed stream reset it, and late ones on a reset stream are ignored`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/v1/museums/x")
        try peer.sendData(1, [1])
        #expect(try peer.answer(1).reset == .streamClosed)
        #expect(peer.fixture.link().cancelled.count == 1)
        let frames = peer.frames.count
        try peer.sendData(1, [1])
        try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.headers, 5, 1, payload: try peer.block([("x", "y")])))
        #expect(try peer.receive().isEmpty && peer.frames.count == frames)
        _ = try peer.ask(3, "/rpc", verb: "POST", isLast: false)
        try peer.send(HTTP2Peer.frame(HTTP2Frame.Kind.headers, 4, 3, payload: try peer.block([("x", "y")])))
        #expect(try peer.answer(3).reset == .violation)
    }
}
