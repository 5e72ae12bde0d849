import HTTPParsing
import Lines
import NIOCore
import RPC
import Testing

@testable import Gateway

/// Tests of HTTP/2's flow control, in both directions.
@Suite struct HTTP2FlowTests {
    private static func result(_ bytes: Int) -> String { #"{"a":"\#(String(repeating: "x", count: bytes - 8))"}"# }

    @Test func `An answer is sent in frames as the windows of stream and connection allow`() throws {
        let peer = try HTTP2Peer(settings: [(HTTP2Frame.Setting.initialWindow, 20_000)])
        for stream: UInt32 in [1, 3, 5, 7] { _ = try peer.ask(stream, "/v1/museums/x") }
        for _ in 0..<4 { peer.answerCall(Self.result(40_000)) }
        // Three streams fill their windows; the connection's has 5,535 bytes left for the fourth.
        #expect(try peer.answer(1).body.count == 20_000)
        #expect(try peer.answer(5).body.count == 20_000)
        #expect(try peer.answer(7).body.count == 5_535)
        let sizes = peer.frames.filter { $0.kind == HTTP2Frame.Kind.data }.map(\.payload.count)
        #expect(sizes.allSatisfy { $0 <= HTTP2Frame.maximumBytes })
        try peer.sendWindow(1, 100_000)
        #expect(try peer.answer(1).body.count == 20_000)
        try peer.sendWindow(0, 1_000_000)
        #expect(try peer.answer(1).text == Self.result(40_000))
        #expect(try peer.answer(1).isEnded)
        #expect(try peer.answer(7).body.count == 20_000)
        // The new initial size applies to open streams, too.
        try peer.send(
            HTTP2Peer.frame(HTTP2Frame.Kind.settings, payload: [0, 4] + HTTP2Peer.bytes(40_000)))
        for stream: UInt32 in [3, 5, 7] { #expect(try peer.answer(stream).text == Self.result(40_000)) }
    }

    @Test func `Streams take turns`() throws {
        let peer = try HTTP2Peer(settings: [(HTTP2Frame.Setting.initialWindow, 0)])
        try peer.sendWindow(0, 1_000_000)
        for stream: UInt32 in [1, 3] { _ = try peer.ask(stream, "/v1/museums/x") }
        for _ in 0..<2 { peer.answerCall(Self.result(60_000)) }
        try peer.send(
            HTTP2Peer.frame(HTTP2Frame.Kind.settings, payload: [0, 4] + HTTP2Peer.bytes(1_000_000)))
        let order = try peer.receive().filter { $0.kind == HTTP2Frame.Kind.data }.map(\.stream)
        #expect(order.count == 8)
        #expect(Set(order.prefix(2)) == [1, 3] && Set(order.suffix(2)) == [1, 3])
    }

    @Test func `A stream whose window stays empty is reset, and its call's answer let go`() throws {
        let peer = try HTTP2Peer(settings: [(HTTP2Frame.Setting.initialWindow, 0)])
        _ = try peer.ask(1, "/v1/museums/x")
        peer.answerCall(Self.result(1_000))
        #expect(peer.fixture.edge.backlog.current == 1_000)
        peer.advance(.seconds(9))
        #expect(try peer.answer(1).reset == nil)
        peer.advance(.seconds(2))
        #expect(try peer.answer(1).reset == .cancel)
        #expect(peer.fixture.edge.backlog.current == 0 && peer.client.isOpen)
    }

    @Test func `A connection whose window stays empty is closed`() throws {
        let peer = try HTTP2Peer(settings: [(HTTP2Frame.Setting.initialWindow, 1_000_000)])
        _ = try peer.ask(1, "/v1/museums/x")
        peer.answerCall(Self.result(70_000))
        #expect(try peer.answer(1).body.count == 65_535)
        peer.advance(.seconds(11))
        #expect(!peer.client.isOpen)
        #expect(peer.fixture.edge.backlog.current == 0)
    }

    @Test func `Requests wait while many bytes wait for the client`() throws {
        var limits = EdgeLimits()
        limits.slowReader.pause = 100_000
        let peer = try HTTP2Peer(limits: limits, settings: [(HTTP2Frame.Setting.initialWindow, 0)])
        for stream: UInt32 in [1, 3] {
            _ = try peer.ask(stream, "/v1/museums/x")
            peer.answerCall(Self.result(60_000))
        }
        _ = try peer.ask(5, "/v1/museums/x")
        #expect(peer.fixture.sent.isEmpty)
        try peer.sendWindow(1, 60_000)
        #expect(try peer.answer(1).isEnded)
        #expect(peer.fixture.sent.count == 1)
    }

    @Test func `An answer that would exceed the bytes that may wait is given up`() throws {
        var limits = EdgeLimits()
        limits.slowReader.close = 100_000
        let peer = try HTTP2Peer(limits: limits, settings: [(HTTP2Frame.Setting.initialWindow, 0)])
        for stream: UInt32 in [1, 3] { _ = try peer.ask(stream, "/v1/museums/x") }
        for _ in 0..<2 { peer.answerCall(Self.result(60_000)) }
        #expect(try peer.answer(1).reset == nil)
        #expect(try peer.answer(3).reset == .enhanceYourCalm)
        #expect(peer.fixture.edge.backlog.current == 60_000)
    }

    @Test func `Windows that overflow are errors`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/v1/museums/x")
        try peer.sendWindow(1, 0x7FFF_FFFF)
        #expect(try peer.answer(1).reset == .flowControl)
        try peer.sendWindow(0, 0x7FFF_FFFF)
        _ = try peer.receive()
        #expect(peer.goAway == .flowControl && !peer.client.isOpen)
    }

    @Test func `Bodies of a connection are limited until their calls are sent`() throws {
        let peer = try HTTP2Peer()
        let chunk = [UInt8](repeating: 32, count: 16_000)
        for stream: UInt32 in [1, 3, 5] {
            _ = try peer.ask(stream, "/rpc", verb: "POST", [("content-type", "application/json")], isLast: false)
        }
        for stream: UInt32 in [1, 3] { for _ in 0..<4 { try peer.sendData(stream, chunk, isLast: false) } }
        // 128,000 of 131,072 bytes are taken, and none of them is given back.
        #expect(!peer.frames.contains { $0.kind == HTTP2Frame.Kind.windowUpdate && $0.stream == 0 && $0.number == 1 })
        let before = peer.frames.count { $0.kind == HTTP2Frame.Kind.windowUpdate && $0.stream == 0 }
        #expect(before == 1)
        try peer.sendData(1, [])
        try peer.sendData(3, [])
        _ = try peer.receive()
        #expect(peer.frames.count { $0.kind == HTTP2Frame.Kind.windowUpdate && $0.stream == 0 } == 2)
        // More than what is left is a violation.
        for _ in 0..<9 { try peer.sendData(5, chunk, isLast: false) }
        _ = try peer.receive()
        #expect(peer.answers[5]?.reset == .flowControl || peer.goAway == .flowControl)
    }

    @Test func `A body that arrives too slowly resets its stream`() throws {
        let peer = try HTTP2Peer()
        _ = try peer.ask(1, "/rpc", verb: "POST", isLast: false)
        for _ in 0..<12 {
            try? peer.sendData(1, [32], isLast: false)
            peer.advance(.seconds(1))
        }
        #expect(try peer.answer(1).reset == .cancel)
        #expect(peer.client.isOpen)
    }

    @Test func `A connection lives on while its reads end within frames that are completed`() throws {
        let peer = try HTTP2Peer()
        // The first part of a PING, and the rest of each with the first part of the next.
        let ping: [UInt8] = [0, 0, 8, 6, 0, 0, 0, 0, 0] + Array(repeating: 7, count: 8)
        try peer.client.send(Array(ping.prefix(10)))
        for _ in 0..<12 {
            peer.advance(.seconds(1))
            try peer.client.send(Array(ping.suffix(7) + ping.prefix(10)))
        }
        #expect(peer.client.isOpen)
        peer.advance(.seconds(11))
        #expect(!peer.client.isOpen)
    }

    @Test func `A header block that never ends closes the connection, however many frames arrive`() throws {
        let peer = try HTTP2Peer()
        try peer.client.send([0, 0, 1, 1, 0, 0, 0, 0, 1, 0x82])
        for _ in 0..<6 {
            peer.advance(.milliseconds(1_900))
            if peer.client.isOpen { try peer.client.send([0, 0, 1, 9, 0, 0, 0, 0, 1, 0x86]) }
        }
        #expect(!peer.client.isOpen)
    }

    @Test func `An incomplete frame and a missing preface end the connection`() throws {
        let peer = try HTTP2Peer()
        try peer.client.send([0, 0, 8, 6])
        peer.advance(.seconds(9))
        #expect(peer.client.isOpen)
        peer.advance(.seconds(2))
        #expect(!peer.client.isOpen)
    }
}
