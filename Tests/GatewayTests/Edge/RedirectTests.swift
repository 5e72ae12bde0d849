import Glibc
import ServiceRuntime
import TestSupport
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct RedirectTests {
    private static func answer(_ request: String, _ arguments: [String] = []) async throws -> String {
        try await withGateway(arguments) { gateway, _ in
            let client = try await TestClient.connect(port: gateway.redirectPort, tls: false)
            try await client.send(request)
            return try await client.untilClosed()
        }
    }

    @Test func `A browser is redirected to the configured address for any Host`() async throws {
        let answer = try await Self.answer(
            "GET /map?zoom=3 HTTP/1.1\r\nHost: evil.example\r\n\r\n", ["--public-address", "vokol.by"])
        #expect(answer.hasPrefix("HTTP/1.1 308 Permanent Redirect\r\nLocation: https://vokol.by/map?zoom=3\r\n"))
        #expect(!answer.contains("evil"))
    }

    @Test(arguments: [
        "GET /v1/museums", "POST /rpc", "GET /v1", "GET /rpc?x", "GET //v1/me", "GET /%76%31/me", "POST /rpc/",
        "GET /./v1/me", "GET /x/../v1/me", "GET /%2e%2E/v1%2Fme", "GET /V1/me", "GET \\v1\\me", "GET /v1?x",
    ])
    func `A call without TLS is forbidden in every notation of its path`(line: String) async throws {
        #expect(try await Self.answer("\(line) HTTP/1.1\r\nHost: x\r\n\r\n").hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    }

    @Test(arguments: ["/v10", "/x/v1", "/v1/..", "/%zz", "/?/v1", "/rpcs"])
    func `A path that only resembles a call is redirected`(target: String) async throws {
        #expect(try await Self.answer("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n").hasPrefix("HTTP/1.1 308 "))
    }

    @Test(arguments: ["\u{16}", "{", " ", "\r\n\u{0}"])
    func `A first byte that begins no request closes the connection at once`(text: String) async throws {
        #expect(try await Self.answer(text, ["--timeouts-head", "1h"]).isEmpty)
    }

    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: x\r\n\r\n", "GET https://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "{\"jsonrpc\":\"2.0\"}\r\n\r\n", "GET / HTTP/1.1\nHost: x\n\n",
    ])
    func `Anything else is closed without an answer`(request: String) async throws {
        #expect(try await Self.answer(request).isEmpty)
    }

    @Test func `A gateway without a plain port closes the one it inherits, so that it can take over`() async throws {
        let inherited = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #expect(inherited >= 0)
        let (listeners, tokens) = (Listeners(inherited: ["redirect": inherited]), TestTokens())
        try await withReplicas([TestService(keys: [tokens.published]) { _, params, _ in params }]) { replicas in
            try await withGateway(
                ["--redirect-port", "-1"], tokens: tokens, replicas: "127.0.0.1:\(replicas[0].port)",
                listeners: listeners
            ) { gateway in
                try await Processes.wait("the end of the inherited port") { !listeners.hasInherited }
                #expect(gateway.redirectPort == 0)
            }
        }
    }
}
