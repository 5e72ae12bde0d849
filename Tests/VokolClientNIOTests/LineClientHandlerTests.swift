import HTTP
import NIOCore
import NIOEmbedded
import NIOTLS
import Synchronization
import Testing
import VokolClient

@testable import VokolClientNIO

@Suite struct LineClientHandlerTests {
    /// A line connection without a network.
    private final class Line: Sendable {
        let channel = EmbeddedChannel()
        private let back = Mutex<[[LineCall]]>([])

        /// The calls that the connection has given back, each time that it took no further ones.
        var retired: [[LineCall]] { back.withLock { $0 } }

        init() throws {
            let handler = LineClientHandler(receiver: nil) { [self] calls in back.withLock { $0.append(calls) } }
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        }

        /// Sends calls, and returns them.
        func send(_ count: Int) -> [LineCall] {
            (0..<count).map { _ in
                let request = CallRequest(method: "a", params: Array("{}".utf8), timeout: .seconds(1))
                let call = LineCall(request, on: channel.eventLoop)
                channel.writeAndFlush(call, promise: nil)
                return call
            }
        }

        func receive(_ lines: String...) throws {
            for line in lines { try channel.writeInbound(ByteBuffer(string: line + "\n")) }
        }

        /// The lines that were written since the last look.
        func written() throws -> [String] {
            var lines: [String] = []
            while let buffer = try channel.readOutbound(as: ByteBuffer.self) { lines.append(String(buffer: buffer)) }
            return lines
        }

        static func answer(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"# }
    }

    private static let goaway = #"{"jsonrpc":"2.0","method":"rpc.goaway","params":{}}"#

    /// Returns how a call has failed; `nil` if it has not.
    private func failure(_ call: LineCall) -> HTTPFailure? {
        let found = Mutex<HTTPFailure?>(nil)
        call.outcome.whenFailure { error in found.withLock { $0 = error as? HTTPFailure } }
        return found.withLock { $0 }
    }

    @Test func `At most 32 calls are in flight, and the next one follows an answer`() throws {
        let line = try Line()
        let calls = line.send(33)
        #expect(try line.written().count == 32)
        try line.receive(Line.answer(7))
        #expect(calls[6].isOver && !calls[32].isOver)
        #expect(try line.written().count == 1)
    }

    @Test func `A call is refused once 256 wait, and it was not sent`() throws {
        let line = try Line()
        let calls = line.send(32 + 256 + 1)
        #expect(calls.filter(\.isOver).count == 1 && calls.last?.isOver == true)
        #expect(failure(calls[288])?.mayHaveBeenSent == false)
    }

    @Test func `A server that shuts down answers the calls in flight, and gets none of those that wait`() throws {
        let line = try Line()
        let calls = line.send(34)
        _ = try line.written()
        try line.receive(Self.goaway)
        #expect(line.retired.map(\.count) == [2] && line.retired[0][0] === calls[32])
        #expect(line.channel.isActive)
        // A call that was on its way to this connection goes to another one, too.
        _ = line.send(1)
        #expect(line.retired.map(\.count) == [2, 1])
        for id in 1...32 { try line.receive(Line.answer(id)) }
        #expect(calls[0..<32].allSatisfy(\.isOver) && failure(calls[31]) == nil)
        #expect(try line.written().isEmpty && !line.channel.isActive)
    }

    @Test func `A connection on which an answer is missing takes no more calls, and closes at last`() throws {
        let line = try Line()
        let calls = line.send(2)
        _ = try line.written()
        calls[0].fail(.timedOut)
        #expect(failure(calls[0])?.mayHaveBeenSent == true)
        #expect(try line.written().filter { $0.contains(#""method":"rpc.cancel","params":{"id":1}"#) }.count == 1)
        #expect(line.retired.map(\.count) == [0] && line.channel.isActive)
        calls[1].fail(.cancelled)
        #expect(!line.channel.isActive)
    }

    @Test func `A cancelled call is cancelled at the server, and keeps its place until the answer`() throws {
        let line = try Line()
        let calls = line.send(33)
        _ = try line.written()
        calls[3].fail(.cancelled)
        #expect(try line.written().map { $0.contains("rpc.cancel") } == [true])
        try line.receive(Line.answer(4))
        #expect(try line.written().count == 1 && line.channel.isActive && line.retired.isEmpty)
    }

    @Test(arguments: ["not JSON", String(repeating: "a", count: CallRequest.maximumAnswerBytes + 1)])
    func `A connection that does not speak the protocol fails its calls and closes`(text: String) throws {
        let line = try Line()
        let calls = line.send(33)
        try line.receive(text)
        #expect(failure(calls[0])?.mayHaveBeenSent == true && failure(calls[32])?.mayHaveBeenSent == false)
        #expect(!line.channel.isActive && line.retired.map(\.count) == [0])
    }
}
