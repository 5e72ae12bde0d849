import NIOCore
import NIOEmbedded
import Testing

@testable import RPC

/// Tests of peers that do not introduce themselves.
@Suite struct ServerStrangerTests {
    private func withStranger(_ body: (ServerChannel) throws -> Void) throws {
        let server = try ServerChannel()
        defer { server.end() }
        _ = try server.lines()
        try body(server)
    }

    private static let call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo.now\"}\n"

    @Test(arguments: ["POST / HTTP/1.1\r\nHost: 127.0.0.1:7001\r\n\r\n", "garbage\n", "{\n", "{\"a\":\"\u{1}\"}\n"])
    func `A line that is no JSON ends a stranger's connection, so that the body of an HTTP request is no call`(
        text: String
    ) throws {
        try withStranger { server in
            try server.send(text + Self.call)
            #expect(try server.answers() == ["null:-32700"])
            #expect(!server.channel.isActive)
            #expect(server.observer.closed == [.protocolViolation])
            #expect(server.observer.finished.isEmpty)
        }
    }

    @Test(arguments: ["[]\n", "17\n", "{}\n", "{\"jsonrpc\":\"2.0\",\"method\":\"a.b\"}\n", "\r\n"])
    func `A line of JSON that is no call leaves a stranger's connection open`(text: String) throws {
        try withStranger { server in
            try server.send(text + Self.call)
            #expect(try server.answers().last == "1:ok")
            #expect(server.channel.isActive)
        }
    }

    @Test func `A stranger cannot make the server record spans`() throws {
        try withStranger { server in
            let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            try server.call("slow.one", id: 1, meta: "{\"traceparent\":\"\(parent)\"}")
            let trace = try #require(server.handler.context(of: "slow.one")?.trace)
            #expect(trace.traceID == "0af7651916cd43dd8448eb211c80319c")
            #expect(!trace.isSampled)
            server.finish("slow.one")
        }
    }

    @Test func `A line that is no JSON does not end the connection of a process`() throws {
        let server = try ServerChannel(peer: "gateway")
        defer { server.end() }
        _ = try server.lines()
        try server.send("garbage\n" + Self.call)
        #expect(try server.answers() == ["null:-32700", "1:ok"])
    }

    @Test func `A stranger is disconnected after thirty seconds without a call, a process never`() throws {
        try withStranger { server in
            server.advance(.seconds(29))
            try server.send(Self.call)
            server.advance(.seconds(29))
            // Neither a ping nor a notification is a call.
            try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.ping\"}\n")
            #expect(server.channel.isActive)
            server.advance(.seconds(1))
            #expect(!server.channel.isActive)
            #expect(server.observer.closed == [.idle])
        }
        let process = try ServerChannel(peer: "gateway")
        defer { process.end() }
        process.advance(.hours(24))
        #expect(process.channel.isActive)
    }

    @Test func `A call in flight keeps a stranger's connection`() throws {
        let server = try ServerChannel {
            $0.defaultTimeout = .seconds(50)
        }
        defer { server.end() }
        try server.call("slow.one", id: 1)
        server.advance(.seconds(40))
        #expect(server.channel.isActive)
        server.finish("slow.one")
        server.advance(.seconds(29))
        #expect(server.channel.isActive)
        server.advance(.seconds(1))
        #expect(!server.channel.isActive)
    }

    @Test func `An order to yield closes a stranger's connection, but not that of a process`() throws {
        try withStranger { server in
            server.channel.triggerUserOutboundEvent(ServerOrder.yield, promise: nil)
            server.channel.embeddedEventLoop.run()
            #expect(!server.channel.isActive)
            #expect(server.observer.closed == [.tooManyConnections])
        }
        let process = try ServerChannel(peer: "gateway")
        defer { process.end() }
        process.channel.triggerUserOutboundEvent(ServerOrder.yield, promise: nil)
        process.channel.embeddedEventLoop.run()
        #expect(process.channel.isActive)
    }
}
