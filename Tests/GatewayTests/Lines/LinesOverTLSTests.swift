import RPC
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct LinesOverTLSTests {
    @Test func `A call travels over TLS to a service and its result back, byte for byte`() async throws {
        try await withGateway { gateway, services in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            #expect(try await client.line().contains(#""method":"rpc.hello""#))
            let token = try gateway.tokens.token()
            try await client.send(
                #"{"jsonrpc":"2.0","id":"a 1","method":"museums.get","params":{"id" : "x"},"meta":{"token":"\#(token)"}}"#
                    + "\n")
            #expect(try await client.line() == #"{"jsonrpc":"2.0","id":"a 1","result":{"id" : "x"}}"#)
            let call = try #require(services[0].calls.first)
            #expect(call.method == "museums.get")
            #expect(call.context.principal?.sub == "019ab3c4-5d6e-7f80-9123-456789abcdef")
            #expect(call.context.remoteAddress == "127.0.0.1")
            try await client.close()
        }
    }
}
