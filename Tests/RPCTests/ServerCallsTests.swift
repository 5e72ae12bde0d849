import Contract
import NIOCore
import NIOEmbedded
import Testing

@testable import RPC

@Suite struct ServerCallsTests {
    private func withChannel(
        _ configure: (inout RPCServerConfiguration) -> Void = { _ in }, _ body: (ServerChannel) throws -> Void
    ) throws {
        let server = try ServerChannel(peer: "gateway", configure)
        defer { server.end() }
        _ = try server.lines()
        try body(server)
    }

    @Test func `An id in flight is refused, and is free again once answered`() throws {
        try withChannel { server in
            try server.call("slow.one", id: 1)
            try server.call("slow.two", id: 1)
            #expect(try server.answers() == ["1:-32600"])
            #expect(server.handler.started == ["slow.one"])
            server.finish("slow.one")
            try server.call("echo.now", id: 1)
            #expect(try server.answers() == ["1:ok", "1:ok"])
        }
    }

    @Test func `A call beyond the limit is shed with a reason and a delay, and a finished call makes room`() throws {
        try withChannel {
            $0.maximumInFlight = 2
        } _: { server in
            try server.call("slow.one", id: 1)
            try server.call("slow.two", id: 2)
            try server.call("slow.three", id: 3)
            let line = try #require(try server.lines().first)
            #expect(line.contains("\"code\":-32010"))
            #expect(line.contains("\"reason\":\"too-many-in-flight\""))
            #expect(line.contains("\"retryAfterMs\":100"))
            server.finish("slow.one")
            try server.call("echo.now", id: 4)
            #expect(try server.answers() == ["1:ok", "4:ok"])
        }
    }

