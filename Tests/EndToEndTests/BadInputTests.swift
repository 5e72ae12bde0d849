import Crypto
import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Tests that bad input causes an error, but neither ends a process nor affects the answers of other calls.
    @Suite struct BadInput {
        private func lines() async throws -> Wire {
            let instance = try await Instances.plain.value
            return try await Wire(
                port: instance.port, authority: instance.authorityFile, protocols: ["ndjson-rpc/1"])
        }

        private func http() async throws -> Wire {
            let instance = try await Instances.plain.value
            return try await Wire(port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
        }

        private func token() async throws -> String {
            let instance = try await Instances.plain.value
            return try await LineClient(instance).signIn(instance.demonstrationAccount())
        }

        /// Checks that the processes are those that were started, and that they answer.
        private func expectUnharmed(_ before: [Int32?]) async throws {
            let instance = try await Instances.plain.value
            #expect(try instance.parts().map(\.pid) == before)
            #expect(try await lines().call("auth.jwks")["result"]["keys"].items.isEmpty == false)
        }

        private func pids() async throws -> [Int32?] { try await Instances.plain.value.parts().map(\.pid) }

        @Test(arguments: [
            ("{nonsense", -32700), (#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks""#, -32700),
            (#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks"} x"#, -32700), ("[]", -32600),
            (#"[{"jsonrpc":"2.0","id":1,"method":"auth.jwks"}]"#, -32600),
            (#"{"id":1,"method":"auth.jwks"}"#, -32600),
            (#"{"jsonrpc":"1.0","id":1,"method":"auth.jwks"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"auth.jwks"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"\u006dethod":"auth.jwks"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks","more":1}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"auth.jwks"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"auth.jwks"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks","params":[]}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks","meta":{"locale":"a","locale":"b"}}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"no.such"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"rpc.nonsense"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"auth.login","params":{"email":"a@b.cd","password":1}}"#, -32602),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"auth.login","params":{"email":"a@b.cd","email":"x@b.cd","password":"p"}}"#,
                -32602
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"auth.login","params":{"email":"a@b.cd","password":"p","x":1}}"#,
                -32602
            ),
        ])
        func `A line that is not a call is answered with its error, and the connection stays open`(
            line: String, code: Int
        )
            async throws
        {
            let before = try await pids()
            let lines = try await lines()
            let answer = try await lines.ask(line)
            #expect(answer["error"]["code"].int == code, "\(answer)")
            #expect(try await lines.call("auth.jwks")["result"] != .null)
            try await expectUnharmed(before)
        }

        @Test func `Nesting is a parse error from depth 33 on`() async throws {
            let lines = try await lines()
            // The line itself and `params` are two levels.
            func call(_ depth: Int) -> String {
                let nested = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
                return #"{"jsonrpc":"2.0","id":1,"method":"auth.jwks","params":{"x":\#(nested)}}"#
            }
            #expect(try await lines.ask(call(33))["error"]["code"].int == -32700)
            #expect(try await lines.ask(call(32))["error"]["code"].int == -32602)
            #expect(try await lines.ask(call(20_000))["error"]["code"].int == -32700)
        }

        @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
        func `Invalid UTF-8 is a parse error`(bytes: [UInt8]) async throws {
            let lines = try await lines()
            try await lines.send(
                Array(#"{"jsonrpc":"2.0","id":1,"method":"museums.search","params":{"query":""#.utf8) + bytes
                    + Array("\"}}\n".utf8))
            #expect(try await lines.answer()["error"]["code"].int == -32700)
        }

        @Test
        func
            `A line that is too long is answered without an id; a second one ends the connection`()
            async throws
        {
            let before = try await pids()
            let lines = try await lines()
            let long =
                #"{"jsonrpc":"2.0","id":1,"method":"auth.jwks","params":{"x":""#
                + String(repeating: "a", count: 100_000) + "\"}}"
            let answer = try await lines.ask(long)
            #expect(answer["error"]["code"].int == -32007 && answer["id"] == .null)
            #expect(try await lines.call("auth.jwks")["result"] != .null)
            try await lines.send(long + "\n")
            let rest = try await lines.rest()
            #expect(rest.contains("-32007"))
            try await expectUnharmed(before)
        }

        @Test func `A connection closed in the middle of a line affects no other call`() async throws {
            let before = try await pids()
            let lines = try await lines()
            try await lines.send(#"{"jsonrpc":"2.0","id":1,"meth"#)
            await lines.close()
            try await expectUnharmed(before)
        }

        @Test
        func `A pretty-printed body is one call, and a line break in a string cannot inject another`()
            async throws
        {
            let token = try await token()
            let wire = try await http()
            // Raw line breaks between tokens are legal JSON, but would end a line on the way to the service.
            let second = #"{"jsonrpc":"2.0","id":7,"method":"auth.jwks","params":{}}"#
            let body = "{\n\"email\"\r\n:\n\"a@b.cd\",\n\"password\": \"x\"\n}"
            let pretty = try #require(
                try await wire.http(
                    "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"))
            #expect(pretty.status == 403 && pretty.json["reason"] == .string("credentials-wrong"), "\(pretty)")
            // Inside a string, a raw line break is not valid JSON.
            let smuggled = "{\"email\":\"a@b.cd\n\(second)\n\",\"password\":\"x\"}"
            let refused = try #require(
                try await wire.http(
                    "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(smuggled.utf8.count)\r\n\r\n\(smuggled)"))
            #expect(refused.status == 400, "\(refused)")
            // The next answer, on the connection and on the gateway's links, belongs to the next call.
            let me = try #require(try await wire.get("/v1/me", token: token))
            #expect(me.status == 200 && me.json["login"] == .string("demo"))
            let viaRPC = "{\n\"jsonrpc\":\"2.0\",\n\"id\":\n5,\n\"method\":\"auth.me\"\n}"
            let answer = try #require(
                try await wire.http(
                    "POST /rpc HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(viaRPC.utf8.count)\r\n\r\n\(viaRPC)"))
            #expect(answer.json["id"].int == 5 && answer.json["result"]["login"] == .string("demo"), "\(answer)")
        }

        @Test func `Every wrong field of a form is named at once, in the caller's language`() async throws {
            let body = #"{"login":"","email":"ada@","password":"short","declaration":{"version":"1"}}"#
            let answer = try #require(
                try await http().http(
                    "POST /v1/accounts HTTP/1.1\r\nHost: localhost\r\nAccept-Language: be\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"))
            #expect(answer.status == 422)
            let pointers = answer.json["errors"].items.map { $0["pointer"].text ?? "" }
            #expect(
                pointers == ["/login", "/email", "/password", "/declaration/isNotGovernmentMilitary"], "\(answer)")
            #expect(answer.json["errors"][2]["rule"] == .string("too-short"), "\(answer)")
            #expect(answer.json["errors"][2]["limits"]["min"].int == 8, "\(answer)")
            #expect(
                answer.json["errors"][2]["detail"] == .string("Пароль: патрэбна не менш за 8 сімвалаў"), "\(answer)")
        }

        @Test(arguments: [
            "\u{16}\u{3}\u{1}garbage\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
            "GET /v1/me HTTP/1.1\r\n\r\n", "GET /v1/me HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
            "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "POST /rpc HTTP/1.1\r\nHost : a\r\nContent-Length: 0\r\n\r\n",
            "GET /" + String(repeating: "a", count: 20_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 40_000) + "\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: a\r\n", count: 100) + "\r\n",
        ])
        func
            `Malformed or ambiguous HTTP is refused, and the connection is closed`(
                request: String
            ) async throws
        {
            let before = try await pids()
            let wire = try await http()
            try await wire.send(request + "GET /.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let rest = try await wire.rest()
            #expect(rest.isEmpty || rest.hasPrefix("HTTP/1.1 4") || rest.hasPrefix("HTTP/1.1 5"), "\(rest.prefix(200))")
            #expect(!rest.contains("EdDSA"), "what follows a broken request is not answered")
            try await expectUnharmed(before)
        }

        @Test func `Over HTTP, wrong types and unknown parameters, paths and verbs get the status of their error`()
            async throws
        {
            let wire = try await http()
            let token = try await token()
            for (path, status) in [
                ("/v1/museums?limit=many", 422), ("/v1/museums?nonsense=1", 422), ("/v1/museums?limit=1&limit=2", 422),
                ("/v1/museums/no-such-museum", 404), ("/v1/nowhere", 404), ("/v1/sessions", 404),
            ] {
                let answer = try #require(try await wire.get(path, token: token))
                // A path that exists for another verb answers 405.
                #expect(
                    answer.status == status || (path == "/v1/sessions" && answer.status == 405), "\(path): \(answer)")
                #expect(answer.fields["content-type"]?.hasPrefix("application/problem+json") == true)
                #expect(answer.json["traceId"].text?.count == 32)
            }
        }

        @Test func `Plaintext on the TLS port closes the connection and affects no other call`() async throws {
            let before = try await pids()
            let instance = try await Instances.plain.value
            for text in [#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks"}"# + "\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"]
            {
                let wire = try await Wire(port: instance.port, authority: nil)
                try await wire.send(text)
                #expect(!(try await wire.rest()).contains("EdDSA"))
            }
            try await expectUnharmed(before)
        }

        @Test func `Forged, altered, unsigned and foreign tokens are rejected`() async throws {
            let lines = try await lines()
            let token = try await token()
            let parts = token.split(separator: ".").map(String.init)
            try #require(parts.count == 3)
            let none = Self.base64URL(#"{"alg":"none","typ":"at+jwt"}"#)
            let key = Curve25519.Signing.PrivateKey()
            let signature = try key.signature(for: Data("\(parts[0]).\(parts[1])".utf8))
            let payload = String(decoding: try #require(Self.decode(parts[1])), as: UTF8.self)
            let raised = Self.base64URL(payload.replacing(#""roles":[]"#, with: #""roles":["admin"]"#))
            try #require(raised != parts[1])
            let forgeries = [
                "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(raised).\(parts[2])",
                "\(parts[0]).\(parts[1]).\(Self.base64URL(Data(signature)))", "\(parts[0]).\(parts[1]).",
                "\(parts[0]).\(parts[1])", token + "x", "x", "..",
            ]
            for forgery in forgeries {
                let answer = try await lines.call("auth.me", meta: #""token":\#(quoted(forgery))"#)
                #expect(answer["error"]["code"].int == -32001, "\(forgery.prefix(80)): \(answer)")
            }
            // The scanner refuses texts that cannot be tokens before anything verifies them.
            for text in ["", String(repeating: "a", count: 10_000)] {
                #expect(
                    try await lines.call("auth.me", meta: #""token":\#(quoted(text))"#)["error"]["code"].int == -32600)
            }
            #expect(try await lines.call("auth.me", meta: #""token":\#(quoted(token))"#)["result"] != .null)
        }

        private static func base64URL(_ text: String) -> String { base64URL(Data(text.utf8)) }

        private static func base64URL(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }

        private static func decode(_ text: String) -> Data? {
            let padded = text.replacing("-", with: "+").replacing("_", with: "/")
            return Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
        }
    }
}
