import TestSupport
import Testing

@testable import Gateway

/// Tests of the connections that a drain finds in their handshake.
@Suite(.timeLimit(.minutes(5))) struct DrainTests {
    /// Connects, begins the drain, and only then begins the handshake.
    private func connect(_ gateway: TestGateway, alpn: [String]) async throws -> TestClient {
        let client = try await TestClient.connect(port: gateway.port, tls: false)
        try await Processes.wait("the connection") { gateway.parts.listener.connections.open == 1 }
        await gateway.drain()
        try await Processes.wait("the drain") { await gateway.isDraining() }
        try await client.startTLS(alpn: alpn)
        return client
    }

    @Test(arguments: [["http/1.1"], []])
    func `A request on a connection that was in its handshake is answered`(alpn: [String]) async throws {
        try await withGateway { gateway, _ in
            let client = try await connect(gateway, alpn: alpn)
            try await client.send("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
            let head = try await client.text(upTo: "\r\n\r\n")
            #expect(head.hasPrefix("HTTP/1.1 404 ") && head.contains("\r\nConnection: close\r\n"))
            _ = try await client.untilClosed()
        }
    }

    @Test func `A call over lines on a connection that was in its handshake is answered`() async throws {
        try await withGateway { gateway, _ in
            let client = try await connect(gateway, alpn: ["ndjson-rpc/1"])
            #expect(try await client.line().contains("rpc.hello"))
            #expect(try await client.line().contains("rpc.goaway"))
            try await client.send(#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks"}"# + "\n")
            #expect(try await client.line().contains(#""id":1,"result":"#))
            try await client.close()
        }
    }
}
