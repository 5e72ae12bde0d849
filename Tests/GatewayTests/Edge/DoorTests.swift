import Contract
import NIOSSL
import Testing

@testable import Gateway

/// Tests of connections before their first call.
@Suite(.timeLimit(.minutes(5))) struct DoorTests {
    @Test func `Without ALPN the first byte selects the protocol, and the greeting follows`() async throws {
        try await withGateway { gateway, _ in
            let lines = try await TestClient.connect(port: gateway.port)
            try await lines.send("\n")
            #expect(try await lines.line().contains("rpc.hello"))
            try await lines.close()
            let http = try await TestClient.connect(port: gateway.port)
            try await http.send("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await http.text(upTo: "\r\n") == "HTTP/1.1 404 Not Found\r\n")
            try await http.close()
        }
    }

    @Test func `ALPN follows the client's preference and ignores unknown protocols`() async throws {
        try await withGateway { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["spdy/3", "ndjson-rpc/1"])
            #expect(try await client.line().contains("rpc.hello"))
            try await client.close()
        }
    }

    @Test func `Plaintext on the TLS port is closed and never answered in plaintext`() async throws {
        try await withGateway { gateway, services in
            let client = try await TestClient.connect(port: gateway.port, tls: false)
            try await client.send(#"{"jsonrpc":"2.0","id":1,"method":"museums.get","params":{}}"# + "\n")
            let output = try await client.untilClosed()
            // At most a TLS alert arrives.
            #expect(output.utf8.count < 32)
            #expect(!output.contains("jsonrpc"))
            #expect(services[0].calls.isEmpty)
        }
    }

    @Test func `A client that does not finish the handshake in time is disconnected`() async throws {
        try await withGateway(["--timeouts-handshake", "100ms"]) { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, tls: false)
            #expect(try await client.untilClosed().isEmpty)
        }
    }

    @Test func `TLS 1.2 is accepted only if the setting allows it`() async throws {
        try await withGateway { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, maximumVersion: .tlsv12)
            #expect(try await client.untilClosed().isEmpty)
        }
        try await withGateway(["--tls-minimum", "1.2"]) { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, maximumVersion: .tlsv12)
            try await client.send("\n")
            #expect(try await client.line().contains("rpc.hello"))
            try await client.close()
        }
    }

    @Test func `A connection beyond an address's limit takes the place of one that is idle`() async throws {
        try await withGateway(["--limits-address-connections", "2"]) { gateway, _ in
            let first = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            let second = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            _ = try await first.line()
            _ = try await second.line()
            let third = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            #expect(try await third.line().contains("rpc.hello"))
            #expect(try await first.untilClosed().isEmpty)
            for client in [second, third] { try await client.close() }
        }
    }

    @Test func `If all of an address's connections are in use, a further one is closed at once`() async throws {
        let arguments = ["--limits-address-connections", "1", "--timeouts-unused", "1h"]
        try await withGateway(arguments) { gateway, _ in
            let first = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"])
            try await first.send("GET /v1/events?topics=slots:2026-11-23 HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try await first.text(upTo: "event: ready")
            // The second may be admitted, because the first declines only afterwards to close for it.
            let second = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            let third = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            #expect(try await third.untilClosed().isEmpty)
            gateway.parts.loops.eachLater { $0.hub.deliver(.resync(.booking)) }
            _ = try await first.text(upTo: "event: resync")
            for client in [first, second] { try await client.close() }
        }
    }

    @Test(arguments: [
        (["127.0.0.2", "127.0.0.3", "127.0.0.4"], "127.0.0.5"), (["127.0.0.2", "127.0.0.3", "127.0.0.4"], "127.0.9.1"),
        (["127.0.1.2", "127.0.2.3", "127.0.3.4"], "127.0.9.1"),
    ])
    func `Three addresses that hold all connections without a call keep no fourth one out`(
        addresses: [String], victim: String
    ) async throws {
        let arguments = [
            "--limits-connections", "40", "--limits-address-connections", "16", "--access-open", "museums",
        ]
        try await withGateway(arguments, answer: { _, _, _ in "1" }) { gateway, _ in
            func hold() async throws -> [TestClient] {
                var held: [TestClient] = []
                for number in 0..<60 {
                    let holder = try await TestClient.connect(
                        port: gateway.port, alpn: ["ndjson-rpc/1"], from: addresses[number % 3])
                    // One of these may be refused while the connection that makes room for it is still closing.
                    if (try? await holder.line()) != nil { held.append(holder) }
                }
                #expect(held.count > 40)
                return held
            }
            let before = try await hold()
            let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"], from: victim)
            _ = try await client.line()
            for id in 1...3 {
                try await client.send(
                    #"{"jsonrpc":"2.0","id":\#(id),"method":"museums.get","params":{"id":"x"}}"# + "\n")
                #expect(try await client.line() == #"{"jsonrpc":"2.0","id":\#(id),"result":1}"#)
                for holder in try await hold() { try await holder.close() }
            }
            for holder in before { try await holder.close() }
            try await client.close()
        }
    }

    @Test func `Silent connections use up an address's share of handshakes, and none of the plain port`()
        async throws
    {
        let arguments = ["--limits-address-handshakes", "1", "--timeouts-handshake", "1h"]
        try await withGateway(arguments) { gateway, _ in
            let silent = try await TestClient.connect(port: gateway.port, tls: false)
            let next = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            #expect(try await next.untilClosed().isEmpty)
            let browser = try await TestClient.connect(port: gateway.redirectPort, tls: false)
            try await browser.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await browser.untilClosed().hasPrefix("HTTP/1.1 308 "))
            try await silent.close()
        }
    }

    @Test func `An address that holds all handshakes of a port loses one to another address`() async throws {
        try await withGateway(["--limits-handshakes", "2", "--timeouts-head", "1h"]) { gateway, _ in
            func hold(_ port: Int, _ connections: Connections) async throws -> [TestClient] {
                var held: [TestClient] = []
                for number in 1...2 {
                    held.append(try await TestClient.connect(port: port, tls: false, from: "127.0.1.2"))
                    while connections.open < number { await Task.yield() }
                }
                return held
            }
            let listener = gateway.parts.listener
            let silent = try await hold(gateway.port, listener.connections)
            let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"], from: "127.0.9.1")
            #expect(try await client.line().contains("rpc.hello"))
            #expect(try await silent[0].untilClosed().isEmpty)
            let browsers = try await hold(gateway.redirectPort, listener.redirectConnections)
            let browser = try await TestClient.connect(port: gateway.redirectPort, tls: false, from: "127.0.9.1")
            try await browser.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await browser.untilClosed().hasPrefix("HTTP/1.1 308 "))
            #expect(try await browsers[0].untilClosed().isEmpty)
            for open in [silent[1], browsers[1], client] { try await open.close() }
        }
    }

    @Test func `Silent connections on the plain port do not affect the TLS port`() async throws {
        try await withGateway(["--limits-handshakes", "1"]) { gateway, _ in
            let silent = try await TestClient.connect(port: gateway.redirectPort, tls: false)
            while gateway.parts.listener.redirectConnections.open == 0 { await Task.yield() }
            let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            #expect(try await client.line().contains("rpc.hello"))
            try await client.close()
            try await silent.close()
        }
    }
}
