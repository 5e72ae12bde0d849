import NIOCore
import RPC
import Testing

@testable import Gateway

/// Tests of clients behind load balancers and proxies, over TCP.
@Suite(.timeLimit(.minutes(5))) struct BalancerTests {
    private static let get =
        #"{"jsonrpc":"2.0","id":1,"method":"museums.get","params":{"id":"x"},"meta":{"token":"TOKEN"}}"#

    private func seen(_ arguments: [String], header: [UInt8], fields: String) async throws -> [String?] {
        try await withGateway(arguments, answer: { _, _, _ in "1" }) { gateway, services in
            let token = try gateway.tokens.token()
            let lines = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"], preamble: header)
            try await lines.send(Self.get.replacing("TOKEN", with: token) + "\n")
            _ = try await lines.line()
            _ = try await lines.line()
            let http = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"], preamble: header)
            try await http.send(
                "GET /v1/museums/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\(fields)Connection: close\r\n\r\n"
            )
            #expect(try await http.untilClosed().contains("200 OK"))
            try await lines.close()
            return services.flatMap { $0.calls.map(\.context.remoteAddress) }
        }
    }

    @Test func `A balancer's header names the client, for lines and for HTTP`() async throws {
        let seen = try await seen(["--proxy-networks", "127.0.0.0/8"], header: ClientAddressTests.fromFour, fields: "")
        #expect(seen == ["203.0.113.7", "203.0.113.7"])
    }

    @Test func `X-Forwarded-For is trusted from our own proxies only`() async throws {
        let fields = "X-Forwarded-For: 198.51.100.9\r\n"
        let believed = try await seen(["--forwarded-networks", "127.0.0.1"], header: [], fields: fields)
        #expect(believed == ["127.0.0.1", "198.51.100.9"])
        let dropped = try await seen([], header: [], fields: fields)
        #expect(dropped == ["127.0.0.1", "127.0.0.1"])
    }

    @Test func `A balancer's connection that ends before its header frees its place`() async throws {
        let arguments = ["--proxy-networks", "127.0.0.1", "--limits-handshakes", "1"]
        try await withGateway(arguments) { gateway, _ in
            let broken = try await TestClient.connect(port: gateway.port, tls: false)
            try await broken.send("GET / HTTP/1.1\r\n\r\n")
            #expect(try await broken.untilClosed().isEmpty)
            // The gateway releases the place a moment after the connection has ended.
            var isIn = false
            while !isIn {
                let next = try await TestClient.connect(
                    port: gateway.port, alpn: ["ndjson-rpc/1"], preamble: ClientAddressTests.fromFour)
                isIn = (try? await next.line()) != nil
                try await next.close()
            }
        }
    }

    @Test func `A balancer's connection without a header is closed, and each client has its own limits`() async throws {
        let arguments = ["--proxy-networks", "127.0.0.1", "--limits-address-connections", "1"]
        try await withGateway(arguments, answer: { _, _, _ in "1" }) { gateway, _ in
            await #expect(throws: (any Error).self) {
                let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
                _ = try await client.line()
            }
            var other = ClientAddressTests.fromFour
            other[19] = 8
            let first = try await TestClient.connect(
                port: gateway.port, alpn: ["ndjson-rpc/1"], preamble: ClientAddressTests.fromFour)
            _ = try await first.line()
            let second = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"], preamble: other)
            _ = try await second.line()
            let third = try await TestClient.connect(
                port: gateway.port, alpn: ["ndjson-rpc/1"], preamble: ClientAddressTests.fromFour)
            _ = try await third.line()
            #expect(try await first.untilClosed().isEmpty)
            for client in [second, third] { try await client.close() }
        }
    }
}
