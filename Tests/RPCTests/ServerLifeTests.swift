import NIOCore
import NIOEmbedded
import Testing

@testable import RPC

@Suite struct ServerLifeTests {
    private static let secret = Array("a secret of sixteen".utf8)

    private func withChannel(
        _ configure: (inout RPCServerConfiguration) -> Void = { $0.secret = secret },
        _ body: (ServerChannel) throws -> Void
    ) throws {
        let server = try ServerChannel(configure)
        defer { server.end() }
        _ = try server.lines()
        try body(server)
    }

    private func introduction(_ process: String, _ secret: String, id: Int? = 0) -> String {
        let id = id.map { "\"id\":\($0)," } ?? ""
        let params = "{\"process\":\"\(process)\",\"secret\":\"\(secret)\"}"
        return "{\"jsonrpc\":\"2.0\",\(id)\"method\":\"rpc.link\",\"params\":\(params)}\n"
    }

    private let claim =
        "{\"principal\":{\"sub\":\"u1\",\"sid\":\"s1\",\"roles\":[\"admin\"]},\"remoteAddress\":\"203.0.113.7\"}"

    @Test func `An introduced process may call on behalf of a user`() throws {
        try withChannel { server in
            try server.send(introduction("gateway", "a secret of sixteen"))
            try server.call("slow.one", id: 1, meta: claim)
            #expect(try server.answers() == ["0:ok"])
            let context = try #require(server.handler.context(of: "slow.one"))
            #expect(context.principal == Principal(sub: "u1", sid: "s1", roles: ["admin"]))
            #expect(context.remoteAddress == "203.0.113.7")
            #expect(context.peer == .process("gateway"))
        }
    }

    @Test func `An introduced process decides whether a call is traced`() throws {
        try withChannel { server in
            try server.send(introduction("gateway", "a secret of sixteen"))
            for (id, flag) in [(1, "00"), (2, "01")] {
                let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-\(flag)"
                try server.call("slow.\(id)", id: id, meta: "{\"traceparent\":\"\(parent)\"}")
                let trace = try #require(server.handler.context(of: "slow.\(id)")?.trace)
                #expect(trace.isSampled == (flag == "01"))
                #expect(trace.parentID == 0xb7ad_6b71_6920_3331)
            }
        }
    }

    @Test func `An introduction needs no id`() throws {
        try withChannel { server in
            try server.send(introduction("gateway", "a secret of sixteen", id: nil))
            try server.call("slow.one", id: 1, meta: claim)
            #expect(try server.answers() == [])
            #expect(server.handler.started == ["slow.one"])
        }
    }

    @Test(arguments: [
        "{\"principal\":{\"sub\":\"u\",\"sid\":\"s\",\"roles\":[]}}", "{\"remoteAddress\":\"127.0.0.1\"}",
        "{\"principal\":{}}",
    ])
    func `A stranger may call, but not on behalf of a user`(meta: String) throws {
        try withChannel { server in
            try server.call("echo.now", id: 1, meta: meta)
            try server.call("echo.now", id: 2)
            #expect(try server.answers() == ["1:-32003", "2:ok"])
            #expect(server.handler.started == [])
        }
    }

    @Test(arguments: [
        ("gateway", "a secret of sixteem"), ("gateway", ""), ("gateway", "a secret of sixteen "),
        ("Gateway", "a secret of sixteen"), ("", "a secret of sixteen"), ("a b", "a secret of sixteen"),
    ])
    func `A wrong introduction is refused and the connection closed`(process: String, secret: String) throws {
        try withChannel { server in
            try server.send(introduction(process, secret) + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo.now\"}\n")
            #expect(try server.answers() == ["0:-32003"])
            #expect(!server.channel.isActive)
            #expect(server.observer.closed == [.introduction])
        }
    }

    @Test func `Without a secret no introduction is accepted`() throws {
        try withChannel { _ in
        } _: { server in
            try server.send(introduction("gateway", ""))
            #expect(try server.answers() == ["0:-32003"])
            #expect(!server.channel.isActive)
        }
    }

