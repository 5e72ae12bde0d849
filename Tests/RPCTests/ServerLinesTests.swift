import NIOCore
import NIOEmbedded
import Testing

@testable import RPC

@Suite struct ServerLinesTests {
    private func withChannel(
        peer: String? = "gateway", _ configure: (inout RPCServerConfiguration) -> Void = { _ in },
        _ body: (ServerChannel) throws -> Void
    ) throws {
        let server = try ServerChannel(peer: peer, configure)
        defer { server.end() }
        try body(server)
    }

    @Test func `The first line is a greeting with the protocol version and the server's limits`() throws {
        try withChannel { server in
            let expected =
                "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.hello\",\"params\":{\"protocol\":1,\"server\":\"museums\","
                + "\"time\":\"1970-01-01T00:00:00Z\",\"limits\":{\"inFlight\":1024,\"lineBytes\":69632,"
                + "\"answerBytes\":1048576}}}"
            let lines = try server.lines()
            #expect(lines == [expected])
        }
    }

    @Test func `Ids are returned byte for byte`() throws {
        try withChannel { server in
            _ = try server.lines()
            for id in ["7", "-7", "0", "9007199254740992", "\"a\"", "\"\\u0061\"", "\"\"", "\"я\""] {
                try server.send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"echo.now\",\"params\":{\"n\":1}}\n")
                #expect(try server.lines() == ["{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":{\"n\":1}}"])
            }
        }
    }

    @Test func `A line may arrive in any pieces`() throws {
        let line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo.now\",\"params\":{\"t\":\"замок\"}}\r\n"
        let bytes = Array(line.utf8)
        for position in 1..<bytes.count {
            try withChannel { server in
                _ = try server.lines()
                try server.send(bytes: Array(bytes[..<position]))
                try server.send(bytes: Array(bytes[position...]))
                #expect(
                    try server.lines() == ["{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"t\":\"замок\"}}"],
                    "split at \(position)")
            }
        }
    }

    @Test func `Answers to one read are written together`() throws {
        try withChannel { server in
            _ = try server.lines()
            let line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo.now\"}\n"
            try server.send(String(repeating: "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.ping\"}\n", count: 3) + line)
            let first = try #require(try server.channel.readOutbound(as: ByteBuffer.self))
            let pongs = String(buffer: first).split(separator: "\n").map { ServerChannel.summary(String($0)) }
            #expect(pongs == ["rpc.pong", "rpc.pong", "rpc.pong"])
            #expect(try server.answers() == ["1:ok"])
        }
    }

    @Test(arguments: [
        ("garbage", "null:-32700"), ("{", "null:-32700"), ("{\"a\":\u{1}}", "null:-32700"),
        ("[]", "null:-32600"), ("17", "null:-32600"), ("{}", "null:-32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":4}", "4:-32600"),
        ("{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"a.b\"}", "5:-32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"a.b\"}", "null:-32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"a.b\"}", "null:-32600"),
        ("{\"jsonrpc\":\"2.0\",\"method\":\"a.b\"}", "null:-32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{}}", "6:-32600"),
        ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"rpc.unknown\"}", "7:-32601"),
        ("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"a.b\",\"meta\":{\"timeoutMs\":0}}", "8:-32600"),
    ])
    func `Anything but a call is refused with its code, and the connection stays open`(
        line: String, expected: String
    ) throws {
        try withChannel { server in
            _ = try server.lines()
            try server.send(line + "\n")
            #expect(try server.answers() == [expected])
            try server.call("echo.now", id: 99)
            #expect(try server.answers() == ["99:ok"])
            #expect(server.observer.refused.count == 1)
        }
    }

    @Test func `Invalid UTF-8 is a parse error`() throws {
        try withChannel { server in
            _ = try server.lines()
            try server.send(bytes: Array("{\"jsonrpc\":\"2.0\",\"id\":\"".utf8) + [0xC3, 0x28] + Array("\"}\n".utf8))
            #expect(try server.answers() == ["null:-32700"])
        }
    }

    @Test func `A refusal names the position and never repeats the line`() throws {
        try withChannel { server in
            _ = try server.lines()
            try server.send("{\"secret\" 1}\n")
            let line = try #require(try server.lines().first)
            #expect(!line.contains("secret"))
            #expect(line.contains("\"type\":\"/problems/parse-error\",\"isRetryable\":false,\"traceId\":\""))
            #expect(line.contains(#""errors":[{"pointer":"","rule":"malformed","limits":{"byte":10},"detail":""#))
            #expect(line.contains("(byte 10)"))
        }
    }

    @Test func `Blank lines are ignored`() throws {
        try withChannel { server in
            _ = try server.lines()
            try server.send("\n\r\n  \t\r\n")
            #expect(try server.lines() == [])
            #expect(server.observer.refused == [])
        }
    }

    @Test func `A line that is too long is answered once and dropped, and the next line is read`() throws {
        // An introduction would be too long itself.
        try withChannel(peer: nil) {
            $0.maximumLineBytes = 100
            $0.strangerIdleTime = .seconds(3_600)
        } _: { server in
            _ = try server.lines()
            // The byte after the limit may be the CR of a CR LF.
            try server.send(String(repeating: "x", count: 102))
            #expect(try server.answers() == ["null:-32007"])
            for _ in 0..<50 { try server.send(String(repeating: "y", count: 100)) }
            try server.send("zzz\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo.now\"}\n")
            #expect(try server.answers() == ["1:ok"])
            #expect(server.channel.isActive)
        }
    }

    @Test func `A second overlong line within a minute closes the connection, a later one does not`() throws {
        // An introduction would be too long itself.
        try withChannel(peer: nil) {
            $0.maximumLineBytes = 100
            $0.strangerIdleTime = .seconds(3_600)
        } _: { server in
            let long = String(repeating: "x", count: 150) + "\n"
            _ = try server.lines()
            try server.send(long)
            server.advance(.seconds(60))
            try server.send(long)
            #expect(try server.answers() == ["null:-32007", "null:-32007"])
            #expect(server.channel.isActive)
            server.advance(.seconds(59))
            try server.send(long + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo.now\"}\n")
            #expect(try server.answers() == ["null:-32007"])
            #expect(!server.channel.isActive)
            #expect(server.observer.closed == [.protocolViolation])
        }
    }

    @Test func `A line that takes more than ten seconds closes the connection`() throws {
        try withChannel { server in
            _ = try server.lines()
            try server.send("{\"jsonrpc\":\"2.0\",")
            server.advance(.seconds(9))
            try server.send("\"id\":1,")
            #expect(server.channel.isActive)
            server.advance(.seconds(1))
            #expect(try server.answers() == ["null:-32600"])
            #expect(!server.channel.isActive)
            #expect(server.observer.closed == [.slowLine])
        }
    }

    @Test func `The time of a line counts from its own first byte, not from the line before`() throws {
        try withChannel { server in
            try server.send("\n{\"jsonrpc\"")
            server.advance(.seconds(9))
            try server.send(":\"2.0\",\"id\":1,\"method\":\"echo.now\"}\n{")
            server.advance(.seconds(9))
            try server.send("}\n")
            #expect(server.channel.isActive)
            server.advance(.seconds(60))
            #expect(server.channel.isActive)
        }
    }

    @Test func `A ping is answered by a pong, and as a call by a result`() throws {
        try withChannel { server in
            _ = try server.lines()
            try server.send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.ping\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"rpc.pong\"}\n")
            try server.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.ping\"}\n")
            #expect(
                try server.lines() == [
                    "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.pong\"}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                ])
        }
    }
}