    @Test func `The extra cost and the wait of a call precede its answer, to introduced processes only`() throws {
        let stranger = try ServerChannel()
        defer { stranger.end() }
        _ = try stranger.lines()
        try stranger.call("echo.costly", id: 1)
        #expect(try stranger.answers() == ["1:ok"])
        try withChannel { server in
            try server.call("echo.costly", id: 2)
            try server.call("echo.now", id: 3)
            try server.call("echo.late", id: 4)
            #expect(
                try server.lines() == [
                    #"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":2,"cost":7}}"#,
                    #"{"jsonrpc":"2.0","id":2,"result":{}}"#, #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
                    #"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":4,"cost":0,"waitedMs":12}}"#,
                    #"{"jsonrpc":"2.0","id":4,"result":{}}"#,
                ])
        }
    }

    @Test func `A call that is cancelled, overdue or cut off reports its cost before it ends, once`() throws {
        try withChannel {
            $0.drainTimeout = .seconds(1)
        } _: { server in
            let cost = { (id: Int) in #"{"jsonrpc":"2.0","method":"rpc.cost","params":{"id":\#(id),"cost":7}}"# }
            func expectEnd(of id: Int, code: Int) throws {
                let lines = try server.lines()
                #expect(lines.first == cost(id))
                #expect(lines.dropFirst().map(ServerChannel.summary) == ["\(id):\(code)"])
            }
            try server.call("slow.costly.1", id: 1)
            try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cancel\",\"params\":{\"id\":1}}\n")
            try expectEnd(of: 1, code: -32800)
            try server.call("slow.costly.2", id: 2, meta: "{\"timeoutMs\":100}")
            server.advance(.milliseconds(120))
            try expectEnd(of: 2, code: -32008)
            for call in 1...2 { server.finish("slow.costly.\(call)") }
            #expect(try server.lines().isEmpty)
            try server.call("slow.costly.3", id: 3, meta: "{\"timeoutMs\":5000}")
            server.registry.broadcast(.drain)
            #expect(try server.answers() == ["rpc.goaway"])
            server.advance(.milliseconds(1_020))
            try expectEnd(of: 3, code: -32009)
            server.finish("slow.costly.3")
        }
    }

    @Test func `A cancelled call ends at once, its task is cancelled, and a late result is dropped`() throws {
        try withChannel { server in
            try server.call("slow.one", id: 1)
            try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cancel\",\"params\":{\"id\":1}}\n")
            #expect(try server.answers() == ["1:-32800"])
            #expect(server.handler.cancelled == ["slow.one"])
            server.finish("slow.one")
            #expect(try server.answers() == [])
            #expect(server.observer.finished.map(\.code) == [.cancelled])
        }
    }

    @Test func `Cancelling another spelling of an id, an unknown id or nonsense has no effect`() throws {
        try withChannel { server in
            try server.send("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"slow.one\"}\n")
            try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cancel\",\"params\":{\"id\":\"b\"}}\n")
            #expect(try server.answers() == [])
            try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cancel\",\"params\":{}}\n")
            #expect(try server.answers() == ["null:-32602"])
            try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cancel\",\"params\":{\"id\":\"a\"}}\n")
            #expect(try server.answers() == ["\"a\":-32800"])
        }
    }

    @Test func `A cancelled task that does not end still counts against the limit`() throws {
        try withChannel {
            $0.maximumInFlight = 1
        } _: { server in
            try server.call("slow.one", id: 1)
            try server.send("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cancel\",\"params\":{\"id\":1}}\n")
            try server.call("slow.two", id: 2)
            #expect(try server.answers() == ["1:-32800", "2:-32010"])
            server.finish("slow.one")
            try server.call("echo.now", id: 3)
            #expect(try server.answers() == ["3:ok"])
        }
    }

    @Test func `An overdue call is answered with deadline-exceeded within 20 ms, and its task is cancelled`() throws {
        try withChannel { server in
            try server.call("slow.one", id: 1, meta: "{\"timeoutMs\":100}")
            server.advance(.milliseconds(99))
            #expect(try server.answers() == [])
            server.advance(.milliseconds(21))
            #expect(try server.answers() == ["1:-32008"])
            #expect(server.handler.cancelled == ["slow.one"])
            server.finish("slow.one")
            #expect(try server.answers() == [])
        }
    }

    @Test func `A call without a time limit gets the default, and one that asks for too much the maximum`() throws {
        try withChannel {
            $0.defaultTimeout = .seconds(3)
            $0.maximumTimeout = .seconds(10)
        } _: { server in
            try server.call("slow.default", id: 1)
            try server.call("slow.greedy", id: 2, meta: "{\"timeoutMs\":9007199254740992}")
            server.advance(.milliseconds(2_980))
            #expect(try server.answers() == [])
            server.advance(.milliseconds(40))
            #expect(try server.answers() == ["1:-32008"])
            server.advance(.milliseconds(6_960))
            #expect(try server.answers() == [])
            server.advance(.milliseconds(40))
            #expect(try server.answers() == ["2:-32008"])
        }
    }

    @Test func `No timer runs while no call is in flight`() throws {
        try withChannel { server in
            try server.call("echo.now", id: 1)
            server.advance(.milliseconds(40))
            // If a timer rearmed itself, this would never return.
            server.advance(.hours(24 * 365))
            #expect(server.channel.isActive)
        }
    }

    @Test func `Errors of a handler keep code, reason and details; any other error is internal`() throws {
        struct Bug: Error, CustomStringConvertible { let description = "password=hunter2" }
        try withChannel { server in
            try server.call("slow.one", id: 1)
            try server.call("slow.two", id: 2)
            server.finish(
                "slow.one",
                .failure(
                    RPCError(.conflict, reason: "slot-taken", details: Array("{\"next\":3}".utf8), cause: "secret")))
            server.finish("slow.two", .failure(Bug()))
            let lines = try server.lines()
            #expect(lines.map(ServerChannel.summary) == ["1:-32006", "2:-32603"])
            #expect(lines[0].contains("\"reason\":\"slot-taken\",\"details\":{\"next\":3}"))
            #expect(!lines.joined().contains("secret") && !lines.joined().contains("hunter2"))
            #expect(server.observer.finished.map { ($0.error as? Bug)?.description } == [nil, "password=hunter2"])
            #expect(server.observer.finished.map { ($0.error as? RPCError)?.cause } == ["secret", nil])
        }
    }

    @Test func `A result that is empty, too big or would break the line becomes an internal error`() throws {
        try withChannel {
            $0.maximumAnswerBytes = 20
        } _: { server in
            let results = ["{\n}", "{\r}", "", String(repeating: "1", count: 21)]
            for (id, result) in results.enumerated() {
                try server.call("slow.\(id)", id: id)
                server.finish("slow.\(id)", .success(result))
            }
            #expect(try server.answers() == ["0:-32603", "1:-32603", "2:-32603", "3:-32603"])
            try server.call("slow.ok", id: 9)
            server.finish("slow.ok", .success(String(repeating: "1", count: 20)))
            #expect(try server.answers() == ["9:ok"])
        }
    }

    @Test func `A closed connection cancels its calls and is forgotten once the last task has ended`() throws {
        let server = try ServerChannel()
        try server.call("slow.one", id: 1)
        try server.call("slow.two", id: 2)
        try server.channel.close().wait()
        #expect(Set(server.handler.cancelled) == ["slow.one", "slow.two"])
        #expect(server.observer.finished.map(\.code) == [.cancelled, .cancelled])
        #expect(server.registry.count == 1)
        server.finish("slow.one")
        #expect(server.registry.count == 1)
        server.finish("slow.two")
        #expect(server.registry.count == 0)
        #expect(server.registry.running == 0)
    }

    @Test func `A trace continues in a new span, and a missing or malformed one starts anew`() throws {
        try withChannel { server in
            let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            try server.call("slow.one", id: 1, meta: "{\"traceparent\":\"\(parent)\"}")
            try server.call("slow.two", id: 2, meta: "{\"traceparent\":\"00-zz\"}")
            let child = try #require(server.handler.context(of: "slow.one")?.trace)
            #expect(child.traceID == "0af7651916cd43dd8448eb211c80319c")
            #expect(child.traceparent != parent)
            #expect(child.isSampled, "the gateway decides which calls are traced")
            let root = try #require(server.handler.context(of: "slow.two")?.trace)
            #expect(root.traceID != child.traceID)
            server.finish("slow.one", .failure(RPCError(.notFound)))
            #expect(try #require(try server.lines().first).contains("\"traceId\":\"0af7651916cd43dd8448eb211c80319c\""))
        }
    }
}
