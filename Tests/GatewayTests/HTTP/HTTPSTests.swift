import Contract
import Foundation
import RPC
import Testing
import Wire

@testable import Gateway

/// A parsed response.
private struct ParsedResponse {
    var status: Int
    var fields: [String: String]
    var body: String
}

extension TestClient {
    fileprivate func answer(toHead: Bool = false) async throws -> ParsedResponse {
        let head = try await text(upTo: "\r\n\r\n").split(separator: "\r\n").map(String.init)
        var fields: [String: String] = [:]
        for field in head.dropFirst() {
            guard let colon = field.firstIndex(of: ":") else { continue }
            fields[field[..<colon].lowercased()] =
                field[field.index(after: colon)...].drop(while: { $0 == " " }).description
        }
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        let body = toHead ? "" : try await text(count: length)
        return ParsedResponse(
            status: head[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, fields: fields, body: body
        )
    }
}

@Suite(.timeLimit(.minutes(5))) struct HTTPSTests {
    @Test func `A GET becomes a typed call, and its result the body of a complete response`() async throws {
        try await withGateway(answer: { _, _, _ in #"{"items":[]}"# }) { gateway, services in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"])
            let token = try gateway.tokens.token()
            try await client.send(
                "GET /v1/museums?query=%D0%B7%D0%B0%D0%BC%D0%BE%D0%BA&limit=5 HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\nAccept-Language: be\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 200)
            #expect(answer.body == #"{"items":[]}"#)
            let call = try #require(services[0].calls.first)
            #expect(call.method == "museums.search")
            #expect(call.params == #"{"query":"замок","limit":5}"#)
            #expect(call.context.locale == "be")
            #expect(call.context.principal?.sub == "019ab3c4-5d6e-7f80-9123-456789abcdef")
            #expect(answer.fields["content-type"] == "application/json")
            #expect(answer.fields["x-request-id"] == call.context.trace.traceID)
            #expect(answer.fields["traceparent"]?.hasPrefix("00-\(call.context.trace.traceID)-") == true)
            #expect(answer.fields["ratelimit-policy"] == #""user";q=40;w=2"#)
            #expect(answer.fields["ratelimit"] == #""user";r=38;t=1"#)
            #expect(answer.fields["cache-control"] == "private, max-age=60")
            #expect(answer.fields["vary"] == "Accept-Language, Authorization")
            #expect(answer.fields["strict-transport-security"] != nil)
            #expect(answer.fields["x-content-type-options"] == "nosniff")
            #expect(answer.fields["date"]?.hasSuffix(" GMT") == true)

            let tag = try #require(answer.fields["etag"])
            try await client.send(
                "GET /v1/museums HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nIf-None-Match: \(tag)\r\n\r\n"
            )
            let again = try await client.answer()
            #expect(again.status == 304)
            #expect(again.fields["content-length"] == nil)
            #expect(again.fields["etag"] == tag)
            try await client.close()
        }
    }

    @Test func `Pipelined requests are answered in order, a HEAD without a body`() async throws {
        try await withGateway(answer: { _, params, _ in params }) { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port)
            let token = try gateway.tokens.token()
            var bytes = ""
            for index in 0..<10 {
                let verb = index == 3 ? "HEAD" : "GET"
                bytes += "\(verb) /v1/museums/m\(index) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n"
            }
            try await client.send(bytes)
            for index in 0..<10 {
                let answer = try await client.answer(toHead: index == 3)
                #expect(answer.status == 200)
                if index == 3 {
                    #expect(answer.fields["content-length"] == "11")
                } else {
                    #expect(answer.body == #"{"id":"m\#(index)"}"#)
                }
            }
            try await client.close()
        }
    }

    @Test
    func
        `A chunked body with line breaks between tokens reaches the service as one line`()
        async throws
    {
        try await withGateway(answer: { _, params, _ in params }) { gateway, services in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"])
            let head = "POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            try await client.send(head + "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.text(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            let body = "{\"email\":\r\n\"a@b.by\",\n{}"
            try await client.send("9\r\n{\"email\":\r\n")
            try await client.send("D\r\n\r\n\"a@b.by\",\r\n\r\n")
            try await client.send("11\r\n\"password\":\n\"x\"}\n\r\n0\r\n\r\n")
            let answer = try await client.answer()
            #expect(answer.status == 200, "\(answer) \(body)")
            #expect(services[0].calls.first?.params == #"{"email":  "a@b.by",  "password": "x"}"#)
            #expect(answer.fields["cache-control"] == "no-store")
            try await client.close()
        }
    }

    @Test func `JSON-RPC over HTTP returns the client's id with results and errors`() async throws {
        try await withGateway(answer: { method, params, _ in
            if method == "museums.get" { throw RPCError(.notFound) }
            return params
        }) { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"])
            let token = try gateway.tokens.token()
            func post(_ body: String) async throws -> ParsedResponse {
                try await client.send(
                    "POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=utf-8\r\n"
                        + "Authorization: Bearer \(token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                return try await client.answer()
            }
            let result = try await post(#"{"jsonrpc":"2.0","id":7,"method":"museums.suggest","params":{"prefix":"а"}}"#)
            #expect(result.status == 200)
            #expect(result.body == #"{"jsonrpc":"2.0","id":7,"result":{"prefix":"а"}}"#)
            let error = try await post(#"{"jsonrpc":"2.0","id":"x","method":"museums.get","params":{"id":"none"}}"#)
            #expect(error.status == 404)
            #expect(error.body.hasPrefix(#"{"jsonrpc":"2.0","id":"x","error":{"code":-32004,"#))
            let unknown = try await post(#"{"jsonrpc":"2.0","id":1,"method":"auth.revocations","params":{}}"#)
            #expect(unknown.body.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"#))
            let notification = try await post(#"{"jsonrpc":"2.0","method":"museums.get","params":{"id":"x"}}"#)
            #expect(notification.body.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#))
            let broken = try await post(#"{"jsonrpc":"2.0","id":1"#)
            #expect(broken.status == 400)
            try await client.close()
        }
    }

    @Test func `Errors are problems, with the header fields of their status`() async throws {
        try await withGateway { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"])
            func get(_ target: String, _ fields: String = "", verb: String = "GET") async throws -> ParsedResponse {
                try await client.send("\(verb) \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
                return try await client.answer()
            }
            let stranger = try await get("/v1/museums")
            #expect(stranger.status == 401)
            #expect(stranger.fields["content-type"] == "application/problem+json")
            #expect(stranger.fields["www-authenticate"] == #"Bearer realm="vokol""#)
            #expect(stranger.body.contains(#""type":"/problems/unauthenticated""#))
            let forged = try await get("/v1/museums", "Authorization: Bearer a.b.c\r\n")
            #expect(forged.status == 401)
            #expect(forged.fields["www-authenticate"] == #"Bearer realm="vokol", error="invalid_token""#)
            #expect(try await get("/v1/nowhere").status == 404)
            let wrongVerb = try await get("/v1/museums", verb: "DELETE")
            #expect(wrongVerb.status == 405)
            #expect(wrongVerb.fields["allow"] == "GET, HEAD")
            let token = try gateway.tokens.token()
            let unknown = try await get("/v1/museums?colour=red", "Authorization: Bearer \(token)\r\n")
            #expect(unknown.status == 422)
            #expect(unknown.body.contains(#""pointer":"/colour""#))
            #expect(try await get("/openapi.json").body.contains(#""openapi":"3.1"#))
            try await client.close()
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n\r\n",
        "POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "\u{16}\u{3}\u{1}garbage\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "POST /rpc HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n",
    ])
    func `An unreadable request is answered once, and the connection is closed`(text: String) async throws {
        try await withGateway { gateway, services in
            let client = try await TestClient.connect(port: gateway.port)
            try await client.send(text + "GET /v1/museums HTTP/1.1\r\nHost: x\r\n\r\n")
            let all = try await client.untilClosed()
            #expect(all.hasPrefix("HTTP/1.1 400") || all.hasPrefix("HTTP/1.1 413"))
            #expect(all.contains("\r\nConnection: close\r\n"))
            #expect(all.components(separatedBy: "HTTP/1.1 4").count == 2)
            #expect(services[0].calls.isEmpty)
        }
    }

    @Test func `A signed notification reaches its service byte for byte, in any framing`() async throws {
        let body = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }
        try await withGateway(answer: { _, _, _ in "{}" }) { gateway, services in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["http/1.1"])
            let head =
                "POST /v1/payments/notifications HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/xml\r\n"
                + "Content-Signature: 0f\r\nX-Note: a\r\nX-Note: b\r\nCookie: c=d\r\n"
            try await client.send(Array("\(head)Content-Length: 40000\r\n\r\n".utf8) + body)
            #expect(try await client.answer().status == 200)
            try await client.send(Array("\(head)Transfer-Encoding: chunked\r\n\r\n9C40\r\n".utf8) + body)
            try await client.send("\r\n0\r\n\r\n")
            #expect(try await client.answer().status == 200)
            let calls = services[0].calls
            #expect(calls.map(\.method) == ["booking.notifyPayment", "booking.notifyPayment"])
            var headers = ["content-type": "application/xml", "content-signature": "0f", "x-note": "a, b"]
            let requests = try calls.map { try JSONCoding.decode(RawRequest.self, from: Array($0.params.utf8)) }
            #expect(requests.last == RawRequest(headers: headers, body: body))
            headers["content-length"] = "40000"
            #expect(requests.first == RawRequest(headers: headers, body: body))
        }
    }

    @Test func `Connection: close and HTTP/1.0 end the connection after the answer`() async throws {
        try await withGateway { gateway, _ in
            for head in [
                "GET /openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /openapi.json HTTP/1.0\r\n\r\n",
            ] {
                let client = try await TestClient.connect(port: gateway.port)
                try await client.send(head)
                let all = try await client.untilClosed()
                #expect(all.hasPrefix("HTTP/1.1 200"))
                #expect(all.hasSuffix("}"))
            }
        }
    }
}
