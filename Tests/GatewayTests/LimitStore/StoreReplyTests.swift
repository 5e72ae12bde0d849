import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite struct StoreReplyTests {
    private static func replies(_ bytes: String) throws -> [StoreReply] {
        var buffer = ByteBuffer(string: bytes)
        var replies: [StoreReply] = []
        while let reply = try StoreProtocol.reply(from: &buffer) { replies.append(reply) }
        return replies
    }

    private static let samples: [(String, StoreReply)] = [
        ("+OK\r\n", .text("OK")), ("-NOAUTH needed\r\n", .error("NOAUTH needed")), (":-12\r\n", .integer(-12)),
        ("$-1\r\n", .bulk(nil)), ("$0\r\n\r\n", .bulk([])), ("$4\r\na\r\nb\r\n", .bulk(Array("a\r\nb".utf8))),
        ("*0\r\n", .array([])), ("*2\r\n:2\r\n:1900000\r\n", .array([.integer(2), .integer(1_900_000)])),
    ]

    @Test func `Each kind of reply is read, whatever follows it`() throws {
        for (bytes, reply) in Self.samples {
            #expect(try Self.replies(bytes) == [reply])
            #expect(try Self.replies(bytes + "+PONG\r\n") == [reply, .text("PONG")])
        }
    }

    @Test func `A reply that has not come whole is awaited, and nothing is taken`() throws {
        for (bytes, reply) in Self.samples {
            for count in 0..<bytes.utf8.count {
                var buffer = ByteBuffer(bytes: bytes.utf8.prefix(count))
                #expect(try StoreProtocol.reply(from: &buffer) == nil)
                #expect(buffer.readableBytes == count)
                buffer.writeBytes(bytes.utf8.dropFirst(count))
                #expect(try StoreProtocol.reply(from: &buffer) == reply)
            }
        }
    }

    @Test(arguments: [
        "?\r\n", "\r\n", ":\r\n", ":1x\r\n", "+OK\rX", "$x\r\n", "$-2\r\n", "$1\r\nabc", "*-1\r\n", "*1025\r\n",
        "*1\r\n*1\r\n:1\r\n", "$65537\r\n", ":99999999999999999999\r\n", String(repeating: "+", count: 1_024),
    ])
    func `A malformed or oversized reply is refused`(bytes: String) {
        #expect(throws: LimitStoreFault.self) { try Self.replies(bytes) }
    }

    @Test func `An incomplete reply of more than 64 KiB is refused`() {
        let element = "$4000\r\n" + String(repeating: "x", count: 4_000) + "\r\n"
        #expect(throws: LimitStoreFault("a reply is too long")) {
            try Self.replies("*20\r\n" + String(repeating: element, count: 17))
        }
    }

    @Test func `A command is an array of bulk strings, counted in bytes`() {
        #expect(String(buffer: StoreProtocol.command(["AUTH", "Ж"])) == "*2\r\n$4\r\nAUTH\r\n$2\r\nЖ\r\n")
    }

    // MARK: On a connection

    private static func command(_ channel: EmbeddedChannel) -> (StoreCommand, EventLoopFuture<StoreReply>) {
        let promise = channel.embeddedEventLoop.makePromise(of: StoreReply.self)
        return (StoreCommand(bytes: StoreProtocol.command(["PING"]), reply: promise), promise.futureResult)
    }

    private static func connected() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: StoreHandler())
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test func `A reply in pieces ends the command that it answers`() throws {
        let channel = try Self.connected()
        let (command, reply) = Self.command(channel)
        try channel.writeOutbound(command)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == command.bytes)
        for byte in "+PONG\r\n".utf8 { try channel.writeInbound(ByteBuffer(bytes: [byte])) }
        #expect(try reply.wait() == .text("PONG"))
    }

    @Test func `A second command while one is under way is refused, and the first is not lost`() throws {
        let channel = try Self.connected()
        let ((first, reply), (second, refused)) = (Self.command(channel), Self.command(channel))
        try channel.writeOutbound(first)
        #expect(throws: LimitStoreFault("a command is under way")) { try channel.writeOutbound(second) }
        #expect(throws: LimitStoreFault("a command is under way")) { try refused.wait() }
        try channel.writeInbound(ByteBuffer(string: "+PONG\r\n"))
        #expect(try reply.wait() == .text("PONG"))
    }

    @Test(arguments: ["?\r\n", "+PONG\r\n+PONG\r\n", String(repeating: "+", count: 2_000)])
    func `Bytes that make no sense close the connection`(bytes: String) throws {
        let channel = try Self.connected()
        let (command, _) = Self.command(channel)
        try channel.writeOutbound(command)
        try channel.writeInbound(ByteBuffer(string: bytes))
        #expect(!channel.isActive)
    }

    @Test func `A command fails when the connection ends, and on an ended one`() throws {
        let channel = try Self.connected()
        let ((first, reply), (second, refused)) = (Self.command(channel), Self.command(channel))
        try channel.writeOutbound(first)
        channel.pipeline.fireChannelInactive()
        #expect(throws: LimitStoreFault("the connection is closed")) { try reply.wait() }
        #expect(throws: (any Error).self) { try channel.writeOutbound(second) }
        #expect(throws: (any Error).self) { try refused.wait() }
    }
}
