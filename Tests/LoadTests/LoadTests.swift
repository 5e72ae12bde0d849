import Foundation
import Histogram
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOTLS
import Testing
import Values

@testable import GatewayClient
@testable import Machine
@testable import vokol_load

@Suite struct LoadTests {
    @Test func `In an open loop each user calls once a period, at its own offset, whatever the answers`() {
        var generator = SplitMix64(seed: 7)
        var schedule = OpenLoopSchedule(users: Array(0..<50), rate: 4, using: &generator)
        var times: [Int: [UInt64]] = [:]
        var last: UInt64 = 0
        for _ in 0..<150 {
            guard let due = schedule.next else { break }
            #expect(due.time >= last)
            last = due.time
            times[due.user, default: []].append(due.time)
            schedule.advance()
        }
        #expect(times.count == 50)
        for user in times.values {
            #expect(user.count == 3)
            #expect(user[0] < 250_000_000)
            #expect(user[1] - user[0] == 250_000_000 && user[2] - user[1] == 250_000_000)
        }
        #expect(Set(times.values.map { $0[0] }).count > 40, "users do not all call at once")
    }

    @Test func `A mix chooses methods by weight`() throws {
        let mix = try LoadMix("museums.get=3,museums.search")
        #expect(mix.shares.map(\.weight) == [3, 1])
        #expect([0, 0.5, 0.74].map(mix.index) == [0, 0, 0])
        #expect([0.76, 0.999].map(mix.index) == [1, 1])
        for bad in [
            "", "museums.nonsense", "museums.get=0", "museums.get=x", "museums.get,museums.get", "auth.revocations",
        ] {
            #expect(throws: OperatorError.self, "\(bad)") { try LoadMix(bad) }
        }
    }

    @Test func `Latency counts from the due time, and errors are counted apart`() {
        var recorder = LoadRecorder(targets: 2)
        recorder.recordsFrom = 1_000_000
        recorder.finished(target: 0, due: 999_999, now: 5_000_000, .answered)
        recorder.sent(due: 2_000_000, now: 2_500_000)
        recorder.finished(target: 0, due: 2_000_000, now: 7_000_000, .answered)
        recorder.finished(target: 1, due: 2_000_000, now: 3_000_000, .failed(-32005))
        recorder.finished(target: 1, due: 2_000_000, now: 3_000_000, .lost)
        #expect(recorder.outcomes == [[.answered: 1], [.failed(-32005): 1, .lost: 1]])
        #expect(recorder.latencies[0].valueAtPercentile(100) == 5_000)
        #expect(recorder.allLatencies.totalCount == 2)
        #expect(recorder.longestDelay == 500_000)
        #expect(LoadCallOutcome.failed(-32005).name == "quota-exceeded")
    }

    private func buffer(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

    private final class Log {
        var outcomes: [(Int, LoadCallOutcome)] = []
        var opened = 0
        var closed = 0
        var events: LoadEvents {
            LoadEvents(
                finished: { self.outcomes.append(($0.target, $1)) }, opened: { self.opened += 1 },
                closed: { self.closed += 1 })
        }
    }

    private func targets() throws -> [LoadTarget] {
        try ["museums.get", "museums.search"].map { name in
            let shape = try #require(try MethodShape(name))
            let words = name == "museums.get" ? ["id=a"] : ["query=b"]
            return try LoadTarget(method: name, parameters: [CallParameters(words, for: shape)], host: "h")
        }
    }

    @Test func `A line connection signs in once, matches answers by id, and ignores notifications`() throws {
        let log = Log()
        let handler = LineLoadHandler(targets: try targets(), token: "t", events: log.events)
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        let signIn = try #require(try channel.readOutbound(as: ByteBuffer.self))
        #expect(String(buffer: signIn).contains(#""method":"rpc.authenticate","params":{"token":"t"}"#))
        #expect(!handler.isOpen)
        try channel.writeInbound(buffer("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.hello\",\"params\":{}}\n"))
        try channel.writeInbound(buffer("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n"))
        #expect(handler.isOpen && log.opened == 1)

        for target in [0, 1, 0] { handler.send(DueCall(target: target, variant: 0, due: 0), now: 0) }
        let first = String(buffer: try #require(try channel.readOutbound(as: ByteBuffer.self)))
        #expect(first == "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"museums.get\",\"params\":{\"id\":\"a\"}}\n")
        try channel.writeInbound(
            buffer("{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32005,\"message\":\"\"}}\n{\"jso"))
        try channel.writeInbound(buffer("nrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"))
        #expect(log.outcomes.map(\.0) == [1, 0])
        #expect(log.outcomes.map(\.1) == [.failed(-32005), .answered])
        try channel.close().wait()
        #expect(log.outcomes.last?.1 == .lost)
        #expect(log.closed == 1)
    }

    @Test func `Each call that needs an idempotency key has its own`() throws {
        let log = Log()
        let shape = try #require(try MethodShape("booking.book"))
        let target = try LoadTarget(
            method: "booking.book", parameters: [CallParameters(["payWith=pass"], for: shape)], host: "h")
        let handler = LineLoadHandler(targets: [target], token: nil, events: log.events)
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        var lines: Set<String> = []
        for id in 1...2 {
            handler.send(DueCall(target: 0, variant: 0, due: 0), now: 0)
            let line = String(buffer: try #require(try channel.readOutbound(as: ByteBuffer.self)))
            #expect(line.contains(#""params":{"payWith":"pass"},"meta":{"idempotencyKey":""#), "\(line)")
            #expect(line.hasSuffix("-\(id)\"}}\n"), "\(line)")
            lines.insert(line)
        }
        #expect(lines.count == 2)
        try channel.close().wait()
    }

    private func httpChannel(_ log: Log) throws -> (channel: EmbeddedChannel, handler: HTTPLoadHandler) {
        let handler = HTTPLoadHandler(targets: try targets(), token: "t", events: log.events)
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHTTPClientHandlers()
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        return (channel, handler)
    }

    @Test func `HTTP requests carry the token and are sent in turn, and statuses become outcomes`() throws {
        let log = Log()
        let (channel, handler) = try httpChannel(log)
        for target in [0, 1, 0] { handler.send(DueCall(target: target, variant: 0, due: 0), now: 0) }
        var sent = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { sent += String(buffer: bytes) }
        #expect(sent.hasPrefix("GET /v1/museums/a HTTP/1.1\r\n"))
        #expect(sent.contains("authorization: Bearer t\r\n") && sent.contains("host: h\r\n"))
        #expect(sent.components(separatedBy: "HTTP/1.1").count == 2, "the others wait")
        let answers =
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
            + "HTTP/1.1 429 Too Many\r\ncontent-length:  2\r\n\r\n{}"
            + "HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n1\r\na\r\n0\r\n\r\n"
        for byte in answers.utf8 { try channel.writeInbound(ByteBuffer(bytes: [byte])) }
        #expect(log.outcomes.map(\.0) == [0, 1, 0])
        #expect(log.outcomes.map(\.1) == [.answered, .failed(-32005), .failed(500)])
        #expect(log.closed == 1)
    }

    @Test func `Bytes that are not HTTP are an invalid answer and end the connection`() throws {
        let log = Log()
        let (channel, handler) = try httpChannel(log)
        handler.send(DueCall(target: 0, variant: 0, due: 0), now: 0)
        _ = try? channel.writeInbound(ByteBuffer(string: "SSH-2.0-x\r\n\r\n"))
        #expect(log.outcomes.map(\.1) == [.invalid])
        #expect(log.closed == 1)
    }
}
