import TestSupport
import Testing

extension EndToEnd {
    @Suite struct Strangers {
        private let principal =
            #""principal":{"sub":"00000000-0000-7000-8000-000000000001","sid":"00000000-0000-7000-8000-000000000002","roles":["admin"]}"#

        private func service(_ name: String) async throws -> Wire {
            let instance = try await Instances.plain.value
            let part = try instance.part(name)
            return try await Wire(port: try #require(part.port), authority: nil)
        }

        @Test func `A stranger on a service's port may call only methods that are open to anyone`() async throws {
            let auth = try await service("auth")
            #expect(try await auth.call("auth.jwks")["result"]["keys"].items.isEmpty == false)
            #expect(try await auth.call("auth.me")["error"]["code"].int == -32001)
            #expect(try await auth.call("auth.revocations")["error"]["code"].int == -32601)
            let museums = try await service("museums")
            #expect(try await museums.call("museums.search")["error"]["code"].int == -32001)
        }

        @Test func `A call in the body of an HTTP request to a service's port is not carried out`() async throws {
            let auth = try await service("auth")
            let call = #"{"jsonrpc":"2.0","id":1,"method":"auth.jwks","params":{}}"# + "\n"
            try await auth.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\n" + call)
            let answer = try await auth.rest()
            #expect(answer.contains("-32700") && !answer.contains(#""result""#), "\(answer)")
        }

        @Test func `A stranger's call with a principal is refused`() async throws {
            let auth = try await service("auth")
            let answer = try await auth.call("auth.me", meta: principal)
            #expect(answer["error"]["code"].int == -32003, "\(answer)")
            #expect(answer["result"] == .null)
        }

        @Test func `A peer with a wrong secret may not call on behalf of a user`() async throws {
            let auth = try await service("auth")
            try await auth.send(
                #"{"jsonrpc":"2.0","method":"rpc.link","params":{"name":"gateway","secret":"AAAAAAAAAAAAAAAAAAAAAAAA"}}"#
                    + "\n")
            do {
                let answer = try await auth.call("auth.me", meta: principal)
                #expect(answer["result"] == .null && answer["error"] != .null)
            } catch is Wire.Failure {
                // Closing the connection is a proper answer, too.
            }
        }

        @Test func `A principal sent by a client is ignored`() async throws {
            let instance = try await Instances.plain.value
            let lines = try await Wire(
                port: instance.port, authority: instance.authorityFile, protocols: ["ndjson-rpc/1"])
            let answer = try await lines.call("auth.me", meta: principal)
            #expect(answer["error"]["code"].int == -32001, "\(answer)")
        }

        @Test func `Internal methods are unknown to clients, by lines and by HTTP`() async throws {
            let instance = try await Instances.plain.value
            let lines = try await LineClient(instance)
            let token = try await lines.signIn(instance.demonstrationAccount())
            #expect(try await lines.call("auth.revocations", token: token)["error"]["code"].int == -32601)
            let wire = try await Wire(port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
            let body = #"{"jsonrpc":"2.0","id":1,"method":"auth.revocations","params":{}}"#
            let answer = try #require(
                try await wire.http(
                    "POST /rpc HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"))
            #expect(answer.body.contains("-32601") || answer.status == 404, "\(answer)")
        }
    }
}