    @Test func `An introduction that is not the first line is refused`() throws {
        try withChannel { server in
            try server.call("echo.now", id: 1)
            try server.send(introduction("gateway", "a secret of sixteen", id: 2))
            try server.call("echo.now", id: 3, meta: claim)
            #expect(try server.answers() == ["1:ok", "2:-32600", "3:-32003"])
        }
    }

    @Test func `A malformed principal is refused even from one of our processes`() throws {
        try withChannel { server in
            try server.send(introduction("gateway", "a secret of sixteen"))
            try server.call("echo.now", id: 1, meta: "{\"principal\":{\"sub\":1}}")
            #expect(try server.answers() == ["0:ok", "1:-32600"])
        }
    }

    @Test func `Draining sends goaway, serves the calls in flight and those that crossed it, then closes`() throws {
        try withChannel { server in
            try server.call("slow.one", id: 1)
            server.channel.triggerUserOutboundEvent(ServerOrder.drain, promise: nil)
            #expect(
                try server.lines() == [
                    "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.goaway\","
                        + "\"params\":{\"reason\":\"shutting-down\",\"graceMs\":20000}}"
                ])
            try server.call("echo.now", id: 2)
            #expect(try server.answers() == ["2:ok"])
            server.advance(.milliseconds(1_100))
            try server.call("echo.now", id: 3)
            #expect(try server.answers() == ["3:-32012"])
            #expect(server.channel.isActive)
            server.finish("slow.one")
            #expect(try server.answers() == ["1:ok"])
            #expect(!server.channel.isActive)
            #expect(server.observer.closed == [.local])
        }
    }

    @Test func `A drained connection without calls closes after the grace for calls that crossed goaway`() throws {
        try withChannel { server in
            server.channel.triggerUserOutboundEvent(ServerOrder.drain, promise: nil)
            server.advance(.milliseconds(999))
            #expect(server.channel.isActive)
            server.advance(.milliseconds(1))
            #expect(!server.channel.isActive)
        }
    }

    @Test func `A drain that takes too long answers the calls in flight and closes`() throws {
        try withChannel {
            $0.maximumTimeout = .seconds(100)
        } _: { server in
            try server.call("slow.one", id: 1, meta: "{\"timeoutMs\":100000}")
            server.channel.triggerUserOutboundEvent(ServerOrder.drain, promise: nil)
            _ = try server.lines()
            server.advance(.milliseconds(19_999))
            #expect(server.channel.isActive)
            server.advance(.milliseconds(1))
            let line = try #require(try server.lines().first)
            #expect(ServerChannel.summary(line) == "1:-32009" && line.contains("\"reason\":\"shutting-down\""))
            #expect(server.handler.cancelled == ["slow.one"])
            #expect(server.observer.closed == [.drainTimeout])
        }
    }

    @Test func `A close request ends the connection at once`() throws {
        try withChannel { server in
            try server.call("slow.one", id: 1)
            server.channel.triggerUserOutboundEvent(ServerOrder.close, promise: nil)
            server.channel.embeddedEventLoop.run()
            #expect(!server.channel.isActive)
            #expect(server.handler.cancelled == ["slow.one"])
        }
    }

    @Test func `A stranger that closes its side still gets its answers`() throws {
        try withChannel { server in
            try server.call("slow.one", id: 1)
            server.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            #expect(server.channel.isActive)
            server.finish("slow.one")
            #expect(try server.answers() == ["1:ok"])
            #expect(!server.channel.isActive)
        }
    }

    @Test func `The calls of one of our processes that closes its side are cancelled`() throws {
        try withChannel { server in
            try server.send(introduction("gateway", "a secret of sixteen"))
            try server.call("slow.one", id: 1)
            server.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            server.channel.embeddedEventLoop.run()
            #expect(!server.channel.isActive)
            #expect(server.handler.cancelled == ["slow.one"])
        }
    }
}
