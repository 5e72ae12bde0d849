import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct AdminLimitTests {
    private static func limitedChannel() throws -> (EmbeddedChannel, EmbeddedEventLoop) {
        let loop = EmbeddedEventLoop()
        let channel = EmbeddedChannel(handler: nil, loop: loop)
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.pipeline.syncOperations.addHandler(AdminRequestLimiter(limits: AdminLimits()))
        return (channel, loop)
    }

    private static func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n"))
    }

    @Test func `A connection without a request is closed after thirty seconds, counted anew after an answer`()
        throws
    {
        let (channel, loop) = try Self.limitedChannel()
        loop.advanceTime(by: .seconds(29))
        try channel.writeInbound(ByteBuffer(string: "GET"))
        try Self.answer(channel)
        loop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `A request must be complete ten seconds after its first byte`() throws {
        let (channel, loop) = try Self.limitedChannel()
        for _ in 0..<9 {
            try channel.writeInbound(ByteBuffer(string: "x"))
            loop.advanceTime(by: .seconds(1))
        }
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `A request has at most 8 KiB, counted anew after each answer`() throws {
        let (channel, _) = try Self.limitedChannel()
        for _ in 0..<3 {
            try channel.writeInbound(ByteBuffer(repeating: 1, count: 8 * 1024))
            #expect(channel.isActive)
            try Self.answer(channel)
        }
        try channel.writeInbound(ByteBuffer(repeating: 1, count: 8 * 1024))
        try channel.writeInbound(ByteBuffer(repeating: 1, count: 1))
        #expect(!channel.isActive)
    }

    @Test func `A client that does not read its answers is disconnected`() throws {
        let (channel, _) = try Self.limitedChannel()
        channel.isWritable = false
        try channel.writeInbound(ByteBuffer(string: "GET"))
        #expect(!channel.isActive)
    }

    @Test func `A connection beyond the limit is closed at once, and a closed one makes room`()
        async throws
    {
        var limits = AdminLimits()
        limits.connections = 2
        let listeners = Listeners()
        let group = MultiThreadedEventLoopGroup.singleton
        let server = AdminServer(
            host: "127.0.0.1", port: 0, limits: limits, metrics: Metrics(), checks: [],
            logger: Logger(label: "test"), group: group, listeners: listeners)
        let running = Task { try await server.run() }
        defer { running.cancel() }
        let port = try await listeners.firstPort()
        let first = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get()
        let second = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get()
        let third = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port).get()
        try await third.closeFuture.get()
        #expect(first.isActive && second.isActive)
        try await first.close()
        // The server notices the end of the connection a moment later.
        while (try? await HealthProbe.get("/healthz", host: "127.0.0.1", port: port).0) != 200 { await Task.yield() }
        try await second.close()
    }
}
